/** Says what became of an event, by its tenant and id. */
import type { Queryable } from "../../database/database.ts";
import { selectOutcomes, type OutcomeRow } from "../intake.sql.ts";

/**
 * - `waiting`: it is stored and will be handled, or tried again.
 * - `done`: with the answer of its handler; undefined when that gave none.
 * - `rejected`: for the time being: its id is free, and it can be replayed.
 * - `discarded`: for good, or replaced by an edited one under another id.
 */
export type KnownOutcome = { readonly payloadHash: string } & (
  | { readonly kind: "waiting" }
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly rejectedId: bigint; readonly code: string; readonly reason: string }
  | { readonly kind: "discarded" }
);

export type EventName = { readonly tenant: string; readonly eventId: string };

/** Undefined: nobody has heard of the event. */
export async function readOutcome(on: Queryable, { tenant, eventId }: EventName): Promise<KnownOutcome | undefined> {
  const [outcome] = await readOutcomes(on, [{ tenant, eventId }]);
  return outcome;
}

/** In the order of the names. */
export async function readOutcomes(on: Queryable, names: readonly EventName[]): Promise<(KnownOutcome | undefined)[]> {
  const tenants = names.map(({ tenant }) => tenant);
  const rows = await on.query(selectOutcomes({ tenants, eventIds: names.map(({ eventId }) => eventId) }));
  const known = new Map(rows.map((row) => [`${row.tenant}\0${row.event_id}`, toOutcome(row)]));
  return names.map(({ tenant, eventId }) => known.get(`${tenant}\0${eventId}`));
}

function toOutcome(row: OutcomeRow): KnownOutcome {
  const { hash: payloadHash, rejected_id: rejectedId } = row;
  if (!row.is_held && rejectedId !== null)
    return { kind: "rejected", payloadHash, rejectedId, code: row.code ?? "", reason: row.reason ?? "" };
  if (!row.has_batch) return { kind: "discarded", payloadHash };
  if (row.outcome === "D") return { kind: "done", payloadHash, answer: row.answer ?? undefined };
  return { kind: "waiting", payloadHash };
}

/** Reports the outcomes of events: immediately when this process handled them, else by polling the database with back-off. */
import type { Queryable } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import { createPollWatch } from "../runtime/poll-watch.ts";
import { type OutcomeRow, selectOutcomes } from "./intake.sql.ts";

export type OutcomeWatch = {
  /** Resolves with what is known of the event once it has an outcome or the time is over. Rejects if that cannot be read. */
  wait(name: EventName, options: OutcomeWaitOptions): Promise<KnownOutcome | undefined>;
  /** Notifies the waiters of events that this process handled. An outcome that is undefined here is read from the database. */
  settled(tenant: string, outcomes: () => ReadonlyMap<string, KnownOutcome | undefined>): void;
};

export type OutcomeWaitOptions = {
  readonly waitMs: number;
  /** Whether the event was just stored, so that it has no outcome yet. */
  readonly isNew: boolean;
  /** Whether only the end of the wait matters, so that an outcome need not be read. Default false. */
  readonly isBlind?: boolean;
};

/** Pause between two polls for an event; it doubles each time. */
const PAUSE = { factor: 1, minMs: 10, maxMs: 100 };

type AwaitedEvent = EventName & { readonly isBlind: boolean };

export function createOutcomeWatch(database: Queryable, clock: Clock): OutcomeWatch {
  const watch = createPollWatch<AwaitedEvent, KnownOutcome | undefined>({
    clock,
    pause: PAUSE,
    async poll(names) {
      const outcomes = await readOutcomes(database, names);
      return outcomes.map((found) => ({ found, isFinal: found?.kind !== "waiting" }));
    },
  });
  return {
    wait: (name, { waitMs, isNew, isBlind = false }) =>
      watch.wait({ ...name, isBlind }, { waitMs, firstMs: isNew ? PAUSE.minMs : 0 }),
    settled(tenant, outcomes) {
      let settled: ReadonlyMap<string, KnownOutcome | undefined> | undefined;
      watch.settle((name) => {
        if (name.tenant !== tenant) return undefined;
        settled ??= outcomes();
        if (!settled.has(name.eventId)) return undefined;
        const found = settled.get(name.eventId);
        return name.isBlind || found !== undefined ? { found } : "poll";
      });
    },
  };
}

/**
 * State of an event.
 *
 * - `waiting`: it is stored and will be handled or retried.
 * - `done`: it was handled, with the answer of its handler or undefined.
 * - `rejected`: it was refused; its id is free, and it can be replayed.
 * - `discarded`: it was discarded permanently or replaced by an edited event with another id.
 */
export type KnownOutcome = { readonly payloadHash: string } & (
  | { readonly kind: "waiting" }
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly rejectedId: bigint; readonly code: string; readonly reason: string }
  | { readonly kind: "discarded" }
);

/** Tenant and id of an event. */
export type EventName = { readonly tenant: string; readonly eventId: string };

/**
 * Reads the outcome of an event of an intake; undefined if the event is unknown.
 *
 * @example const outcome = await readOutcome(database, { tenant: "ann", eventId: "order-7" });
 */
export async function readOutcome(on: Queryable, { tenant, eventId }: EventName): Promise<KnownOutcome | undefined> {
  const [outcome] = await readOutcomes(on, [{ tenant, eventId }]);
  return outcome;
}

/** Reads the states of events in the order of their names. */
async function readOutcomes(on: Queryable, names: readonly EventName[]): Promise<(KnownOutcome | undefined)[]> {
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

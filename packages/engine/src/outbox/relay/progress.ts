/** What a run changes, found from what became of its events. Pure. */
import type { OutboxEvent } from "../event.ts";
import { SENTENCE_BYTES_MAX } from "../limits.ts";
import type { Advance, BatchRow, DueRow, EventRow } from "../outbox.sql.ts";
import type { Fate, Fates } from "./hand-over.ts";

/** The events of one run: those behind the position of the sink, and held ones that are due. */
export type Batch = {
  readonly next: readonly (OutboxEvent & { readonly isHeld: boolean })[];
  readonly due: readonly (OutboxEvent & { readonly heldId: bigint })[];
};

export type Progress = Pick<Advance, "position" | "published" | "unheard" | "held" | "released" | "failed">;

export function readBatch(next: readonly BatchRow[], due: readonly DueRow[]): Batch {
  return {
    next: next.map((row) => Object.assign(readEvent(row), { isHeld: row.is_held })),
    due: due.map((row) => Object.assign(readEvent(row), { heldId: row.held_id })),
  };
}

/** Those to be handed over, in the order of their positions: the events behind held ones wait. */
export function eventsToTry({ next, due }: Batch): OutboxEvent[] {
  return [...due, ...next.filter(({ isHeld }) => !isHeld)]; // what is held stands before what comes next
}

/**
 * The sink moves past its events; those that were not handed over are held. After an outage it moves only as far as
 * nothing was left undone by it: the rest is not the events' fault and is read again.
 */
export function progressOf({ next, due }: Batch, fates: Fates, from: bigint): Progress {
  const isOutage = [...fates.values()].some(({ kind }) => kind === "outage");
  const stopsAt = isOutage ? next.findIndex(({ isHeld, position }) => !isHeld && isUndone(fates.get(position))) : -1;
  const passed = stopsAt < 0 ? next : next.slice(0, stopsAt);
  const tried = [...due, ...passed.filter(({ isHeld }) => !isHeld)];
  const isDone = ({ position }: OutboxEvent): boolean => DONE.has(fates.get(position)?.kind ?? "untried");
  return {
    position: passed.at(-1)?.position ?? from,
    published: tried.filter(isDone).length,
    unheard: tried.filter(({ position }) => fates.get(position)?.kind === "unheard").length,
    held: passed.filter((event) => event.isHeld || !isDone(event)).map(({ position }) => position),
    released: due.filter(isDone).map(({ heldId, position }) => ({ heldId, position })),
    failed: tried.flatMap(({ position }) => {
      const fate = fates.get(position);
      return fate?.kind === "failed" ? [{ position, error: errorSentence(fate.error) }] : [];
    }),
  };
}

/** What is kept of an error: one line of limited length. */
export function errorSentence(error: unknown): string {
  const text =
    error instanceof Error ? `${"code" in error ? `${String(error.code)}: ` : ""}${error.message}` : String(error);
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, SENTENCE_BYTES_MAX);
}

const DONE: ReadonlySet<Fate["kind"]> = new Set(["published", "unheard"]);

function isUndone(fate: Fate | undefined): boolean {
  return fate === undefined || fate.kind === "outage" || fate.kind === "untried";
}

function readEvent(row: EventRow): OutboxEvent {
  return {
    position: row.position,
    eventId: row.event_id,
    tenant: row.tenant,
    type: row.type,
    aggregate: { type: row.aggregate_type, id: row.aggregate_id },
    payloadText: row.payload_text,
    occurredAt: row.occurred_at,
    exchange: row.exchange ?? undefined,
    routingKey: row.routing_key,
    headers: row.headers,
  };
}

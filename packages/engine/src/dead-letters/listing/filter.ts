/** Which dead letters are meant. Pure. */
import { refusal } from "../check-fields.ts";
import type { DeadLetterState } from "../dead-letter.ts";

/**
 * Every field that is given must fit. A queue and a type are of chunks, an intake is of events, a code of both; parked
 * events of the outbox have a tenant and a time.
 */
export type DeadLetterFilter = {
  readonly kind?: "chunk" | "event" | "parked";
  readonly tenant?: string;
  readonly queue?: string;
  readonly type?: string;
  readonly intake?: string;
  /** Of the error, or of the rejection. */
  readonly code?: string;
  /** Failed at this time or later. */
  readonly from?: Date;
  /** Failed earlier than this time. */
  readonly before?: Date;
};

/** As statements take it: null where nothing is asked. */
export type Asked = {
  readonly hasChunks: boolean;
  readonly hasEvents: boolean;
  readonly hasParked: boolean;
  readonly tenant: string | null;
  readonly queue: string | null;
  readonly type: string | null;
  readonly intake: string | null;
  readonly code: string | null;
  readonly from: Date | null;
  readonly before: Date | null;
};

export function checkFilter(filter: DeadLetterFilter): Asked {
  const { kind, tenant, queue, type, intake, code, from, before } = filter;
  const isOfChunks = queue !== undefined || type !== undefined;
  if (kind !== undefined && !["chunk", "event", "parked"].includes(kind))
    throw refusal(`kind "${String(kind)}" must be chunk, event or parked`, { field: "kind" });
  if (kind === "parked" && (isOfChunks || intake !== undefined || code !== undefined))
    throw refusal("parked events are asked for by tenant and time only", { field: "kind" });
  if ((isOfChunks || kind === "chunk") && intake !== undefined)
    throw refusal("an intake is of events, a queue or a type of chunks: ask for one kind", { field: "intake" });
  if (isOfChunks && kind === "event")
    throw refusal("events have no queue and no type: ask by intake, or for chunks", { field: "kind" });
  for (const [field, time] of Object.entries({ from, before }))
    if (time !== undefined && Number.isNaN(time.getTime())) throw refusal(`${field} must be a time`, { field });
  return {
    hasChunks: kind !== "event" && kind !== "parked" && intake === undefined,
    hasEvents: kind !== "chunk" && kind !== "parked" && !isOfChunks,
    hasParked: kind === "parked" || (kind === undefined && !isOfChunks && intake === undefined && code === undefined),
    ...{ tenant: tenant ?? null, queue: queue ?? null, type: type ?? null, intake: intake ?? null },
    ...{ code: code ?? null, from: from ?? null, before: before ?? null },
  };
}

export function checkState(state: string): asserts state is DeadLetterState {
  if (["open", "replayed", "discarded"].includes(state)) return;
  throw refusal(`state "${state}" must be open, replayed or discarded`, { field: "state" });
}

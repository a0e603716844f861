/** Limits and defaults of the outbox and its relays. */
import { definePaging } from "../paging.ts";
import type { Backoff } from "../runtime/loop.ts";

const SECOND_MS = 1_000;

/** Maximum length of the name of a tenant, an event type, an aggregate's type and id, or a sink. */
export const EVENT_NAME_BYTES_MAX = 200;
/** Maximum length of exchanges and routing keys: the protocol has one byte for it. */
export const ROUTE_BYTES_MAX = 255;
/** Maximum size of a payload as JSON: that of a message. */
export const EVENT_PAYLOAD_BYTES_MAX = 1_048_576;
/** Maximum size of all headers of an event as JSON; they have to fit into one frame. */
export const HEADERS_BYTES_MAX = 16_384;
/** Maximum number of events in one call. */
export const EVENTS_MAX = 10_000;
/** Maximum length of the reason for a discard, and of stored errors. */
export const SENTENCE_BYTES_MAX = 1_000;

/** Maximum number of events that get their positions in one statement. */
export const ARRANGED_MAX = 5_000;
/** Pauses between polls after the last event, until the relay relies on notifications. */
export const POLL_AGAIN: Backoff = { firstMs: 10, factor: 2, maxMs: SECOND_MS };
/** Maximum number and size of the events that one run delivers: all of them are in memory. */
export const BATCH_MAX = 2_000;
export const OUTBOX_BATCH_BYTES_MAX = 16 * 1_048_576;
/** Maximum number of events that a transactional sink gets at once, so that its transaction stays short. */
export const TAKEN_MAX = 500;
/** Maximum number of held aggregates that one run tries, and of events of each. */
export const HELD_AGGREGATES_MAX = 200;
export const HELD_EVENTS_MAX = 500;
/** Time limit of one run: an aggregate that has many events left then waits, so that others need not. */
export const RUN_MS_MAX = SECOND_MS;
/** Time without a sign of life after which another relay takes over; longer than a run plus the time limit of a confirmation. */
export const DEFAULT_SINK_LEASE_MS = 15 * SECOND_MS;

/** Pauses after a failure of a sink or an event. */
export const RETRY: Backoff = { firstMs: SECOND_MS, factor: 2, maxMs: 30 * SECOND_MS };
export const DEFAULT_TRIES_MAX = 50;
export const DEFAULT_POLL_MS = SECOND_MS;

export const PRUNED_MAX = 5_000;
export const PRUNE_INTERVAL_MS = 60 * SECOND_MS;

/** How lists of parked and of waiting events are paged. */
export const eventPaging = definePaging({
  code: "OUTBOX_EVENT_INVALID",
  refusal: "refused",
  limit: 100,
  limitMax: 1_000,
});

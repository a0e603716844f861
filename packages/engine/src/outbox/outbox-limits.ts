/** The limits and defaults of the outbox and its relays. */
import { definePaging } from "../paging.ts";
import type { Backoff } from "../runtime/loop.ts";

const SECOND_MS = 1_000;

/** Of a tenant, a type, the type and the id of an aggregate, a sink. */
export const EVENT_NAME_BYTES_MAX = 200;
/** Of exchanges and routing keys: the protocol has one byte for their length. */
export const ROUTE_BYTES_MAX = 255;
/** Of a payload as json: as much as a message may hold. */
export const EVENT_PAYLOAD_BYTES_MAX = 1_048_576;
/** Of all headers of an event as json; they have to fit into one frame. */
export const HEADERS_BYTES_MAX = 16_384;
/** Of one call. */
export const EVENTS_MAX = 10_000;
/** Of the reason for a discard, and of errors that are kept. */
export const SENTENCE_BYTES_MAX = 1_000;

/** How many events get their places in one statement. */
export const ARRANGED_MAX = 5_000;
/** The pauses between looks after the last event, until a notification is trusted to come. */
export const LOOK_AGAIN: Backoff = { firstMs: 10, factor: 2, maxMs: SECOND_MS };
/** How many events one run hands over, and how many bytes they may have: all of them are in memory. */
export const BATCH_MAX = 2_000;
export const OUTBOX_BATCH_BYTES_MAX = 16 * 1_048_576;
/** How many a transactional sink is given at once: its transaction stays short. */
export const TAKEN_MAX = 500;
/** How many held aggregates one run tries, and how many events of each. */
export const HELD_AGGREGATES_MAX = 200;
export const HELD_EVENTS_MAX = 500;
/** How long one run sends: an aggregate that has many events left then waits, so that others need not. */
export const RUN_MS_MAX = SECOND_MS;
/** How long a relay may be silent before another one takes over; longer than a run and the time limit of a confirmation. */
export const DEFAULT_SINK_LEASE_MS = 15 * SECOND_MS;

/** The pauses of a sink that is away, and of an event that fails. */
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

/** Limits and defaults of intakes. */
import type { Backoff } from "../runtime/loop.ts";

const SECOND_MS = 1_000;

/** Maximum number of events in one batch, which `handle` gets in one turn. The cost of a chunk has the same limit. */
export const BATCH_EVENTS_MAX = 1_000;
export const DEFAULT_BATCH_EVENTS = 500;
export const BATCH_BYTES_MAX = 4_194_304;
/** Maximum size of one event as it is received. */
export const EVENT_BYTES_MAX = 1_048_576;
export const DEFAULT_EVENT_BYTES = 262_144;
export const EVENT_ID_BYTES_MAX = 300;
/** Number of bytes that are kept of an unreadable message. */
export const RAW_BYTES_MAX = 1_048_576;
export const REASON_LENGTH_MAX = 2_000;
export const ORIGIN_TEXT_LENGTH_MAX = 1_000;
export const HEADERS_MAX = 20;
/** Maximum size of all answers of a batch as JSON. */
export const ANSWERS_BYTES_MAX = 8_388_608;

/** Maximum number of events that one transaction stores. */
export const COLLECTED_MAX = 2_000;
/** Maximum number of bytes that one transaction stores. */
export const COLLECTED_BYTES_MAX = 8_388_608;
/** Time for which events are collected before they are stored. */
export const COLLECT_MS = 5;
/** Number of waiting events from which they are collected longer, because each batch costs a turn and a transaction. */
export const BUSY_EVENTS = 20;
/** Time for which events are collected if BUSY_EVENTS wait. */
export const BUSY_COLLECT_MS = 40;
/** Maximum time for which the events of a tenant wait for the end of its previous batch. */
export const OPEN_BATCH_MS = 250;
/** Number of concurrent transactions: while one commits, the next is prepared. */
export const STORES_AT_ONCE = 2;
export const STORE_BACKOFF: Backoff = { firstMs: 250, factor: 2, maxMs: 10 * SECOND_MS };
/** Time for which messages are held while the database is unavailable; then they are given back to the broker, once. */
export const DEFAULT_HOLD_MS = 300 * SECOND_MS;

export const DEFAULT_PREFETCH = 250;
export const DEFAULT_CONSUMERS = { min: 10, max: 50 } as const;
/** Maximum number of redeliveries of a message. Only crashes reach it: an event that fails is not returned to the broker. */
export const DEFAULT_DELIVERY_LIMIT = 50;

/** Number of attempts without an outcome after which a batch is cut in two, until the event that breaks it is alone. */
export const TRIES_BEFORE_CUT = 2;

export const DEFAULT_WAIT_MS = 2 * SECOND_MS;
export const WAIT_MS_MAX = 60 * SECOND_MS;

export const MIRROR_PREFIX = "rota:event:";
/** Maximum size of a mirrored answer; larger ones are left out. */
export const MIRRORED_ANSWER_BYTES_MAX = 65_536;
/** Maximum number of batches that wait to be mirrored; further ones are left out. */
export const MIRRORED_AT_ONCE_MAX = 8;

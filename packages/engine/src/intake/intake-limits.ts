/** The limits and defaults of intakes. */
import type { Backoff } from "../runtime/loop.ts";

const SECOND_MS = 1_000;

/** Events of one batch: what one turn of a tenant hands to `handle` at most. The cost of a chunk has the same limit. */
export const BATCH_EVENTS_MAX = 1_000;
export const DEFAULT_BATCH_EVENTS = 500;
export const BATCH_BYTES_MAX = 4_194_304;
/** Of one event as it is received. */
export const EVENT_BYTES_MAX = 1_048_576;
export const DEFAULT_EVENT_BYTES = 262_144;
export const EVENT_ID_BYTES_MAX = 300;
/** What is kept of a message that cannot be read. */
export const RAW_BYTES_MAX = 1_048_576;
export const REASON_LENGTH_MAX = 2_000;
export const ORIGIN_TEXT_LENGTH_MAX = 1_000;
export const HEADERS_MAX = 20;
/** Of all answers of a batch, as json. */
export const ANSWERS_BYTES_MAX = 8_388_608;

/** One transaction stores as many events, or what came within as many milliseconds. */
export const COLLECTED_MAX = 2_000;
export const COLLECTED_BYTES_MAX = 8_388_608;
export const COLLECT_MS = 5;
/** Once as many wait, more are on their way: they are waited for longer, since each batch costs a turn and a transaction. */
export const BUSY_EVENTS = 20;
export const BUSY_COLLECT_MS = 40;
/** For so long at most, what a tenant sends then waits for the end of its batch before. */
export const OPEN_BATCH_MS = 250;
/** While one commits the next is put together. */
export const STORES_AT_ONCE = 2;
export const STORE_BACKOFF: Backoff = { firstMs: 250, factor: 2, maxMs: 10 * SECOND_MS };
/** How long messages are held while the database is away; then the broker gets them back, once. */
export const DEFAULT_HOLD_MS = 300 * SECOND_MS;

export const DEFAULT_PREFETCH = 250;
export const DEFAULT_CONSUMERS = { min: 10, max: 50 } as const;
/** Only a crash counts as a delivery: nothing is sent back otherwise. */
export const DEFAULT_DELIVERY_LIMIT = 50;

/** A batch that has been tried as often without an outcome is cut in two, until what breaks it is alone. */
export const TRIES_BEFORE_CUT = 2;

export const DEFAULT_WAIT_MS = 2 * SECOND_MS;
export const WAIT_MS_MAX = 60 * SECOND_MS;

export const MIRROR_PREFIX = "fis:ik:";
export const MIRROR_TTL_MS = 72 * 3_600 * SECOND_MS;
/** Larger answers are not mirrored. */
export const MIRRORED_ANSWER_BYTES_MAX = 65_536;
/** Batches that wait to be mirrored; further ones are left out. */
export const MIRRORED_AT_ONCE_MAX = 8;

/** Defines the limits and defaults of brokers. */
import type { Backoff } from "../runtime/loop.ts";

const SECOND_MS = 1_000;

export const DEFAULT_CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** A connection that is silent for twice as long has gone. */
export const DEFAULT_HEARTBEAT_S = 10;
/** How long a message may go without a confirmation. */
export const DEFAULT_CONFIRM_TIMEOUT_MS = 10 * SECOND_MS;
/** How long the broker may take to describe a queue. */
export const DEFAULT_LOOK_TIMEOUT_MS = 5 * SECOND_MS;
/** How long a connection may take to say goodbye. */
export const CLOSE_MS_MAX = 2 * SECOND_MS;
export const DEFAULT_RECONNECT: Backoff = { firstMs: 250, factor: 2, maxMs: 5 * SECOND_MS };
/** Which part of a pause is left to chance, so that many processes do not come back at once. */
export const RECONNECT_JITTER = 0.5;

/**
 * How long a queue that was deleted stays away. RabbitMQ before 4.0 takes consumers over to a queue that is made again
 * while they are told of its end, and then gives them nothing.
 */
export const RESTORE_PAUSE_MS = 250;

/** Messages that wait for their confirmation. */
export const UNCONFIRMED_MAX = 10_000;
export const MESSAGE_BYTES_MAX = 1_048_576;
/** Of exchanges, queues, routing keys and message ids: the protocol has one byte for their length. */
export const AMQP_NAME_BYTES_MAX = 255;

export const DEFAULT_QUEUE_DELIVERY_LIMIT = 20;
export const DEFAULT_CONCURRENCY = { min: 4, max: 4 } as const;
export const DEFAULT_CONSUMER_PREFETCH = 1;
export const CONCURRENCY_MAX = 1_000;
export const PREFETCH_MAX = 1_000;
/** How long a consumer above the minimum stays without a message. */
export const DEFAULT_CONSUMER_IDLE_MS = 10 * SECOND_MS;
/** After how long without a message a consumer subscribes anew, where the broker may have forgotten it. */
export const DEFAULT_CONSUMER_RENEW_MS = 30 * SECOND_MS;
/** Which part of it is left to chance, so that the consumers of a queue do not leave it together. */
export const RENEW_JITTER = 0.5;
/** How long a consumer whose handler threw keeps the message before it goes back; longer after each throw in a row. */
export const HANDLER_BACKOFF: Backoff = { firstMs: 100, factor: 2, maxMs: 10 * SECOND_MS };

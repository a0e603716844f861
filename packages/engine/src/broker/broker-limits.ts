/** Defines the limits and defaults of brokers. */
import type { Backoff } from "../runtime/loop.ts";

const SECOND_MS = 1_000;

export const DEFAULT_CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** Heartbeat interval. A connection that is silent for twice as long counts as lost. */
export const DEFAULT_HEARTBEAT_S = 10;
/** Time limit of a confirmation. */
export const DEFAULT_CONFIRM_TIMEOUT_MS = 10 * SECOND_MS;
/** Time limit for the state of a queue. */
export const DEFAULT_INSPECT_TIMEOUT_MS = 5 * SECOND_MS;
/** Time limit for closing a connection. */
export const CLOSE_MS_MAX = 2 * SECOND_MS;
export const DEFAULT_RECONNECT: Backoff = { firstMs: 250, factor: 2, maxMs: 5 * SECOND_MS };
/** Random part of a pause, so that many processes do not reconnect at once. */
export const RECONNECT_JITTER = 0.5;

/**
 * Pause before a deleted queue is declared again. RabbitMQ before 4.0 moves consumers to a queue that is declared again
 * while they are notified of its deletion, and then gives them nothing.
 */
export const RESTORE_PAUSE_MS = 250;

/** Maximum number of messages that wait for their confirmation. */
export const UNCONFIRMED_MAX = 10_000;
export const MESSAGE_BYTES_MAX = 1_048_576;
/** Maximum length of the names of exchanges and queues, routing keys and message ids: the protocol has one byte for it. */
export const AMQP_NAME_BYTES_MAX = 255;

export const DEFAULT_QUEUE_DELIVERY_LIMIT = 20;
export const DEFAULT_CONCURRENCY = { min: 4, max: 4 } as const;
export const DEFAULT_CONSUMER_PREFETCH = 1;
export const CONCURRENCY_MAX = 1_000;
export const PREFETCH_MAX = 1_000;
/** Time for which a consumer above the minimum stays without a message. */
export const DEFAULT_CONSUMER_IDLE_MS = 10 * SECOND_MS;
/** Time without a message after which a consumer resubscribes, where the broker may have forgotten it. */
export const DEFAULT_CONSUMER_RENEW_MS = 30 * SECOND_MS;
/** Random part of that time, so that the consumers of a queue do not leave it together. */
export const RENEW_JITTER = 0.5;
/** Time that a consumer keeps a message whose handler threw before it returns it; longer after each consecutive error. */
export const HANDLER_BACKOFF: Backoff = { firstMs: 100, factor: 2, maxMs: 10 * SECOND_MS };

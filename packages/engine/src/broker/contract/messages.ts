/** Messages as a broker takes and gives them, and how they are consumed. */

/** Text, numbers and truth values; a broker may add others, such as the history of a dead letter. */
export type MessageHeaders = Readonly<Record<string, unknown>>;

export type OutgoingMessage = {
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Uint8Array;
  readonly headers?: MessageHeaders;
  /** Stays the same when a message is sent again. Default: a new one. */
  readonly messageId?: string;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Whether it survives a restart of the broker. Default true. */
  readonly isPersistent?: boolean;
  /** Whether a message that no queue takes is refused. Default true. */
  readonly isMandatory?: boolean;
};

/**
 * One message for one handler. The first answer counts, and an answer after the channel has died is silent: the broker has
 * given the message to somebody else by then.
 */
export type IncomingMessage = {
  readonly body: Buffer;
  readonly headers: MessageHeaders;
  readonly routingKey: string;
  readonly exchange: string;
  readonly messageId: string | undefined;
  /** It was given out before, to whomever; the work may have been done. */
  readonly isRedelivered: boolean;
  /** How often it came back to the queue, as far as the broker counts that. */
  readonly deliveryCount: number;
  /** Takes it off the queue. */
  ack(): void;
  /**
   * Takes it off the queue although the handler goes on, for work that outlives the broker's patience: the consumer is given
   * nothing else until the handler returns.
   */
  ackEarly(): void;
  /** To the dead-letter queue. */
  reject(): void;
  /** Back to the queue; the broker dead-letters what came back as often as the delivery limit of the queue says. */
  requeue(): void;
};

export type ConsumeOptions = {
  readonly queue: string;
  /** How many consumers: one more while all are busy, up to `max`; one fewer when idle, down to `min`. Default 4 and 4. */
  readonly concurrency?: { readonly min: number; readonly max: number };
  /** How many unanswered messages one consumer may hold. Default 1. */
  readonly prefetch?: number;
  /** How many of those one consumer handles at once; the others wait their turn in the process. Default 1. */
  readonly handledAtOnce?: number;
  /** Has to answer before it returns. A message of a handler that throws or answers nothing goes back to the queue. */
  readonly onMessage: (message: IncomingMessage) => Promise<void>;
};

export type Consumption = {
  /** Consumers that the broker knows of at this moment; 0 while it is away. */
  readonly consumers: number;
  /** Takes no more messages and returns when no handler runs any more. What waited in the process goes back. */
  stop(): Promise<void>;
};

/** Defines the contract with a message broker, which moves messages and may lose or repeat them. */

export type Broker = {
  /**
   * Makes what is not there yet; the same topology may be declared any number of times. It is remembered: declared again
   * after each reconnect and when a queue was deleted. While the broker is away it is only remembered. What exists in
   * another form is refused with BROKER_TOPOLOGY_DIFFERS, which names both forms, and is not remembered.
   */
  declare(topology: Topology): Promise<void>;
  /**
   * Resolves when the broker has confirmed the message. BROKER_UNROUTABLE: no queue takes it. BROKER_UNAVAILABLE: it was
   * not confirmed, yet may have arrived; send it again. BROKER_MESSAGE_INVALID: it can never be sent.
   */
  publish(message: OutgoingMessage): Promise<void>;
  /** Starts consumers, now or when the broker is there, and starts them again after reconnects and queue deletions. */
  consume(options: ConsumeOptions): Promise<Consumption>;
  /** Undefined while the broker is away. A queue that does not exist has no messages and no consumers. */
  lookAt(queue: string): Promise<QueueLook | undefined>;
  /**
   * Messages can be sent and received, and the topology is declared. False as well while the broker takes no messages
   * because it ran out of memory or disk.
   */
  readonly isConnected: boolean;
  /** Told at each change of `isConnected`. Returns what ends it. */
  onChange(listener: (isConnected: boolean) => void): () => void;
  /** Stops every consumption, waits for the handlers under way and goes. */
  close(): Promise<void>;
};

/** State of a queue. */
export type QueueLook = {
  /** Messages that no consumer has been given. */
  readonly ready: number;
  /** Of all processes. */
  readonly consumers: number;
};

/** Text, numbers and truth values; a broker may add others, such as the history of a dead letter. */
export type MessageHeaders = Readonly<Record<string, unknown>>;

/** Message to publish. */
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

/** Prefetch, concurrency and handler of a consumer. */
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

/** Running consumers of a queue. */
export type Consumption = {
  /** Consumers that the broker knows of at this moment; 0 while it is away. */
  readonly consumers: number;
  /** Takes no more messages and returns when no handler runs any more. What waited in the process goes back. */
  stop(): Promise<void>;
};

/** Exchanges, queues and bindings that belong together. */
export type Topology = {
  readonly exchanges: readonly Exchange[];
  readonly queues: readonly Queue[];
};

/** Durable. */
export type Exchange = {
  readonly name: string;
  readonly type: "direct" | "topic" | "fanout";
};

/** Queue to declare. */
export type Queue = {
  readonly name: string;
  /** `durable`: a quorum queue. `temporary`: this process's own, gone with its connection. */
  readonly kind: "durable" | "temporary";
  readonly bindings: readonly Binding[];
  /** Where rejected messages go, and those that reached the delivery limit. */
  readonly deadLetter?: DeadLetterTarget;
  /** How often a message may come back before it is dead-lettered. Durable queues only. Default 20. */
  readonly deliveryLimit?: number;
  /** How many messages it holds; the oldest go when more come. Default: no limit. */
  readonly messagesMax?: number;
  /** How long a consumer may leave a message unanswered (RabbitMQ 3.12 or newer). Default: the server's, 30 minutes. */
  readonly consumerTimeoutMs?: number;
};

/** Routes messages of an exchange to a queue. */
export type Binding = {
  readonly exchange: string;
  /** With `*` and `#` as wildcards on a topic exchange. */
  readonly routingKey: string;
};

/** Exchange and routing key for messages that a queue rejects. */
export type DeadLetterTarget = {
  readonly exchange: string;
  readonly routingKey: string;
  /** Kept in the queue until the dead-letter queue has confirmed it; costs the broker more. Default false. */
  readonly isConfirmed?: boolean;
};

/** Defines the contract with a message broker, which moves messages and may lose or repeat them. */

export type Broker = {
  /**
   * Declares exchanges, queues and bindings; the same topology may be declared any number of times. It is remembered and
   * declared again after each reconnect and when a queue was deleted. While the broker is unavailable it is only
   * remembered. A durable queue that exists with other limits or dead letters, or as a classic queue, is used as it is, and
   * one log line names what differs. Anything else that exists with other settings is refused with
   * BROKER_TOPOLOGY_DIFFERS, which names both settings, and is not remembered.
   */
  declare(topology: Topology): Promise<void>;
  /**
   * Sends a message; resolves when the broker has confirmed it. BROKER_UNROUTABLE: no queue takes it. BROKER_UNAVAILABLE:
   * it was not confirmed but may have arrived; send it again. BROKER_MESSAGE_INVALID: it can never be sent.
   */
  publish(message: OutgoingMessage): Promise<void>;
  /** Starts consumers, now or when the broker becomes available, and again after reconnects and queue deletions. */
  consume(options: ConsumeOptions): Promise<Consumption>;
  /** Returns the state of a queue; undefined while the broker is unavailable. A missing queue has no messages and no consumers. */
  inspectQueue(queue: string): Promise<QueueState | undefined>;
  /**
   * Whether messages can be sent and received, and the topology is declared. It is false too while the broker takes no
   * messages because it ran out of memory or disk.
   */
  readonly isConnected: boolean;
  /** Calls the listener at each change of `isConnected`. Returns a function that removes it. */
  onChange(listener: (isConnected: boolean) => void): () => void;
  /** Stops every consumption, waits for running handlers and disconnects. */
  close(): Promise<void>;
};

/** State of a queue. */
export type QueueState = {
  /** Number of messages that no consumer has got. */
  readonly ready: number;
  /** Number of consumers of all processes. */
  readonly consumers: number;
};

/** Headers with text, numbers and booleans; a broker may add others, such as the history of a dead letter. */
export type MessageHeaders = Readonly<Record<string, unknown>>;

/** Message to publish. */
export type OutgoingMessage = {
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Uint8Array;
  readonly headers?: MessageHeaders;
  /** Id, the same when a message is sent again. Default: a new one. */
  readonly messageId?: string;
  /** Content type. Default `application/json`. */
  readonly contentType?: string;
  /** Whether it survives a restart of the broker. Default true. */
  readonly isPersistent?: boolean;
  /** Whether a message that no queue takes is refused. Default true. */
  readonly isMandatory?: boolean;
};

/**
 * Message for one handler. The first answer counts. An answer after the channel has died is ignored: the broker has given
 * the message to another consumer by then.
 */
export type IncomingMessage = {
  readonly body: Buffer;
  readonly headers: MessageHeaders;
  readonly routingKey: string;
  readonly exchange: string;
  readonly messageId: string | undefined;
  /** Whether it was delivered before, to any consumer; the work may have been done. */
  readonly isRedelivered: boolean;
  /** Number of times that it came back to the queue, as far as the broker counts that. */
  readonly deliveryCount: number;
  /** Removes it from the queue. */
  ack(): void;
  /**
   * Removes it from the queue while the handler continues, for work that takes longer than the broker's timeout. The
   * consumer gets nothing else until the handler returns.
   */
  ackEarly(): void;
  /** Sends it to the dead-letter queue. */
  reject(): void;
  /** Returns it to the queue. The broker dead-letters a message that reached the delivery limit of the queue. */
  requeue(): void;
};

/** Prefetch, concurrency and handler of a consumer. */
export type ConsumeOptions = {
  readonly queue: string;
  /** Number of consumers: one more while all are busy, up to `max`; one fewer when idle, down to `min`. Default 4 and 4. */
  readonly concurrency?: { readonly min: number; readonly max: number };
  /** Maximum number of unanswered messages of one consumer. Default 1. */
  readonly prefetch?: number;
  /** Number of those that one consumer handles at once; the others wait in the process. Default 1. */
  readonly handledAtOnce?: number;
  /** Handler, which must answer before it returns. If it throws or does not answer, the message returns to the queue. */
  readonly onMessage: (message: IncomingMessage) => Promise<void>;
};

/** Running consumers of a queue. */
export type Consumption = {
  /** Number of consumers that the broker knows at this moment; 0 while it is unavailable. */
  readonly consumers: number;
  /** Stops taking messages; resolves when no handler runs any more. Messages that wait in the process return to the queue. */
  stop(): Promise<void>;
};

/** Exchanges, queues and bindings that belong together. */
export type Topology = {
  readonly exchanges: readonly Exchange[];
  readonly queues: readonly Queue[];
};

/** Durable exchange. */
export type Exchange = {
  readonly name: string;
  readonly type: "direct" | "topic" | "fanout";
};

/** Queue to declare. */
export type Queue = {
  readonly name: string;
  /** Kind. `durable`: a quorum queue. `temporary`: the queue of this process, deleted with its connection. */
  readonly kind: "durable" | "temporary";
  readonly bindings: readonly Binding[];
  /** Target of rejected messages, and of those that reached the delivery limit. */
  readonly deadLetter?: DeadLetterTarget;
  /** Number of times that a message may come back before it is dead-lettered. Durable queues only. Default 20. */
  readonly deliveryLimit?: number;
  /** Maximum number of messages; when more come the oldest are dropped. Default: no limit. */
  readonly messagesMax?: number;
  /** Time that a consumer may leave a message unanswered (RabbitMQ 3.12 or newer). Default: the server's, 30 minutes. */
  readonly consumerTimeoutMs?: number;
};

/** Routes messages of an exchange to a queue. */
export type Binding = {
  readonly exchange: string;
  /** Routing key, with the wildcards `*` and `#` on a topic exchange. */
  readonly routingKey: string;
};

/** Exchange and routing key for messages that a queue rejects. */
export type DeadLetterTarget = {
  readonly exchange: string;
  readonly routingKey: string;
  /** Whether a message stays in the queue until the dead-letter queue has confirmed it, which costs the broker more. Default false. */
  readonly isConfirmed?: boolean;
};

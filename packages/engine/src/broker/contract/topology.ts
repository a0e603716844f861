/** The exchanges and queues that a part of the engine needs, written down as data. */

export type Topology = {
  readonly exchanges: readonly Exchange[];
  readonly queues: readonly Queue[];
};

/** Durable. */
export type Exchange = {
  readonly name: string;
  readonly type: "direct" | "topic" | "fanout";
};

export type Queue = {
  readonly name: string;
  /** `durable`: a quorum queue. `temporary`: this process's own, gone with its connection. */
  readonly kind: "durable" | "temporary";
  readonly bindings: readonly Binding[];
  /** Where rejected messages go, and those that reached the delivery limit. */
  readonly deadLetter?: DeadLetter;
  /** How often a message may come back before it is dead-lettered. Durable queues only. Default 20. */
  readonly deliveryLimit?: number;
  /** How many messages it holds; the oldest go when more come. Default: no limit. */
  readonly messagesMax?: number;
  /** How long a consumer may leave a message unanswered (RabbitMQ 3.12 or newer). Default: the server's, 30 minutes. */
  readonly consumerTimeoutMs?: number;
};

export type Binding = {
  readonly exchange: string;
  /** With `*` and `#` as wildcards on a topic exchange. */
  readonly routingKey: string;
};

export type DeadLetter = {
  readonly exchange: string;
  readonly routingKey: string;
  /** Kept in the queue until the dead-letter queue has confirmed it; costs the broker more. Default false. */
  readonly isConfirmed?: boolean;
};

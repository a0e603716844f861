/** The contract with a message broker: it moves messages, may lose or repeat them, and knows nothing of what they mean. */
import type { ConsumeOptions, Consumption, OutgoingMessage } from "./contract/messages.ts";
import type { Topology } from "./contract/topology.ts";

export type * from "./contract/messages.ts";
export type * from "./contract/topology.ts";

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

export type QueueLook = {
  /** Messages that no consumer has been given. */
  readonly ready: number;
  /** Of all processes. */
  readonly consumers: number;
};

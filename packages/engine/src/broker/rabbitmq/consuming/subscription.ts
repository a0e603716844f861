/** One consumer on a channel of its own, from its first message until the channel or the consumer has gone. */
import type { Channel, ConsumeMessage } from "amqplib";
import { closeChannel, openChannel } from "../connection/channel.ts";
import type { Session } from "../connection/session.ts";
import { toDelivery, type Delivery } from "./incoming-message.ts";

export type Subscription = {
  /** The broker may give it messages. */
  readonly isListening: boolean;
  /** Resolves when no message will come any more, whoever ended it. */
  readonly ended: Promise<void>;
  /** Takes no more messages, waits for the handlers under way, and gives back what waited. */
  stop(): Promise<void>;
  /** Resolves when no handler runs. */
  idle(): Promise<void>;
};

export type SubscriptionOptions = {
  readonly session: Session;
  readonly queue: string;
  readonly prefetch: number;
  readonly handledAtOnce: number;
  /** Handles one message and answers it; never throws. */
  readonly handle: (delivery: Delivery) => Promise<void>;
};

export async function subscribe(options: SubscriptionOptions): Promise<Subscription> {
  const channel = await openChannel(options.session.consuming);
  await channel.prefetch(options.prefetch);
  const subscription = new ChannelSubscription(channel, options);
  await subscription.listen();
  return subscription;
}

/** Tells the consumers of a process apart for whoever lists them in the broker. */
let consumersStarted = 0;

class ChannelSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #channel: Channel;
  readonly #options: SubscriptionOptions;
  readonly #running = new Set<Promise<void>>();
  #waiting: Delivery[] = [];
  /** Known before the broker answers: the first message may come with the answer, and cancel the consumer. */
  #consumerTag: string | undefined;
  #isConsuming = false;
  /** On purpose: to stop, or for as long as work goes on that was answered early. */
  #isCancelled = false;
  #isClosed = false;
  #isStopping = false;
  #end: () => void = () => undefined;

  constructor(channel: Channel, options: SubscriptionOptions) {
    this.#channel = channel;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.#isClosed = true;
        this.#waiting = []; // the broker has them back
        resolve();
      };
    });
    channel.on("close", this.#end);
  }

  get isListening(): boolean {
    return this.#isConsuming && !this.#isClosed;
  }

  async listen(): Promise<void> {
    const consumerTag = `rota-${String(++consumersStarted)}`;
    this.#consumerTag = consumerTag;
    await this.#channel.consume(this.#options.queue, (raw) => this.#onDelivery(raw), { consumerTag });
    this.#isConsuming = this.#consumerTag === consumerTag;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    await this.idle();
    await this.#close();
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #onDelivery(raw: ConsumeMessage | null): void {
    if (raw === null) return void this.stop(); // the queue was deleted, or cannot be reached by the broker itself
    const delivery = toDelivery(raw, { channel: this.#channel, onEarly: () => this.#cancel() });
    if (this.#isCancelled) return delivery.message.requeue(); // it crossed the cancellation
    this.#waiting.push(delivery);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#running.size < this.#options.handledAtOnce) {
      const delivery = this.#waiting.shift();
      if (delivery === undefined) return;
      const running = this.#options.handle(delivery).then(() => {
        this.#running.delete(running);
        this.#startWaiting();
        this.#resume();
      });
      this.#running.add(running);
    }
  }

  /** Sent before the answer that follows it, so that the broker fills the place of the answered message elsewhere. */
  #cancel(): void {
    const tag = this.#consumerTag;
    this.#isCancelled = true;
    this.#isConsuming = false;
    this.#consumerTag = undefined;
    for (const { message } of this.#waiting.splice(0)) message.requeue();
    if (tag !== undefined && !this.#isClosed) this.#channel.cancel(tag).catch(() => undefined); // gone with its channel
  }

  /** After work that was answered early. */
  #resume(): void {
    if (!this.#isCancelled || this.#isStopping || this.#isClosed || this.#running.size > 0) return;
    this.#isCancelled = false;
    this.listen().catch(() => this.#close());
  }

  async #close(): Promise<void> {
    this.#isConsuming = false;
    await closeChannel(this.#channel);
    this.#end();
  }
}

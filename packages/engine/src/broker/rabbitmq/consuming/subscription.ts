/** One consumer, from its first message until it has gone, or its channel. */
import type { ConsumeMessage } from "amqplib";
import type { Session } from "../connection/session.ts";
import { toDelivery, type Delivery } from "./incoming-message.ts";
import type { JoinChannel, SharedChannel } from "./shared-channels.ts";

export type Subscription = {
  /** The broker may give it messages. */
  readonly isListening: boolean;
  /** Resolves when no message will come any more, whoever ended it. */
  readonly ended: Promise<void>;
  /** Takes no more messages, waits for the handlers under way, and gives back what waited. */
  stop(): Promise<void>;
  /** Stops, and all others move to another channel: this one may have forgotten its consumers. */
  abandon(): Promise<void>;
  /** It has ended or ends because its channel was abandoned. */
  readonly isMoving: boolean;
  /** Resolves when no handler runs. */
  idle(): Promise<void>;
};

export type SubscriptionOptions = {
  readonly session: Session;
  readonly queue: string;
  readonly joinChannel: JoinChannel;
  readonly handledAtOnce: number;
  /** Handles one message and answers it; never throws. */
  readonly handle: (delivery: Delivery) => Promise<void>;
};

export async function subscribe(options: SubscriptionOptions): Promise<Subscription> {
  const shared = await options.joinChannel(options.session);
  const subscription = new ChannelSubscription(shared, options);
  try {
    await subscription.listen();
  } catch (error) {
    await shared.leave();
    throw error;
  }
  return subscription;
}

/** Tells the consumers of a process apart for whoever lists them in the broker. */
let consumersStarted = 0;

class ChannelSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #shared: SharedChannel;
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
  #isMoving = false;
  #left: Promise<void> | undefined;
  #end: () => void = () => undefined;

  constructor(shared: SharedChannel, options: SubscriptionOptions) {
    this.#shared = shared;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        shared.channel.off("close", this.#end);
        this.#isClosed = true;
        this.#waiting = []; // the broker has them back
        resolve();
      };
    });
    shared.channel.on("close", this.#end);
  }

  get isListening(): boolean {
    return this.#isConsuming && !this.#isClosed;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  async listen(): Promise<void> {
    const consumerTag = `rota-${String(++consumersStarted)}`;
    this.#consumerTag = consumerTag;
    await this.#shared.channel.consume(this.#options.queue, (raw) => this.#onDelivery(raw), { consumerTag });
    this.#isConsuming = this.#consumerTag === consumerTag;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    await this.idle();
    await this.#leave();
  }

  async abandon(): Promise<void> {
    this.#shared.retire();
    await this.#move();
  }

  async #move(): Promise<void> {
    this.#isMoving ||= !this.#isStopping;
    await this.stop();
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #onDelivery(raw: ConsumeMessage | null): void {
    if (raw === null) return this.#onDeleted();
    const delivery = toDelivery(raw, { channel: this.#shared.channel, onEarly: () => this.#cancel() });
    if (this.#isCancelled) return delivery.message.requeue(); // it crossed the cancellation
    this.#waiting.push(delivery);
    this.#startWaiting();
  }

  /** The queue was deleted, or cannot be reached by the broker itself. */
  #onDeleted(): void {
    this.#shared.retire();
    void this.stop();
  }

  #startWaiting(): void {
    while (this.#running.size < this.#options.handledAtOnce) {
      const delivery = this.#waiting.shift();
      if (delivery === undefined) return;
      const running = this.#options.handle(delivery).then(() => {
        this.#running.delete(running);
        if (this.#shared.isRetired) return void this.#move();
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
    if (tag !== undefined && !this.#isClosed) this.#shared.channel.cancel(tag).catch(() => undefined); // gone with its channel
  }

  /** After work that was answered early. */
  #resume(): void {
    if (!this.#isCancelled || this.#isStopping || this.#isClosed || this.#running.size > 0) return;
    this.#isCancelled = false;
    this.listen().catch(() => this.#leave());
  }

  /** The cancellation may never be answered, and is not waited for: what crosses it is given back later too. */
  #leave(): Promise<void> {
    this.#isConsuming = false;
    return (this.#left ??= this.#shared.leave().then(this.#end));
  }
}

/** One consumer, from its first message until it has gone, or its channel. */
import type { ConsumeMessage } from "amqplib";
import type { Session } from "../connection/session.ts";
import { Delivery } from "./incoming-message.ts";
import type { JoinChannel, SharedChannel } from "./shared-channels.ts";

export type Subscription = {
  /** The broker may give it messages. */
  readonly isListening: boolean;
  /** Resolves when no message will come any more, whoever ended it. */
  readonly ended: Promise<void>;
  /** Takes no more messages, waits for the handlers under way, and gives back what waited. */
  stop(): Promise<void>;
  /** Lets it end, with all on its channel, as soon as none of them handles anything. */
  renew(): void;
  /** That is why it ended. */
  readonly isRenewed: boolean;
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
  readonly #answering: ConstructorParameters<typeof Delivery>[1];
  #running = 0;
  readonly #whenIdle: (() => void)[] = [];
  #waiting: Delivery[] = [];
  /** Known before the broker answers: the first message may come with the answer, and cancel the consumer. */
  #consumerTag: string | undefined;
  #isConsuming = false;
  /** On purpose: to stop, or for as long as work goes on that was answered early. */
  #isCancelled = false;
  #isClosed = false;
  #isStopping = false;
  #left: Promise<void> | undefined;
  #end: () => void = () => undefined;

  constructor(shared: SharedChannel, options: SubscriptionOptions) {
    this.#shared = shared;
    this.#options = options;
    this.#answering = { channel: shared.channel, onEarly: () => this.#cancel() };
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

  get isRenewed(): boolean {
    return this.#shared.isRenewed;
  }

  renew(): void {
    this.#shared.renew();
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

  async idle(): Promise<void> {
    while (this.#running > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #onDelivery(raw: ConsumeMessage | null): void {
    if (raw === null) return void this.stop(); // the queue was deleted, or cannot be reached by the broker itself
    const delivery = new Delivery(raw, this.#answering);
    if (this.#isCancelled) return delivery.requeue(); // it crossed the cancellation
    this.#waiting.push(delivery);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#running < this.#options.handledAtOnce) {
      const delivery = this.#waiting.shift();
      if (delivery === undefined) return;
      if (++this.#running === 1) this.#shared.setBusy(true);
      void this.#options.handle(delivery).then(this.#onHandled);
    }
  }

  readonly #onHandled = (): void => {
    this.#running--;
    this.#startWaiting();
    if (this.#running > 0) return;
    this.#shared.setBusy(false);
    for (const tell of this.#whenIdle.splice(0)) tell();
    this.#resume();
  };

  /** Sent before the answer that follows it, so that the broker fills the place of the answered message elsewhere. */
  #cancel(): void {
    const tag = this.#consumerTag;
    this.#isCancelled = true;
    this.#isConsuming = false;
    this.#consumerTag = undefined;
    for (const delivery of this.#waiting.splice(0)) delivery.requeue();
    if (tag !== undefined && !this.#isClosed) this.#shared.channel.cancel(tag).catch(() => undefined); // gone with its channel
  }

  /** After work that was answered early. */
  #resume(): void {
    if (!this.#isCancelled || this.#isStopping || this.#isClosed || this.#running > 0) return;
    this.#isCancelled = false;
    this.listen().catch(() => this.#leave());
  }

  /** The cancellation may never be answered, and is not waited for: what crosses it is given back later too. */
  #leave(): Promise<void> {
    this.#isConsuming = false;
    return (this.#left ??= this.#shared.leave().then(this.#end));
  }
}

/** Subscribes one consumer to a queue on a channel that it shares with the other consumers of that queue. */
import type { Channel, ConsumeMessage } from "amqplib";
import { RabbitmqDelivery } from "./incoming-message.ts";
import { closeChannel, openChannel, type RabbitmqSession } from "./rabbitmq-session.ts";

export type Subscription = {
  /** Whether the broker may give it messages. */
  readonly isListening: boolean;
  /** Resolves when no message will come any more, whichever side ended it. */
  readonly ended: Promise<void>;
  /** Stops taking messages, waits for running handlers, and returns waiting messages. */
  stop(): Promise<void>;
  /** Ends it, with all consumers of its channel, as soon as none of them handles a message. */
  renew(): void;
  /** Whether it ended because of `renew`. */
  readonly isRenewed: boolean;
  /** Resolves when no handler runs. */
  idle(): Promise<void>;
};

type SubscriptionOptions = {
  readonly session: RabbitmqSession;
  readonly queue: string;
  readonly joinChannel: JoinChannel;
  readonly handledAtOnce: number;
  /** Handles one message and answers it; never throws. */
  readonly handle: (delivery: RabbitmqDelivery) => Promise<void>;
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

/** Number that distinguishes the consumers of a process in the broker's list. */
let consumersStarted = 0;

class ChannelSubscription implements Subscription {
  readonly ended: Promise<void>;
  readonly #shared: SharedChannel;
  readonly #options: SubscriptionOptions;
  readonly #answering: ConstructorParameters<typeof RabbitmqDelivery>[1];
  #running = 0;
  readonly #whenIdle: (() => void)[] = [];
  #waiting: RabbitmqDelivery[] = [];
  /** Tag, set before the broker answers: the first message may come with the answer, and cancel the consumer. */
  #consumerTag: string | undefined;
  #isConsuming = false;
  /** Whether it was cancelled on purpose: to stop, or while work continues that was answered early. */
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
    if (raw === null) return void this.stop(); // the queue was deleted, or the broker itself cannot reach it
    const delivery = new RabbitmqDelivery(raw, this.#answering);
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
    for (const resolveIdle of this.#whenIdle.splice(0)) resolveIdle();
    this.#resume();
  };

  /** Cancels the consumer. It is sent before the answer that follows, so that the broker gives the next message to another consumer. */
  #cancel(): void {
    const tag = this.#consumerTag;
    this.#isCancelled = true;
    this.#isConsuming = false;
    this.#consumerTag = undefined;
    for (const delivery of this.#waiting.splice(0)) delivery.requeue();
    if (tag !== undefined && !this.#isClosed) this.#shared.channel.cancel(tag).catch(() => undefined); // it ended with its channel
  }

  /** Resumes after work that was answered early. */
  #resume(): void {
    if (!this.#isCancelled || this.#isStopping || this.#isClosed || this.#running > 0) return;
    this.#isCancelled = false;
    this.listen().catch(() => this.#leave());
  }

  /** Leaves the channel without waiting for the cancellation, which may never be answered: messages that cross it are returned later too. */
  #leave(): Promise<void> {
    this.#isConsuming = false;
    return (this.#left ??= this.#shared.leave().then(this.#end));
  }
}

/** Use of a shared channel by one consumer. */
type SharedChannel = {
  readonly channel: Channel;
  /** Whether it was closed for all consumers, so that they resubscribe on another one. */
  readonly isRenewed: boolean;
  /** Sets whether the consumer handles a message. */
  setBusy(isBusy: boolean): void;
  /**
   * Closes the channel as soon as no consumer on it handles a message: the broker may have forgotten its consumers, and
   * keeps messages for them until then. No other consumer joins it.
   */
  renew(): void;
  /** Leaves the channel, once per consumer. The last one closes it. */
  leave(): Promise<void>;
};

/** Joins the channel of a session that is open, or opens one. */
export type JoinChannel = (session: RabbitmqSession) => Promise<SharedChannel>;

/**
 * Shares one channel among the consumers of a queue, which costs the broker and this process far less than a channel
 * for each. `prefetch` applies to each consumer by itself.
 */
export function createSharedChannels(prefetch: number): JoinChannel {
  let current: Opened | undefined;

  return async (session) => {
    if (current?.session !== session || !current.isJoinable) current = new Opened(session, prefetch);
    return current.join();
  };
}

class Opened {
  readonly session: RabbitmqSession;
  readonly #channel: Promise<Channel>;
  #users = 0;
  #busy = 0;
  #state: "open" | "renewing" | "renewed" | "closed" = "open";

  constructor(session: RabbitmqSession, prefetch: number) {
    this.session = session;
    this.#channel = openFor(session, prefetch);
    const onClose = (): void => {
      if (this.#state !== "renewed") this.#state = "closed";
    };
    this.#channel.then((channel) => channel.once("close", onClose), onClose);
  }

  get isJoinable(): boolean {
    return this.#state === "open";
  }

  async join(): Promise<SharedChannel> {
    this.#users++;
    const channel = await this.#channel;
    const isRenewed = (): boolean => this.#state === "renewed";
    return {
      channel,
      get isRenewed() {
        return isRenewed();
      },
      setBusy: (isBusy) => this.#setBusy(channel, isBusy),
      renew: () => {
        if (this.#state === "open") this.#state = "renewing";
        this.#renewIfIdle(channel);
      },
      leave: () => this.#leave(channel),
    };
  }

  #setBusy(channel: Channel, isBusy: boolean): void {
    this.#busy += isBusy ? 1 : -1;
    this.#renewIfIdle(channel);
  }

  #renewIfIdle(channel: Channel): void {
    if (this.#state !== "renewing" || this.#busy > 0) return;
    this.#state = "renewed";
    void closeChannel(channel);
  }

  async #leave(channel: Channel): Promise<void> {
    this.#users--;
    if (this.#users > 0 || this.#state === "renewed") return;
    this.#state = "closed";
    await closeChannel(channel);
  }
}

async function openFor(session: RabbitmqSession, prefetch: number): Promise<Channel> {
  const channel = await openChannel(session.consuming);
  channel.setMaxListeners(0); // each consumer listens for its end
  await channel.prefetch(prefetch);
  return channel;
}

/** Turns a RabbitMQ delivery into a message that is answered once, and batches the acknowledgements of a channel. */
import type { Channel, ConsumeMessage } from "amqplib";
import type { IncomingMessage, MessageHeaders } from "../broker.ts";

type DeliveryOptions = {
  readonly channel: Channel;
  /** Is called before an early answer is sent: from then on the consumer must get nothing else. */
  readonly onEarly: () => void;
};

/** Message from RabbitMQ. It is a class, so that tens of thousands a second do not each create functions. */
export class RabbitmqDelivery implements IncomingMessage {
  readonly body: Buffer;
  readonly headers: MessageHeaders;
  readonly exchange: string;
  readonly routingKey: string;
  readonly messageId: string | undefined;
  readonly isRedelivered: boolean;
  readonly #raw: ConsumeMessage;
  readonly #options: DeliveryOptions;
  #isAnswered = false;

  constructor(raw: ConsumeMessage, options: DeliveryOptions) {
    const { content, fields, properties } = raw;
    const messageId: unknown = properties.messageId;
    this.body = content;
    this.headers = properties.headers ?? NO_HEADERS;
    this.exchange = fields.exchange;
    this.routingKey = fields.routingKey;
    this.messageId = typeof messageId === "string" ? messageId : undefined;
    this.isRedelivered = fields.redelivered;
    this.#raw = raw;
    this.#options = options;
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Number of returns. Quorum queues count from the second delivery; others do not count. */
  get deliveryCount(): number {
    const count = this.headers["x-delivery-count"];
    return typeof count === "number" ? count : 0;
  }

  ack(): void {
    if (this.#answer()) acknowledgementsOf(this.#options.channel).add(this.#raw);
  }

  ackEarly(): void {
    if (!this.#answer()) return;
    this.#options.onEarly();
    acknowledgementsOf(this.#options.channel).add(this.#raw);
  }

  reject(): void {
    this.#refuse(false);
  }

  requeue(): void {
    this.#refuse(true);
  }

  #refuse(isRequeued: boolean): void {
    if (!this.#answer()) return;
    const { channel } = this.#options;
    acknowledgementsOf(channel).skip(this.#raw);
    try {
      channel.nack(this.#raw, false, isRequeued);
    } catch {
      // The channel has died, and the broker has given the message to another consumer.
    }
  }

  /** Records an answer. Returns false when it was answered before. */
  #answer(): boolean {
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    return isFirst;
  }
}

const NO_HEADERS: MessageHeaders = {};

/**
 * Sends the acknowledgements of a channel. Those of one moment are sent together, as one for all messages up to the first
 * missing answer: a channel numbers its messages from 1, without gaps.
 */
class Acknowledgements {
  readonly #channel: Channel;
  readonly #answered = new Set<number>();
  #waiting: ConsumeMessage[] = [];
  /** Number of the first message without an answer. */
  #first = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Adds an acknowledgement. It is sent when the running code has ended, with all others that are added until then. */
  add(message: ConsumeMessage): void {
    if (this.#waiting.push(message) === 1) queueMicrotask(() => this.#send());
  }

  /** Records a message that got another answer than an acknowledgement. */
  skip({ fields }: ConsumeMessage): void {
    this.#answered.add(fields.deliveryTag);
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { fields } of waiting) this.#answered.add(fields.deliveryTag);
    while (this.#answered.delete(this.#first)) this.#first++;
    let last: ConsumeMessage | undefined;
    for (const message of waiting) {
      const { deliveryTag } = message.fields;
      if (deliveryTag >= this.#first) this.#ack(message, false);
      else if (last === undefined || deliveryTag > last.fields.deliveryTag) last = message;
    }
    if (last !== undefined) this.#ack(last, true);
  }

  #ack(message: ConsumeMessage, isForAllBefore: boolean): void {
    try {
      this.#channel.ack(message, isForAllBefore);
    } catch {
      // The channel has died, and the broker has given the messages to other consumers.
    }
  }
}

const ofChannels = new WeakMap<Channel, Acknowledgements>();

/** Returns the acknowledgements of a channel, the same object each time. */
function acknowledgementsOf(channel: Channel): Acknowledgements {
  let found = ofChannels.get(channel);
  if (found === undefined) ofChannels.set(channel, (found = new Acknowledgements(channel)));
  return found;
}

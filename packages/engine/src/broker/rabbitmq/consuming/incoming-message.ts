/** A delivery of RabbitMQ as the contract's message: answered once, and silently when its channel has died. */
import type { Channel, ConsumeMessage } from "amqplib";
import type { IncomingMessage, MessageHeaders } from "../../contract/messages.ts";
import { acknowledgementsOf } from "./acknowledgements.ts";

type DeliveryOptions = {
  readonly channel: Channel;
  /** Called before an early answer is sent: from then on the consumer must be given nothing else. */
  readonly onEarly: () => void;
};

/** A class, so that tens of thousands a second do not bring functions of their own. */
export class Delivery implements IncomingMessage {
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

  /** Quorum queues count from the second delivery on; others do not count. */
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
      // The channel has died, and the broker has given the message to somebody else.
    }
  }

  /** False when it was answered before. */
  #answer(): boolean {
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    return isFirst;
  }
}

const NO_HEADERS: MessageHeaders = {};

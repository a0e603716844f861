/** Sends the acknowledgements of a channel: those of one moment together, as one for all up to the last where none is missing. */
import type { Channel, ConsumeMessage } from "amqplib";

/** A channel numbers its messages from 1 on, without gaps. */
export class Acknowledgements {
  readonly #channel: Channel;
  readonly #answered = new Set<number>();
  #waiting: ConsumeMessage[] = [];
  /** The first message without an answer. */
  #first = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Sent when the code that runs now has ended, with all others that are added until then. */
  add(message: ConsumeMessage): void {
    if (this.#waiting.push(message) === 1) queueMicrotask(() => this.#send());
  }

  /** It got another answer than an acknowledgement. */
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
      // The channel has died, and the broker has given the messages to somebody else.
    }
  }
}

const ofChannels = new WeakMap<Channel, Acknowledgements>();

/** The same each time for one channel. */
export function acknowledgementsOf(channel: Channel): Acknowledgements {
  let found = ofChannels.get(channel);
  if (found === undefined) ofChannels.set(channel, (found = new Acknowledgements(channel)));
  return found;
}

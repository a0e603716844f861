/** A delivery of RabbitMQ as the contract's message: answered once, and silently when its channel has died. */
import type { Channel, ConsumeMessage } from "amqplib";
import type { IncomingMessage } from "../../contract/messages.ts";
import { acknowledgementsOf } from "./acknowledgements.ts";

export type Delivery = {
  readonly message: IncomingMessage;
  readonly isAnswered: () => boolean;
};

type DeliveryOptions = {
  readonly channel: Channel;
  /** Called before an early answer is sent: from then on the consumer must be given nothing else. */
  readonly onEarly: () => void;
};

export function toDelivery(raw: ConsumeMessage, { channel, onEarly }: DeliveryOptions): Delivery {
  let isAnswered = false;
  const answer = (send: () => void) => {
    if (isAnswered) return;
    isAnswered = true;
    try {
      send();
    } catch {
      // The channel has died, and the broker has given the message to somebody else.
    }
  };
  const acknowledgements = acknowledgementsOf(channel);
  const refuse = (isRequeued: boolean) =>
    answer(() => {
      acknowledgements.skip(raw);
      channel.nack(raw, false, isRequeued);
    });
  const { headers = {} } = raw.properties;
  const messageId: unknown = raw.properties.messageId;
  const message: IncomingMessage = {
    body: raw.content,
    headers,
    exchange: raw.fields.exchange,
    routingKey: raw.fields.routingKey,
    messageId: typeof messageId === "string" ? messageId : undefined,
    isRedelivered: raw.fields.redelivered,
    deliveryCount: countIn(headers["x-delivery-count"]),
    ack: () => answer(() => acknowledgements.add(raw)),
    ackEarly: () =>
      answer(() => {
        onEarly();
        acknowledgements.add(raw);
      }),
    reject: () => refuse(false),
    requeue: () => refuse(true),
  };
  return { message, isAnswered: () => isAnswered };
}

/** Quorum queues count from the second delivery on; others do not count. */
function countIn(header: unknown): number {
  return typeof header === "number" ? header : 0;
}

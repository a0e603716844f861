/** Publishes events to a topic exchange and waits for each confirmation before the next event of its aggregate. */
import type { Broker, OutgoingMessage } from "../broker/broker.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { OutboxEvent, PublishingSink } from "./outbox-event.ts";

export type BrokerSinkOptions = {
  readonly broker: Broker;
  /** For events that name none. */
  readonly exchange: string;
  /** Whether an event that no queue takes has failed. Default false: nobody has to listen, and it is counted as unheard. */
  readonly isMandatory?: boolean;
  /** The name under which its progress is kept. Default "broker". */
  readonly name?: string;
};

/** Exchanges are made when they are first needed. One that exists in another form is used as it is. */
export function createBrokerSink({
  broker,
  exchange,
  isMandatory = false,
  name = "broker",
}: BrokerSinkOptions): PublishingSink {
  const declared = new Map<string, Promise<void>>();
  const declareOnce = (exchangeName: string): Promise<void> => {
    const known = declared.get(exchangeName);
    if (known !== undefined) return known;
    const declaring = declare(broker, exchangeName);
    declared.set(exchangeName, declaring);
    declaring.catch(() => declared.delete(exchangeName));
    return declaring;
  };

  return {
    name,
    kind: "publishing",
    link: broker,
    async publish(event) {
      const message = toMessage(event, exchange);
      await declareOnce(message.exchange);
      try {
        await broker.publish(message);
        return "published";
      } catch (error) {
        if (isMandatory || !isUnheard(error)) throw error;
        return "unheard";
      }
    },
  };
}

async function declare(broker: Broker, exchange: string): Promise<void> {
  try {
    await broker.declare({ exchanges: [{ name: exchange, type: "topic" }], queues: [] });
  } catch (error) {
    if (isRotaError(error, "BROKER_TOPOLOGY_DIFFERS")) return;
    if (!isRotaError(error, "BROKER_REFUSED")) throw error;
    // Trying again helps nobody, and events for other exchanges need not wait.
    throw new RotaError(
      "BROKER_UNROUTABLE",
      `the exchange "${exchange}" cannot be made: ${error.message}`,
      { exchange },
      { cause: error },
    );
  }
}

/** The payload is the body; who and what it is about are headers. Always sent as mandatory, so that what nobody takes is seen. */
function toMessage(event: OutboxEvent, defaultExchange: string): OutgoingMessage {
  return {
    exchange: event.exchange ?? defaultExchange,
    routingKey: event.routingKey,
    body: Buffer.from(event.payloadText),
    messageId: event.eventId,
    headers: {
      "event-type": event.type,
      tenant: event.tenant,
      "aggregate-type": event.aggregate.type,
      "aggregate-id": event.aggregate.id,
      "occurred-at": event.occurredAt.toISOString(),
      ...event.headers,
    },
  };
}

/** A queue is missing, not the exchange: that is made again, and the next try finds it. */
function isUnheard(error: unknown): boolean {
  return isRotaError(error, "BROKER_UNROUTABLE") && error.details["isExchangeMissing"] !== true;
}

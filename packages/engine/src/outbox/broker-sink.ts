/** Publishes events to a topic exchange and waits for each confirmation before the next event of its aggregate. */
import type { Broker, OutgoingMessage } from "../broker/broker.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { OutboxEvent, PublishingSink } from "./outbox-event.ts";

/** Options of `createBrokerSink`. */
export type BrokerSinkOptions = {
  readonly broker: Broker;
  /** Exchange for events that name none. */
  readonly exchange: string;
  /** Whether an event that no queue takes has failed. Default false: no consumer is required, and it is counted as unroutable. */
  readonly isMandatory?: boolean;
  /** Name under which its progress is kept. Default "broker". */
  readonly name?: string;
};

/** Creates a sink that publishes to a broker. It declares exchanges when they are first needed; one that exists with other settings is used as it is. */
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
        if (isMandatory || !isUnroutable(error)) throw error;
        return "unroutable";
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
    // Another try would fail too, and events for other exchanges need not wait.
    throw new RotaError(
      "BROKER_UNROUTABLE",
      `the exchange "${exchange}" cannot be made: ${error.message}`,
      { exchange },
      { cause: error },
    );
  }
}

/** Returns the message: the payload is the body, and its origin is in headers. It is sent as mandatory, so that an unroutable one is noticed. */
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

/** Returns whether no queue takes the message. A missing exchange is not that: it is declared again, and the next try finds it. */
function isUnroutable(error: unknown): boolean {
  return isRotaError(error, "BROKER_UNROUTABLE") && error.details["isExchangeMissing"] !== true;
}

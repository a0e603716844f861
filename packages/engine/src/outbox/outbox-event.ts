/** Defines events as callers append them and as sinks receive them, and the contract of a sink. */
import type { Broker } from "../broker/broker.ts";
import type { Transaction } from "../database/database.ts";

/** Event to append in the transaction in which it happened. */
export type NewEvent = {
  readonly tenant: string;
  /** Type, such as `order.invoice.sent`. */
  readonly type: string;
  /** Thing that it is about: events of one aggregate reach every sink in one order. */
  readonly aggregate: Aggregate;
  /** Any value that JSON can represent. It is kept byte for byte. */
  readonly payload: unknown;
  /** Id, the same however often the event is sent. A second event with the same id is dropped. Default: a new UUID, version 7. */
  readonly eventId?: string;
  /** Exchange. Default: the relay's. */
  readonly exchange?: string;
  /** Routing key. Default: the type. */
  readonly routingKey?: string;
  /** Headers that travel with the message, such as `traceparent`. */
  readonly headers?: EventHeaders;
};

/** Thing that an event is about; its events are delivered in order. */
export type Aggregate = { readonly type: string; readonly id: string };

/** Headers of an event; they travel with its message. */
export type EventHeaders = Readonly<Record<string, string | number | boolean>>;

/** Event whose transaction has committed. */
export type OutboxEvent = {
  /** Position in the one order that all sinks see. It increases; numbers may be missing. */
  readonly position: bigint;
  readonly eventId: string;
  readonly tenant: string;
  readonly type: string;
  readonly aggregate: Aggregate;
  /** Payload as JSON: the same text each time. */
  readonly payloadText: string;
  /** Time at which it was appended, by the clock of the database. */
  readonly occurredAt: Date;
  /** Exchange; undefined for the relay's. */
  readonly exchange: string | undefined;
  readonly routingKey: string;
  readonly headers: EventHeaders;
};

/**
 * Destination of events. Each sink has its own progress, kept under its name: it gets every event, those of one aggregate
 * in order, independently of other sinks. Only one process at a time hands events to a sink of one name.
 */
export type EventSink = PublishingSink | TransactionalSink;

/** Sink that sends events out: each at least once, the next of an aggregate only after the previous one was accepted. */
export type PublishingSink = {
  readonly name: string;
  readonly kind: "publishing";
  /**
   * Sends an event; resolves when it was accepted. An error is a failure of this event, and its aggregate waits for the
   * next try. An error of the kind "unavailable" is a failure of the sink, and is not counted against the event.
   */
  publish(event: OutboxEvent): Promise<PublishResult>;
  /** Connection of the sink. While it is down nothing is tried; when it is up again, events are tried at once. */
  readonly link?: Pick<Broker, "isConnected" | "onChange">;
};

/** Result of sending an event. `unroutable`: it was sent, and no queue took it. */
export type PublishResult = "published" | "unroutable";

/** Sink that writes to the database in the transaction in which the events are marked as delivered: each exactly once. */
export type TransactionalSink = {
  readonly name: string;
  readonly kind: "transactional";
  /**
   * Takes many events at once, in the order of their positions. When it throws, nothing is written and they come again one
   * by one, each in a savepoint: an error is then a failure of that event, and its aggregate waits for the next try. An
   * error of the kind "unavailable" is a failure of the sink. It must make no network calls: a transaction is open.
   */
  take(tx: Transaction, events: readonly OutboxEvent[]): Promise<void>;
};

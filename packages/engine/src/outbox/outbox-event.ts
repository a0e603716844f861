/** Describes events as callers append them and as sinks receive them, and the contract of a sink. */
import type { Broker } from "../broker/broker.ts";
import type { Transaction } from "../database/database.ts";

/** Event to append in the transaction in which it happened. */
export type NewEvent = {
  readonly tenant: string;
  /** Such as `fis.journal.posted`. */
  readonly type: string;
  /** What it happened to: events of one aggregate reach every sink in one order. */
  readonly aggregate: Aggregate;
  /** Anything that can be written as json. Kept byte for byte. */
  readonly payload: unknown;
  /** Stays the same however often the event is sent. Default: a new UUID, version 7. One id is one event: a second one is dropped. */
  readonly eventId?: string;
  /** Default: the relay's. */
  readonly exchange?: string;
  /** Default: the type. */
  readonly routingKey?: string;
  /** Travel with the message, such as `traceparent`. */
  readonly headers?: EventHeaders;
};

/** Thing that an event is about; its events are delivered in order. */
export type Aggregate = { readonly type: string; readonly id: string };

/** Headers of an event; they travel with its message. */
export type EventHeaders = Readonly<Record<string, string | number | boolean>>;

/** An event whose transaction has committed. */
export type OutboxEvent = {
  /** Its place in the one order that all sinks see. Rises; a number may be left out. */
  readonly position: bigint;
  readonly eventId: string;
  readonly tenant: string;
  readonly type: string;
  readonly aggregate: Aggregate;
  /** The payload as json: the same text each time. */
  readonly payloadText: string;
  /** When it was appended, by the clock of the database. */
  readonly occurredAt: Date;
  /** Undefined: the relay's. */
  readonly exchange: string | undefined;
  readonly routingKey: string;
  readonly headers: EventHeaders;
};

/**
 * Where events go. Each sink has its own progress, kept under its name: it is handed every event, those of one aggregate in
 * order, whatever other sinks do. Only one process at a time hands events to a sink of one name.
 */
export type EventSink = PublishingSink | TransactionalSink;

/** Hands events to the outside: each at least once, the next of an aggregate only after the one before was taken. */
export type PublishingSink = {
  readonly name: string;
  readonly kind: "publishing";
  /**
   * Resolves when the event has been taken for good. What it throws is a failure of this event, and its aggregate waits for
   * the next try; an error of the kind "unavailable" is one of the sink, and nothing is counted against the event.
   */
  publish(event: OutboxEvent): Promise<PublishResult>;
  /** Whether anything can be sent at all. While it cannot, nothing is tried; when it can again, it is tried at once. */
  readonly link?: Pick<Broker, "isConnected" | "onChange">;
};

/** `unheard`: it was sent, and nobody was there to take it. */
export type PublishResult = "published" | "unheard";

/** Writes to the database in the transaction in which the events are marked as handed over: each exactly once. */
export type TransactionalSink = {
  readonly name: string;
  readonly kind: "transactional";
  /**
   * Is handed many events at once, in the order of their positions. When it throws, nothing is written and they come again
   * one by one, each in a savepoint: what one of them throws then is a failure of that event, and its aggregate waits for
   * the next try. An error of the kind "unavailable" is one of the sink. No network calls: a transaction is open.
   */
  take(tx: Transaction, events: readonly OutboxEvent[]): Promise<void>;
};

/** Creates outbox sinks that record the events they receive and fail when a test asks for it. */
import type { OutboxEvent, PublishingSink, TransactionalSink } from "../../src/outbox/outbox-event.ts";
import { insertTaken } from "./support.sql.ts";

export type Recorded = {
  /** Texts `aggregate/number` of all events, in the order of arrival, including repeated ones. */
  readonly seen: string[];
  /** Returns the error to throw for an event; undefined: none. */
  failure: (event: OutboxEvent) => Error | undefined;
};

export function recordingSink(name = "recorder"): PublishingSink & Recorded {
  const recorded: Recorded = { seen: [], failure: () => undefined };
  return {
    name,
    kind: "publishing",
    get seen() {
      return recorded.seen;
    },
    get failure() {
      return recorded.failure;
    },
    set failure(failure) {
      recorded.failure = failure;
    },
    async publish(event) {
      const thrown = recorded.failure(event);
      if (thrown !== undefined) throw thrown;
      recorded.seen.push(nameOf(event));
      return "published";
    },
  };
}

/** Creates a sink that inserts events into a table without a unique key, see `makeTaken`. */
export function tableSink(
  name = "table",
  failure: (event: OutboxEvent) => Error | undefined = () => undefined,
): TransactionalSink {
  return {
    name,
    kind: "transactional",
    async take(tx, events) {
      await tx.query(insertTaken(events.map(nameOf)));
      for (const event of events) {
        const thrown = failure(event);
        if (thrown !== undefined) throw thrown;
      }
    },
  };
}

/** Returns `aggregate/number` of an event, whose payload is the number. */
export function nameOf({ aggregate, payloadText }: OutboxEvent): string {
  return `${aggregate.id}/${payloadText}`;
}

/** Returns the first arrivals of the events of each aggregate, in their order. */
export function firstArrivals(seen: readonly string[]): Map<string, number[]> {
  const arrivals = new Map<string, number[]>();
  for (const name of new Set(seen)) {
    const cut = name.lastIndexOf("/");
    const aggregate = name.slice(0, cut);
    const numbers = arrivals.get(aggregate) ?? [];
    numbers.push(Number(name.slice(cut + 1)));
    arrivals.set(aggregate, numbers);
  }
  return arrivals;
}

/** Tests that events are delivered if and only if their transaction commits, in the order that appendEvent promises. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adoptTransaction } from "../database/adopt-transaction.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { silentLogger } from "../runtime/logger.ts";
import { recordingSink } from "../../test/support/recording-sinks.ts";
import { openTestDatabase, testPostgresUrl } from "../../test/support/test-database.ts";
import { appendEvent } from "./append-event.ts";
import type { EventHeaders, NewEvent, OutboxEvent } from "./outbox-event.ts";
import { createRelay } from "./relay.ts";

describe.each(["pglite", "postgres"] as const)("appending events on %s", (on) => {
  let database: Database;
  let dispose: () => Promise<void>;
  beforeAll(async () => {
    ({ database, dispose } = await openTestDatabase({ on }));
    await migrate(database);
  });
  afterAll(() => dispose());

  function event(id: string, number: number, fields: Partial<NewEvent> = {}): NewEvent {
    return { tenant: "ann", type: "demo.counted", aggregate: { type: "COUNTER", id }, payload: number, ...fields };
  }

  /** Returns a relay with its own sink, so that each test receives what it appended. */
  function relayed() {
    const sink = recordingSink(randomUUID());
    return { sink, relay: createRelay({ database, sinks: [sink], logger: silentLogger }) };
  }

  it("events that are rolled back are never delivered, and those that commit are, in the given order", async () => {
    const { sink, relay } = relayed();
    await expect(
      database.transaction(async (tx) => {
        await appendEvent(tx, event("rolled-back", 1));
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await database.transaction(async (tx) => {
      await appendEvent(tx, [event("order", 1), event("order", 2)]);
      await appendEvent(tx, event("order", 3));
    });
    await relay.drain();
    expect(sink.seen.filter((name) => name.startsWith("order"))).toEqual(["order/1", "order/2", "order/3"]);
    expect(sink.seen.filter((name) => name.startsWith("rolled-back"))).toEqual([]);
  });

  it("two events with the same id are one event", async () => {
    const { sink, relay } = relayed();
    const eventId = randomUUID();
    await appendEvent(database, event("twice", 1, { eventId }));
    await relay.drain();
    expect(await appendEvent(database, [event("twice", 2, { eventId }), event("twice", 3)])).toHaveLength(2);
    await relay.drain();
    expect(sink.seen.filter((name) => name.startsWith("twice"))).toEqual(["twice/1", "twice/3"]);
  });

  it("any payload, name and header comes out as it went in", async () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: "grapheme" })
      .filter((text) => !/\p{Cc}|\p{Cs}/u.test(text) && Buffer.byteLength(text) <= 200);
    const header = fc.oneof(fc.string(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const anyEvent = fc.record({
      tenant: name,
      type: name,
      aggregate: fc.record({ type: name, id: name }),
      payload: fc.jsonValue(),
      headers: fc.dictionary(fc.string({ maxLength: 10 }), header, { maxKeys: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 5 }), async (events) => {
        const received = new Map<string, OutboxEvent>();
        const publish = async (one: OutboxEvent): Promise<"published"> => {
          received.set(one.eventId, one);
          return "published";
        };
        const sink = { ...recordingSink(randomUUID()), publish };
        const relay = createRelay({ database, sinks: [sink], logger: silentLogger });
        const eventIds = await appendEvent(database, events);
        await relay.drain();
        const own = eventIds.map((eventId) => received.get(eventId));
        expect(own).toMatchObject(
          events.map(({ tenant, type, aggregate, payload, headers }, index) => ({
            eventId: eventIds[index],
            tenant,
            type,
            aggregate,
            routingKey: type,
            payloadText: JSON.stringify(payload),
            headers: withoutMinusZero(headers),
          })),
        );
      }),
      { numRuns: on === "pglite" ? 50 : 10 },
    );
  });

  it.each<[string, Partial<NewEvent>, string]>([
    ["an empty tenant", { tenant: "" }, "tenant must be a text that is not empty"],
    ["a control character", { type: "a\nb" }, "control character"],
    ["a routing key over the limit", { routingKey: "k".repeat(256) }, "at most 255 are allowed"],
    ["an id that is none", { eventId: "7" }, 'eventId "7" is not a UUID'],
    ["a payload over the limit", { payload: "x".repeat(1_048_576) }, "at most 1048576 are allowed"],
    ["a payload that json cannot hold", { payload: 1n }, "cannot be written as json"],
    ["a header that json cannot hold", { headers: { count: Number.NaN } }, 'header "count" must be'],
  ])("%s is refused before anything is written", async (_, fields, words) => {
    const refused = appendEvent(database, [event("refused", 1), event("refused", 2, fields)]);
    await expect(refused).rejects.toMatchObject({ code: "OUTBOX_EVENT_INVALID" });
    await expect(refused).rejects.toThrow(words);
  });

  it("10,000 events are one call, and more are refused", async () => {
    const { sink, relay } = relayed();
    const many = Array.from({ length: 10_000 }, (_, index) => event(`many-${String(index % 100)}`, index));
    await appendEvent(database, many);
    await relay.drain();
    expect(sink.seen.filter((name) => name.startsWith("many"))).toHaveLength(10_000);
    await expect(appendEvent(database, [...many, event("one", 1)])).rejects.toThrow("at most 10000 are taken");
  });
});

describe("transactions beside each other", () => {
  it("an event with an early number that commits last is delivered last, and none is left out", async () => {
    const { database, dispose } = await openTestDatabase({ on: "postgres" });
    await migrate(database);
    const sink = recordingSink();
    const relay = createRelay({ database, sinks: [sink], logger: silentLogger });
    const newEvent = (id: string): NewEvent => ({
      tenant: "ann",
      type: "demo",
      aggregate: { type: "A", id },
      payload: 1,
    });

    await database.transaction(async (early) => {
      await appendEvent(early, newEvent("early"));
      await database.transaction((late) => appendEvent(late, newEvent("late")));
      await relay.drain();
      expect(sink.seen).toEqual(["late/1"]);
    });
    await relay.drain();

    expect(sink.seen).toEqual(["late/1", "early/1"]);
    await dispose();
  });

  it("events are appended in a transaction of another driver", async () => {
    const { database, dispose } = await openTestDatabase({ on: "postgres" });
    await migrate(database);
    const client = new Client({ connectionString: testPostgresUrl() });
    await client.connect();
    const run = async (text: string, values: readonly (string | Uint8Array | null)[]): Promise<unknown[]> =>
      (await client.query<Record<string, unknown>>(text, [...values])).rows;
    const tx = adoptTransaction({ schema: database.schema, run });
    const sink = recordingSink();
    const relay = createRelay({ database, sinks: [sink], logger: silentLogger });

    await run("begin", []);
    await appendEvent(tx, { tenant: "ann", type: "demo", aggregate: { type: "A", id: "a" }, payload: 1 });
    await relay.drain();
    expect(sink.seen).toEqual([]);
    await run("commit", []);
    await relay.drain();

    expect(sink.seen).toEqual(["a/1"]);
    await client.end();
    await dispose();
  });
});

/** Replaces -0 by 0: JSON has one zero. */
function withoutMinusZero(headers: EventHeaders): EventHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === 0 ? 0 : value]));
}

/** Tests that sinks get every event, in order per aggregate, whatever fails and however many relays there are. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { RotaError } from "../errors.ts";
import { silentLogger } from "../runtime/logger.ts";
import { firstArrivals, nameOf, recordingSink, tableSink } from "../../test/support/recording-sinks.ts";
import { emptyOutbox, makeDue, makeTaken, selectTaken } from "../../test/support/support.sql.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { appendEvent } from "./append-event.ts";
import type { EventSink, NewEvent, OutboxEvent } from "./outbox-event.ts";
import { pruneOutbox } from "./prune-outbox.ts";
import { createRelay, type RelayOptions } from "./relay.ts";
import { getOutboxStatistics } from "./outbox-statistics.ts";
import { discardParkedEvent, forgetSink, listParkedEvents, retryParkedEvents } from "./parked-events.ts";

const WAIT = { timeout: 20_000, interval: 5 };

describe.each(["pglite", "postgres"] as const)("a relay on %s", (on) => {
  let database: Database;
  let dispose: () => Promise<void>;
  beforeAll(async () => {
    ({ database, dispose } = await openTestDatabase({ on }));
    await migrate(database);
    await database.query(makeTaken());
  });
  beforeEach(async () => void (await database.query(emptyOutbox())));
  afterAll(() => dispose());

  const relayTo = (sinks: readonly EventSink[], options: Partial<RelayOptions> = {}) =>
    createRelay({ database, sinks, logger: silentLogger, ...options });
  const append = (...names: readonly string[]) => appendEvent(database, names.map(event));
  const taken = async () => (await database.query(selectTaken())).map(({ name }) => name);
  const statistics = async (sink: string) =>
    (await getOutboxStatistics(database)).sinks.find((one) => one.sink === sink);

  it("every sink gets every event, each at its own pace", async () => {
    const [early, late, table] = [recordingSink("early"), recordingSink("late"), tableSink()];
    await append("a/1", "b/1", "a/2");
    await relayTo([early]).drain();
    await append("a/3");
    await relayTo([early, late, table]).drain();
    expect(early.seen).toEqual(["a/1", "b/1", "a/2", "a/3"]);
    expect(firstArrivals(late.seen)).toEqual(firstArrivals(early.seen));
    expect(await taken()).toEqual(["a/1", "b/1", "a/2", "a/3"]);
  });

  it("a sink that starts from now does not get earlier events", async () => {
    await append("a/1");
    await relayTo([recordingSink("first")]).drain();
    const sink = recordingSink("later");
    const relay = relayTo([sink], { fromFirst: false });
    await relay.drain();
    await append("a/2");
    await relay.drain();
    expect(sink.seen).toEqual(["a/2"]);
  });

  it("an event that fails holds only its aggregate, and goes first when it works again", async () => {
    const sink = recordingSink();
    sink.failure = (one) => (nameOf(one) === "a/2" ? new Error("poison") : undefined);
    const relay = relayTo([sink]);
    await append("a/1", "a/2", "a/3", "b/1");
    await relay.drain();
    await append("a/4", "b/2");
    await relay.drain();
    expect(sink.seen).toEqual(["a/1", "b/1", "b/2"]);
    expect(await statistics("recorder")).toMatchObject({ waiting: 3, held: 3, parked: 0, published: 3n });

    sink.failure = () => undefined;
    await database.query(makeDue());
    await relay.drain();
    expect(sink.seen).toEqual(["a/1", "b/1", "b/2", "a/2", "a/3", "a/4"]);
    expect(await statistics("recorder")).toMatchObject({ waiting: 0, held: 0, oldestMs: undefined });
  });

  it("a poison event is parked after its tries, and can be retried or discarded with a reason", async () => {
    const sink = recordingSink();
    sink.failure = (one) => (nameOf(one) === "a/1" ? new Error("poison\nof two lines") : undefined);
    const relay = relayTo([sink], { triesMax: 3 });
    const [poison = ""] = await append("a/1", "a/2", "b/1");
    for (let nth = 1; nth <= 3; nth++) {
      expect(await listParkedEvents(database)).toEqual([]);
      await relay.drain();
      await database.query(makeDue());
    }
    await relay.drain();
    expect(sink.seen).toEqual(["b/1"]);
    const aggregate = { type: "COUNTER", id: "a" };
    const parked = { sink: "recorder", eventId: poison, aggregate, tries: 3, error: "poison of two lines", waiting: 1 };
    expect(await listParkedEvents(database, { tenant: "ann" })).toMatchObject([parked]);
    expect(await listParkedEvents(database, { tenant: "bob" })).toEqual([]);

    expect(await retryParkedEvents(database, { sink: "recorder", eventId: poison })).toBe(1);
    await relay.drain();
    expect(await listParkedEvents(database)).toEqual([]);
    await expect(discard(poison)).rejects.toMatchObject({ code: "OUTBOX_EVENT_NOT_PARKED" });
    for (let nth = 1; nth <= 2; nth++) {
      await database.query(makeDue());
      await relay.drain();
    }
    await discard(poison);
    await relay.drain();
    expect(sink.seen).toEqual(["b/1", "a/2"]);
    expect(await statistics("recorder")).toMatchObject({ waiting: 0, parked: 0 });
  });

  function discard(eventId: string): Promise<void> {
    return discardParkedEvent(database, { sink: "recorder", eventId, reason: "sent by hand", by: "ann" });
  }

  it("a sink that is unavailable loses nothing, and no failure is counted against its events", async () => {
    const sink = recordingSink();
    sink.failure = (one) => (one.aggregate.id === "b" ? unavailable() : undefined);
    const relay = relayTo([sink]);
    await append("a/1", "b/1", "c/1", "b/2");
    await expect(relay.drain()).rejects.toMatchObject({ code: "BROKER_UNAVAILABLE" });
    expect(await statistics("recorder")).toMatchObject({
      waiting: 3,
      held: 0,
      published: 1n,
      failuresInARow: 1,
      lastError: "BROKER_UNAVAILABLE: away",
    });
    sink.failure = () => undefined;
    await relay.drain();
    expect(firstArrivals(sink.seen)).toEqual(
      new Map([
        ["a", [1]],
        ["c", [1]],
        ["b", [1, 2]],
      ]),
    );
    expect(await statistics("recorder")).toMatchObject({ waiting: 0, failuresInARow: 0, lastError: undefined });
  });

  it("an event that breaks the connection for all others is found and held alone", async () => {
    const sink = { ...recordingSink(), link: { isConnected: true, onChange: () => () => undefined } };
    const { seen } = sink;
    let connection = 1;
    const publish = async (one: OutboxEvent): Promise<"published"> => {
      const sentOn = connection;
      if (nameOf(one) === "d/1") connection++;
      await Promise.resolve();
      if (nameOf(one) === "d/1" || connection !== sentOn) throw unavailable();
      seen.push(nameOf(one));
      return "published";
    };
    const relay = relayTo([{ ...sink, publish }]);
    await append("a/1", "b/1", "c/1", "d/1", "d/2", "e/1");
    const drain = (): Promise<boolean> =>
      relay.drain().then(
        () => true,
        () => false,
      );
    await vi.waitUntil(drain, WAIT);
    expect(new Set(seen)).toEqual(new Set(["a/1", "b/1", "c/1", "e/1"]));
    expect(await statistics("recorder")).toMatchObject({ waiting: 2, held: 2 });
  });

  it("a transactional sink takes each event once, and a bad one holds only its aggregate", async () => {
    const bad = new Set(["a/2"]);
    const relay = relayTo([tableSink("table", (one) => (bad.has(nameOf(one)) ? new Error("refused") : undefined))]);
    await append("a/1", "a/2", "b/1", "a/3", "b/2");
    await relay.drain();
    expect(await taken()).toEqual(["a/1", "b/1", "b/2"]);
    bad.clear();
    await append("a/4");
    await database.query(makeDue());
    await relay.drain();
    expect(await taken()).toEqual(["a/1", "b/1", "b/2", "a/2", "a/3", "a/4"]);
  });

  it("old events are deleted when every sink has passed them, and held ones stay", async () => {
    const sink = recordingSink();
    sink.failure = (one) => (one.aggregate.id === "a" ? new Error("poison") : undefined);
    await append("a/1", "b/1", "c/1");
    expect(await pruneOutbox(database, { olderThanMs: 0 })).toBe(0);
    await relayTo([sink]).drain();
    expect(await pruneOutbox(database, { olderThanMs: 3_600_000 })).toBe(0);
    await relayTo([recordingSink("other")]).drain();
    expect(await pruneOutbox(database, { olderThanMs: 0 })).toBe(2);
    expect(await forgetSink(database, "recorder")).toBe(true);
    expect(await forgetSink(database, "recorder")).toBe(false);
    expect(await pruneOutbox(database, { olderThanMs: 0 })).toBe(1);
  });

  it("the arrivals of an aggregate are in order and complete, whatever fails and when", async () => {
    const steps = fc.array(
      fc.record({
        appended: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 }),
        failing: fc.subarray(["a", "b", "c"]),
        isOutage: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        await database.query(emptyOutbox());
        const sink = recordingSink();
        const relay = relayTo([sink, tableSink()], { batchMax: 4 });
        const counts = new Map<string, number>();
        for (const { appended, failing, isOutage } of [...history, { appended: [], failing: [], isOutage: false }]) {
          for (const id of appended) counts.set(id, (counts.get(id) ?? 0) + 1);
          if (appended.length > 0) await append(...numbered(appended, counts));
          const failure = isOutage ? unavailable() : new Error("refused");
          sink.failure = (one) => (failing.includes(one.aggregate.id) ? failure : undefined);
          await database.query(makeDue());
          await relay.drain().catch(() => undefined);
        }
        await vi.waitUntil(() => relay.drain().then(() => true), WAIT);
        const all = [...counts].map(([id, count]) => [id, upTo(count)] as const);
        expect(new Map([...firstArrivals(sink.seen)].sort())).toEqual(new Map(all.sort()));
        expect(await taken()).toHaveLength([...counts.values()].reduce((sum, count) => sum + count, 0));
      }),
      { numRuns: on === "pglite" ? 15 : 5 },
    );
  });

  it("an event is delivered soon after its commit, without a poll", async () => {
    const sink = recordingSink();
    const relay = relayTo([sink], { pollIntervalMs: 600_000 });
    onTestFinished(() => relay.stop());
    await relay.start();
    for (let nth = 1; nth <= 3; nth++) {
      await append(`a/${String(nth)}`);
      await vi.waitUntil(() => sink.seen.length === nth, WAIT);
    }
  });
});

describe("several relays", () => {
  it("share the work of one outbox: each event comes once, in order, and one that stops hands over at once", async () => {
    const { database, dispose } = await openTestDatabase({ on: "postgres" });
    await migrate(database);
    await database.query(makeTaken());
    const sink = recordingSink();
    const makeRelay = () =>
      createRelay({ database, sinks: [sink, tableSink()], logger: silentLogger, pollIntervalMs: 20, batchMax: 50 });
    const relays = [makeRelay(), makeRelay(), makeRelay()];
    await Promise.all(relays.map((relay) => relay.start()));
    const aggregates = Array.from({ length: 20 }, (_, nth) => String(nth));

    for (let nth = 1; nth <= 50; nth++) {
      await appendEvent(
        database,
        aggregates.map((id) => event(`${id}/${String(nth)}`)),
      );
      if (nth % 10 === 0) {
        await relays.shift()?.stop();
        const next = makeRelay();
        relays.push(next);
        await next.start();
      }
    }
    await vi.waitUntil(() => sink.seen.length >= 1_000, WAIT);
    await vi.waitUntil(async () => (await database.query(selectTaken())).length >= 1_000, WAIT);

    await Promise.all(relays.map((relay) => relay.stop()));
    expect(sink.seen).toHaveLength(1_000);
    const all = new Map(aggregates.map((id) => [id, upTo(50)]));
    expect(firstArrivals(sink.seen)).toEqual(all);
    expect(firstArrivals((await database.query(selectTaken())).map(({ name }) => name))).toEqual(all);
    await dispose();
  });

  it("two sinks of one name in one relay are refused", async () => {
    const { database, dispose } = await openTestDatabase({ on: "pglite" });
    expect(() => createRelay({ database, sinks: [recordingSink("x"), tableSink("x")], logger: silentLogger })).toThrow(
      'two sinks are named "x"',
    );
    await dispose();
  });
});

function event(name: string): NewEvent {
  const [id = "", number] = name.split("/");
  return { tenant: "ann", type: "demo.counted", aggregate: { type: "COUNTER", id }, payload: Number(number) };
}

function unavailable(): RotaError {
  return new RotaError("BROKER_UNAVAILABLE", "away");
}

/** Returns numbers for new events of aggregates, given how many each has including them. */
function numbered(ids: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const left = new Map<string, number>();
  for (const id of ids) left.set(id, (left.get(id) ?? 0) + 1);
  return ids.map((id) => {
    const behind = left.get(id) ?? 0;
    left.set(id, behind - 1);
    return `${id}/${String((counts.get(id) ?? 0) - behind + 1)}`;
  });
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1);
}

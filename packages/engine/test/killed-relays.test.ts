/** Relays that are killed at every point of their work: subscribers see every event, in order per aggregate, without a gap. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../tools/compiled/compiled-url.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { appendEvent } from "../src/outbox/append-event.ts";
import { openBrokerBench, type BrokerBench } from "./test-broker.ts";
import { firstArrivals } from "../src/testing/outbox/recording-sinks.ts";
import { makeTaken, selectTaken } from "../src/testing/outbox/recording-sinks.sql.ts";
import { openTestDatabase, testPostgresUrl } from "../src/testing/test-database.ts";
import { DEATH_POINTS, type DeathPoint } from "./relay-process.ts";
import { IS_LONG, WAIT } from "./story-support.ts";

const SCRIPT = compiledPath(new URL("relay-process.ts", import.meta.url));
const AGGREGATES = Array.from({ length: 20 }, (_, nth) => `aggregate-${String(nth)}`);
const RANDOM_KILLS = IS_LONG ? 100 : 4;

describe("a relay that is killed", { timeout: 600_000 }, () => {
  let bench: BrokerBench;
  beforeAll(async () => {
    bench = await openBrokerBench();
  });
  afterAll(() => bench.dispose());

  it.each(DEATH_POINTS)("%s: the next one goes on, and nobody misses an event", async (diesAt) => {
    const story = await openRelayStory(bench);
    const numbers = await story.append(10);
    const first = story.startRelay(diesAt);
    await once(first, "exit");
    expect(first.signalCode).toBe("SIGKILL");

    numbers.push(...(await story.append(5)));
    story.startRelay();

    await story.untilAllSeen(numbers.length);
    story.expectInOrder(numbers);
    await story.expectTakenOnce(numbers);
  });

  it("again and again while events come: nobody misses one, and the transactional sink takes each once", async () => {
    const story = await openRelayStory(bench);
    const numbers: number[] = [];
    for (let kill = 0; kill < RANDOM_KILLS; kill++) {
      const relays = [story.startRelay(), story.startRelay()];
      const { length } = story.seen;
      numbers.push(...(await story.append(20)));
      await vi.waitUntil(() => story.seen.length > length + Math.random() * 200, WAIT);
      for (const relay of relays) relay.kill("SIGKILL");
    }
    story.startRelay();

    await story.untilAllSeen(numbers.length);
    story.expectInOrder(numbers);
    await story.expectTakenOnce(numbers);
  });
});

async function openRelayStory(bench: BrokerBench) {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  await database.query(makeTaken());
  const { exchange, seen } = await subscribe(bench);
  let last = 0;

  return {
    seen,
    /** So many events of each aggregate, in a transaction for each number. */
    async append(count: number): Promise<number[]> {
      const numbers = Array.from({ length: count }, () => ++last);
      for (const number of numbers)
        await appendEvent(
          database,
          AGGREGATES.map((id) => counted(id, number)),
        );
      return numbers;
    },
    startRelay: (diesAt: DeathPoint | "" = "") => startRelay({ database, bench, exchange, diesAt }),
    async untilAllSeen(count: number) {
      await vi.waitUntil(() => new Set(seen).size === AGGREGATES.length * count, { ...WAIT, timeout: 120_000 });
    },
    expectInOrder(numbers: readonly number[]) {
      const arrivals = firstArrivals(seen);
      for (const id of AGGREGATES) expect(arrivals.get(id)).toEqual(numbers);
    },
    async expectTakenOnce(numbers: readonly number[]) {
      const all = AGGREGATES.length * numbers.length;
      const taken = async () => (await database.query(selectTaken())).map(({ name }) => name);
      await vi.waitUntil(async () => (await taken()).length >= all, WAIT);
      const names = await taken();
      expect(names).toHaveLength(all);
      for (const id of AGGREGATES) expect(firstArrivals(names).get(id)).toEqual(numbers);
    },
  };
}

/** Whoever hears every event of an exchange of its own, on a quorum queue. */
async function subscribe(bench: BrokerBench) {
  const { exchange, queue } = bench.topology();
  const seen: string[] = [];
  const channel = await bench.admin.createChannel();
  await channel.assertExchange(exchange, "topic", { durable: true });
  await channel.assertQueue(queue, { durable: true, arguments: { "x-queue-type": "quorum" } });
  await channel.bindQueue(queue, exchange, "demo.#");
  await channel.consume(
    queue,
    (message) => {
      const { headers } = message?.properties ?? {};
      seen.push(`${String(headers?.["aggregate-id"])}/${message?.content.toString() ?? ""}`);
    },
    { noAck: true },
  );
  return { exchange, seen };
}

type RelayPlace = {
  readonly database: Database;
  readonly bench: BrokerBench;
  readonly exchange: string;
  readonly diesAt: DeathPoint | "";
};

function startRelay({ database: { schema }, bench, exchange, diesAt }: RelayPlace): ChildProcess {
  const settings = { url: testPostgresUrl(), schema, rabbitmqUrl: bench.url, exchange, diesAt };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return child;
}

function counted(id: string, number: number) {
  return { tenant: "ann", type: "demo.counted", aggregate: { type: "COUNTER", id }, payload: number };
}

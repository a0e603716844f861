/** Shared support for stories of killed relays: a database with events, a RabbitMQ subscriber, relays as processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { Database } from "../../src/database/database.ts";
import { appendEvent } from "../../src/outbox/append-event.ts";
import { firstArrivals } from "../support/recording-sinks.ts";
import { WAIT } from "../support/story-support.ts";
import { makeTaken, selectTaken } from "../support/support.sql.ts";
import type { BrokerBench } from "../support/test-broker.ts";
import { openTestDatabase, testPostgresUrl } from "../support/test-database.ts";
import type { DeathPoint } from "./relay-process.ts";

const SCRIPT = compiledPath(new URL("relay-process.ts", import.meta.url));
const AGGREGATES = Array.from({ length: 20 }, (_, nth) => `aggregate-${String(nth)}`);

export type RelayStory = {
  /** Events that the subscriber received, in order. */
  readonly seen: readonly string[];
  /** Appends `count` events of each aggregate, in a transaction for each number. */
  append(count: number): Promise<number[]>;
  startRelay(diesAt?: DeathPoint | ""): ChildProcess;
  untilAllSeen(count: number): Promise<void>;
  expectInOrder(numbers: readonly number[]): void;
  expectTakenOnce(numbers: readonly number[]): Promise<void>;
};

/** Expects that the subscriber misses nothing when a relay dies at a point of its work and the next one continues. */
export async function expectNothingMissed(bench: BrokerBench, diesAt: DeathPoint): Promise<void> {
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
}

export async function openRelayStory(bench: BrokerBench): Promise<RelayStory> {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await database.query(makeTaken());
  const { exchange, seen } = await subscribe(bench);
  let last = 0;

  return {
    seen,
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

/** Subscribes to every event of a new exchange, with a quorum queue. */
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

export type RelayPlace = {
  readonly database: Database;
  readonly bench: BrokerBench;
  readonly exchange: string;
  readonly diesAt: DeathPoint | "";
};

/** Starts a relay as a process, which ends with the test. */
export function startRelay({ database: { schema }, bench, exchange, diesAt }: RelayPlace): ChildProcess {
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

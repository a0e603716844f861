/** When tickets are acknowledged: after the end of their chunks, and before it only when these run for long. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "../database/migrate.ts";
import { queueTurns } from "../dispatch/dispatch.sql.ts";
import { createDispatchCounts, createTicketSender } from "../dispatch/dispatcher.ts";
import { dispatchRoute, dispatchTopology } from "../dispatch/ticket.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createHeldClock, type HeldClock } from "../../test/support/held-clock.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openBrokerBench, type BrokerBench, type TestBroker } from "../../test/support/test-broker.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { workerContext } from "../../test/support/worker-context.ts";
import { createTicketConsumer, type TicketConsumer } from "./ticket-work.ts";
import { createUnacknowledgedClaims } from "./unacknowledged-claims.ts";

const WAIT = { timeout: 20_000, interval: 20 };
const MINUTE_MS = 60_000;

let bench: BrokerBench;
let opened: TestDatabase;
let receiving: TestBroker;
let consumer: TicketConsumer;
let clock: HeldClock;
let queue: string;
let started: { readonly chunk: TakenChunk; readonly settle: () => void }[];

beforeEach(async () => {
  bench = await openBrokerBench();
  opened = await openTestDatabase({ on: "postgres" });
  await migrate(opened.database);
  const work = workedQueue(opened.database);
  queue = `${bench.prefix}-${work.queue}`;
  await work.submit(3, { queue });
  const { broker: sending } = await bench.open();
  await sending.declare(dispatchTopology([dispatchRoute(queue)]));
  const sender = createTicketSender({ broker: sending, countsOf: createDispatchCounts([]), logger: silentLogger });
  sender.send(await opened.database.query(queueTurns({ queue, window: 3, queuedMax: 1 })));
  await sender.sent();

  receiving = await bench.open();
  clock = createHeldClock();
  started = [];
  const context = workerContext(opened.database, { clock });
  const { broker } = receiving;
  const consuming = { concurrency: { min: 1, max: 1 }, prefetch: 1, countsOf: createDispatchCounts([queue]) };
  consumer = createTicketConsumer(
    context,
    { broker, queues: [queue], ...consuming },
    {
      unacknowledged: createUnacknowledgedClaims(context),
      untilFree: () => Promise.resolve(true),
      run: (chunks) =>
        chunks.map((chunk) => ({ over: new Promise<void>((settle) => started.push({ chunk, settle })) })),
    },
  );
  await consumer.start();
  await untilStarted(1);
});

afterEach(async () => {
  for (const { settle } of started) settle();
  await opened.dispose();
  await bench.dispose();
});

/** Tickets that come at about the same time are started together: that time has to pass. */
async function untilStarted(count: number): Promise<void> {
  const isStarted = async () => {
    await clock.advance(1);
    return started.length === count;
  };
  await vi.waitUntil(isStarted, WAIT);
}

/** Messages that wait in the broker once everything that was not acknowledged has come back to it. */
async function leftInBroker(): Promise<number> {
  receiving.proxy.refuse();
  const channel = await bench.admin.createChannel();
  const readCounts = () => channel.checkQueue(dispatchRoute(queue).queue);
  await vi.waitUntil(async () => (await readCounts()).consumerCount === 0, WAIT);
  return (await readCounts()).messageCount;
}

test("a ticket whose chunk still runs is not acknowledged", async () => {
  await clock.advance(9 * MINUTE_MS);

  expect(await leftInBroker()).toBe(3);
  expect(started).toHaveLength(1);
});

test("a ticket whose chunk runs for ten minutes is acknowledged, and its consumer takes no other before the end", async () => {
  await clock.advance(10 * MINUTE_MS);

  await vi.waitUntil(
    async () => (await receiving.broker.inspectQueue(dispatchRoute(queue).queue))?.consumers === 0,
    WAIT,
  );
  expect(started).toHaveLength(1);
  started[0]?.settle();
  await untilStarted(2);
  expect(started.map(({ chunk }) => chunk.number)).toEqual([1, 2]);
  expect(await leftInBroker()).toBe(2); // the second one, which came back, and the third
});

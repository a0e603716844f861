/** Tests that a job is announced to the broker when it was created: `{"job_id"}` at `brokerTriggerExchange`. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { migrate } from "../../src/database/migrate.ts";
import { createEngine } from "../../src/engine.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { WAIT } from "../support/story-support.ts";
import { type BrokerBench, openBrokerBench } from "../support/test-broker.ts";
import { openTestDatabase } from "../support/test-database.ts";

let bench: BrokerBench;
let [exchange, jobs] = ["", ""];
beforeAll(async () => {
  bench = await openBrokerBench();
  [exchange, jobs] = [`${bench.prefix}.jobs`, `${bench.prefix}-jobs`];
});
afterAll(async () => {
  const channel = await bench.admin.createChannel();
  await channel.deleteExchange(exchange);
  for (const queue of [`${jobs}.queue`, `${jobs}.dlq.queue`]) await channel.deleteQueue(queue);
  await bench.dispose();
});

/** Receives as a worker of another system does, with an own queue at the exchange. */
async function receive(): Promise<string[]> {
  const received: string[] = [];
  const channel = await bench.admin.createChannel();
  await channel.assertExchange(exchange, "topic", { durable: true });
  const { queue } = await channel.assertQueue("", { exclusive: true });
  await channel.bindQueue(queue, exchange, "jobs.trigger");
  await channel.consume(queue, (message) => received.push(String(message?.content)), { noAck: true });
  return received;
}

test("each job is announced once, by one of the processes, when the transaction that created it has committed", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const job = defineTask({ name: "demo.job", queue: jobs, run: () => Promise.resolve(null) });
  const config = { rabbitmqUrl: bench.url, brokerTriggerEnabled: true, brokerTriggerExchange: exchange };
  const engines = [];
  for (const workerId of ["one", "two"]) {
    const engine = await createEngine({
      tasks: [job],
      database,
      config: { ...config, workerId },
      logger: silentLogger,
    });
    onTestFinished(() => engine.stop());
    engines.push(engine);
  }
  const [one, two] = engines;
  await one?.submit(job, null); // before they start: they find it by polling
  for (const engine of engines) await engine.start();
  const received = await receive();

  const ids = await database.transaction(async (tx) => {
    const first = await one?.submit(job, null, { in: tx });
    const other = await two?.submit(job, null);
    await vi.waitUntil(() => received.length > 0, WAIT);
    expect(received).toEqual([JSON.stringify({ job_id: String(other?.taskId) })]);
    return [other?.taskId, first?.taskId].map(String);
  });
  await vi.waitUntil(() => received.length > 1, WAIT);
  const last = String((await two?.submit(job, null))?.taskId);
  await vi.waitUntil(() => received.length > 2, WAIT);

  expect(received).toEqual([...ids, last].map((job_id) => JSON.stringify({ job_id })));
});

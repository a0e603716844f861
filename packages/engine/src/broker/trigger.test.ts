/** Tests that triggers wake workers, and can do nothing else. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { openBrokerBench, type BrokerBench } from "../../test/support/test-broker.ts";
import { listenForTriggers, publishTrigger } from "./trigger.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(async () => {
  const channel = await bench.admin.createChannel();
  for (let count = 1; count <= exchanges; count++)
    await channel.deleteExchange(`${bench.prefix}.${String(count)}.jobs`);
  await bench.dispose();
});

let exchanges = 0;
const newRoute = () => ({ exchange: `${bench.prefix}.${String(++exchanges)}.jobs`, routingKey: "jobs.trigger" });

test("a trigger wakes every process that listens", async () => {
  const route = newRoute();
  const [one, two] = await Promise.all([bench.open(), bench.open()]);
  const wakes = [vi.fn(), vi.fn()] as const;
  await listenForTriggers({ broker: one.broker, wake: wakes[0], logger: silentLogger, ...route });
  await listenForTriggers({ broker: two.broker, wake: wakes[1], logger: silentLogger, ...route });

  await vi.waitUntil(async () => {
    await publishTrigger(one.broker, "job-7", route);
    return wakes.every((wake) => wake.mock.calls.length > 0);
  });
});

test("a trigger that no process receives is no error", async () => {
  const { broker } = await bench.open();

  await expect(publishTrigger(broker, "job-7", newRoute())).resolves.toBeUndefined();
});

test("a message that is no trigger is counted, removed from the queue and wakes no worker", async () => {
  const route = newRoute();
  const { broker } = await bench.open();
  const wake = vi.fn();
  const listener = await listenForTriggers({ broker, wake, logger: silentLogger, ...route });
  const bodies = ["", "{", "null", "[]", "{}", '{"job_id":7}', `{"job_id":"${"x".repeat(2_000)}"}`];

  for (const body of bodies) await broker.publish({ ...route, body: Buffer.from(body) });
  await vi.waitUntil(() => listener.malformed === bodies.length);
  expect(wake).not.toHaveBeenCalled();

  await publishTrigger(broker, "job-7", route);
  await vi.waitUntil(() => wake.mock.calls.length === 1);
  expect(listener.received).toBe(bodies.length + 1);
});

test("a process listens again after its connection broke", async () => {
  const route = newRoute();
  const { broker, proxy } = await bench.open();
  const wake = vi.fn();
  await listenForTriggers({ broker, wake, logger: silentLogger, ...route });

  const returned = new Promise<void>((resolve) => {
    broker.onChange((isConnected) => isConnected && resolve());
  });

  proxy.cut();
  await returned;

  await publishTrigger(broker, "job-7", route);
  await vi.waitUntil(() => wake.mock.calls.length === 1);
});

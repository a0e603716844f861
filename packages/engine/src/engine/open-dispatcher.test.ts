/** A process that only dispatches gives turns to consumers elsewhere, and refuses what it cannot dispatch to. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { IncomingMessage } from "../broker/broker.ts";
import { readConfig } from "../config/read-config.ts";
import { migrate } from "../database/migrate.ts";
import { dispatchRoute, dispatchTopology } from "../dispatch/ticket.ts";
import { silentLogger } from "../runtime/logger.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openBrokerBench, type BrokerBench } from "../../test/support/test-broker.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { openDispatcher } from "./open-dispatch.ts";

const WAIT = { timeout: 30_000, interval: 10 };

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

async function openParts(given: Record<string, string>) {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const { config } = readConfig({ env: {}, flags: given, surroundings: { workerId: "alone", isTerminal: false } });
  return { database, config, queues: [`${bench.prefix}-alone`], logger: silentLogger };
}

test("turns are sent to consumers, and none after the stop", async () => {
  const parts = await openParts({ rabbitmqUrl: bench.url });
  const [queue = ""] = parts.queues;
  const route = dispatchRoute(queue);
  const { broker } = await bench.open();
  await broker.declare(dispatchTopology([route]));
  const tickets: IncomingMessage[] = [];
  await broker.consume({
    queue: route.queue,
    onMessage: async (message) => {
      tickets.push(message);
      message.ack();
    },
  });
  const chunks = [{ payload: 1 }, { payload: 2 }];
  await submitTasks(parts.database, [
    { queue, pool: "default", tenant: "ann", group: "books", type: "demo.read", chunks },
  ]);

  const dispatcher = await openDispatcher(parts);
  dispatcher.start();
  await vi.waitUntil(() => tickets.length >= 2, WAIT);
  await dispatcher.stop();

  expect(tickets).toHaveLength(2);
});

test("without a broker it is refused", async () => {
  await expect(openDispatcher(await openParts({}))).rejects.toMatchObject({ code: "CONFIG_INVALID" });
});

/** An engine with a broker relays the events of the outbox, unless the configuration turns it off. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Config } from "../config/config.ts";
import { migrate } from "../database/migrate.ts";
import { createEngine } from "../engine.ts";
import { appendEvent } from "../outbox/append-event.ts";
import { getOutboxStatistics } from "../outbox/outbox-statistics.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openBrokerBench, type BrokerBench } from "../../test/support/test-broker.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

async function startEngine(config: Partial<Config>) {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const engine = await createEngine({ tasks: [], database, config, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  const aggregate = { type: "ENTRY", id: "1" };
  await appendEvent(database, { tenant: "ann", type: "demo.posted", aggregate, payload: 1 });
  return database;
}

it("an event that was committed is published to the exchange of the configuration", async () => {
  const { exchange } = bench.topology();
  const database = await startEngine({ rabbitmqUrl: bench.url, relayExchange: exchange });
  await vi.waitUntil(
    async () => (await getOutboxStatistics(database)).sinks.some(({ published }) => published === 1n),
    { timeout: 30_000, interval: 10 },
  );
});

it.each([
  ["without a broker and without webhooks", () => ({})],
  ["with relayEnabled off", () => ({ rabbitmqUrl: bench.url, relayEnabled: false })],
])("%s there is no relay, and events wait", async (_, config) => {
  const database = await startEngine(config());
  expect(await getOutboxStatistics(database)).toMatchObject({ arrivals: 1, sinks: [] });
});

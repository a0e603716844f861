/** Tests of stories: a process dies between the answer of a receiver and the commit, and one endpoint is dead. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createEngine } from "../../src/engine.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { createWebhooks } from "../../src/webhooks/webhooks.ts";
import { WAIT } from "../support/story-support.ts";
import { openTestDatabase, testPostgresUrl } from "../support/test-database.ts";
import { startTestReceiver } from "../support/test-receiver.ts";
import { anEvent, TEST_SECRETS_KEY } from "../support/webhook-bench.ts";
import { countDeliveries, lockDelivery, selectIsWaiting } from "./webhook-rows.sql.ts";

const SCRIPT = compiledPath(new URL("webhook-worker.ts", import.meta.url));

async function openWebhookStory() {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const config = { secretsKey: TEST_SECRETS_KEY, webhookAllowHttp: false, webhookAllowedHosts: "127.0.0.1" };
  const webhooks = createWebhooks({ database, config, logger: silentLogger });
  onTestFinished(() => webhooks.close());
  return { database, webhooks };
}

async function openReceiver() {
  const receiver = await startTestReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

async function startWorker(schema: string) {
  const words = [SCRIPT, testPostgresUrl(), schema, TEST_SECRETS_KEY, "127.0.0.1"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await once(createInterface({ input: child.stdout }), "line");
  return { kill: () => child.kill("SIGKILL"), ended };
}

test("a process killed between the answer and the commit sends the event once more, under the same ids", async () => {
  const { database, webhooks } = await openWebhookStory();
  const receiver = await openReceiver();
  await webhooks.endpoints.create({ tenant: "ann", url: receiver.url, eventTypes: ["*"] });
  const victim = await startWorker(database.schema);
  await database.transaction(async (tx) => {
    await database.transaction((inner) => webhooks.createDeliveries(inner, [anEvent()]));
    const { deliveries } = await webhooks.list({ tenant: "ann" });
    await tx.query(lockDelivery(deliveries[0]?.deliveryId ?? ""));
    await vi.waitUntil(async () => (await database.query(selectIsWaiting(database.schema)))[0]?.is_waiting, WAIT);
    victim.kill();
    await victim.ended;
  });
  expect(receiver.requests).toHaveLength(1);
  await startWorker(database.schema);
  const delivered = { tenant: "ann", state: "DELIVERED" };
  await vi.waitUntil(async () => (await database.query(countDeliveries(delivered)))[0]?.count === 1, WAIT);

  const [first, second] = receiver.requests;
  expect(receiver.requests).toHaveLength(2);
  for (const header of ["webhook-id", "x-rota-delivery-id", "x-rota-attempt"])
    expect(second?.headers[header]).toBe(first?.headers[header]);
  expect(second?.body).toEqual(first?.body);
});

test("a thousand deliveries that wait for a dead endpoint do not delay those of another tenant", async () => {
  const { database, webhooks } = await openWebhookStory();
  const [dead, alive] = [await openReceiver(), await openReceiver()];
  dead.answer(() => undefined);
  const settings = { eventTypes: ["*"], ratePerSecond: 1_000 };
  await webhooks.endpoints.create({ tenant: "ann", url: dead.url, timeoutMs: 2_000, ...settings });
  await webhooks.endpoints.create({ tenant: "bob", url: alive.url, ...settings });
  const events = (tenant: string, count: number) => Array.from({ length: count }, () => ({ ...anEvent(), tenant }));
  await webhooks.createDeliveries(database, events("ann", 1_000));
  const engine = await createEngine({ tasks: [webhooks.task], database, slots: 10, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  await vi.waitUntil(() => dead.requests.length >= 2, WAIT);
  await webhooks.createDeliveries(database, events("bob", 100));
  await vi.waitUntil(() => alive.requests.length === 100, WAIT);

  expect(dead.requests.length).toBeLessThan(50);
  const pending = { tenant: "ann", state: "PENDING" };
  expect((await database.query(countDeliveries(pending)))[0]?.count).toBe(1_000);
});

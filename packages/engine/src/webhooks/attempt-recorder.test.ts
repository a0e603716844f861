/** Tests of endpoints that fail: they are held, disabled in the end, and released when they answer again. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "../audit-log/list-audit.ts";
import { sql } from "../database/sql.ts";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";

let receiver: TestReceiver;
let bench: WebhookBench;

beforeAll(async () => {
  bench = await openWebhookBench({ allowedHosts: ["127.0.0.1"] });
});
beforeEach(async () => {
  receiver = await startTestReceiver();
});
afterEach(async () => {
  await bench.removeAll();
  await receiver.close();
});
afterAll(() => bench.close());

const send = async (count: number) => {
  for (let sent = 0; sent < count; sent++) await bench.send();
};
const states = async () => (await bench.webhooks.list({ tenant: "ann" })).deliveries.map(({ state }) => state);
const pass = async (ms: number) => {
  await bench.advance(ms);
  await bench.drain();
};
const noticesOf = (endpointId: string) =>
  bench.database.query(
    sql<{
      type: string;
      payload: string;
    }>`select type, payload from rota.outbox_arrivals where aggregate_id = ${endpointId}`,
  );

describe("an endpoint that failed five times in a row", () => {
  test("is left alone for ten seconds, then tried with one delivery, then for twice as long", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, schedule: [600_000], maxInFlight: 1 });
    receiver.answer(500);
    await send(20);
    await bench.drain();
    expect(receiver.requests).toHaveLength(5);
    expect(await bench.webhooks.endpoints.get(endpoint)).toMatchObject({
      failures: 5,
      heldUntil: new Date(bench.now().getTime() + 10_000),
    });

    await pass(9_999);
    expect(receiver.requests).toHaveLength(5);
    await pass(1);
    expect(receiver.requests).toHaveLength(6);
    await pass(19_999);
    expect(receiver.requests).toHaveLength(6);
    await pass(1);
    expect(receiver.requests).toHaveLength(7);
  });

  test("gets everything that waits as soon as it answers", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, schedule: [60_000] });
    receiver.answer(500);
    await send(20);
    await bench.drain();
    receiver.answer(200);
    await pass(40_000);
    expect(await bench.webhooks.endpoints.get(endpoint)).toMatchObject({ failures: 0, heldUntil: undefined });
    await pass(120_000);

    expect(await states()).toEqual(Array.from({ length: 20 }, () => "DELIVERED"));
  });

  test("delays no other endpoint", async () => {
    const other = await startTestReceiver();
    await bench.endpoint({ url: receiver.url });
    await bench.endpoint({ url: other.url });
    receiver.answer(500);
    await send(20);
    await bench.drain();
    await other.close();

    expect(other.requests).toHaveLength(20);
    expect(receiver.requests.length).toBeLessThan(8);
  });

  test("counts from zero again after a success", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, maxInFlight: 1 });
    for (const status of [500, 500, 500, 500, 200, 500, 500, 500, 500]) {
      receiver.answer(status);
      await bench.send();
      await bench.drain();
    }

    expect(await bench.webhooks.endpoints.get(endpoint)).toMatchObject({ failures: 4, heldUntil: undefined });
  });
});

describe("an endpoint is disabled", () => {
  test("at once when it answers 410, and its owner gets an event", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, maxInFlight: 1 });
    receiver.answer(410);
    await send(3);
    await bench.drain();

    expect(receiver.requests).toHaveLength(1);
    expect(await bench.webhooks.endpoints.get(endpoint)).toMatchObject({ state: "DISABLED", disabledReason: "GONE" });
    expect(await states()).toEqual(["FAILED", "FAILED", "FAILED"]);
    expect(await noticesOf(endpoint.endpointId)).toMatchObject([{ type: "webhook.endpoint.disabled" }]);
    const filter = {
      action: "webhook.endpoint.disabled",
      subject: { type: "webhook-endpoint", id: endpoint.endpointId },
    };
    const { entries } = await listAudit(bench.database, { tenant: "ann", filter });
    expect(entries).toMatchObject([{ actor: null, details: { reason: "GONE" } }]);
    expect(await bench.webhooks.createDeliveries(bench.database, [])).toBe(0);
  });

  test("after twenty attempts and five days of failures only, and not before", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, schedule: [] });
    const failAfter = async (failures: number, days: number) => {
      const since = new Date(bench.now().getTime() - days * 86_400_000);
      await bench.database.query(
        sql`update rota.webhook_endpoints set failures = ${failures}, failing_since = ${since}, held_until = null where endpoint_id = ${endpoint.endpointId}::uuid`,
      );
      await bench.send();
      await pass(600_000);
      return bench.webhooks.endpoints.get(endpoint);
    };
    receiver.answer(500);

    expect(await failAfter(1_000, 4.9)).toMatchObject({ state: "ACTIVE" });
    expect(await failAfter(18, 100)).toMatchObject({ state: "ACTIVE", failures: 19 });
    expect(await failAfter(19, 5)).toMatchObject({ state: "DISABLED", disabledReason: "FAILING", failures: 20 });
    expect(await noticesOf(endpoint.endpointId)).toHaveLength(1);
  });

  test("and once it is enabled again, failed deliveries can be replayed", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, maxInFlight: 1 });
    receiver.answer(410);
    await send(3);
    await bench.drain();
    receiver.answer(200);
    await bench.webhooks.endpoints.enable(endpoint);
    const enabled = await bench.webhooks.endpoints.get(endpoint);
    const { replayed } = await bench.webhooks.replayMany(endpoint);
    await bench.drain();

    expect(enabled).toMatchObject({ state: "ACTIVE", failures: 0, failingSince: undefined, disabledReason: undefined });
    expect(replayed).toBe(3);
    expect(await states()).toEqual(["DELIVERED", "DELIVERED", "DELIVERED", "FAILED", "FAILED", "FAILED"]);
  });
});

test("an endpoint gets no more requests at once or per second than its limits allow", async () => {
  await bench.endpoint({ url: receiver.url, maxInFlight: 3, ratePerSecond: 10 });
  let [running, most] = [0, 0];
  receiver.answer((response) => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.end();
    });
  });
  await send(25);
  await bench.drain();
  const first = receiver.requests.length;
  await pass(1_000);
  const second = receiver.requests.length;
  await pass(1_000);

  expect([first, second, receiver.requests.length]).toEqual([10, 20, 25]);
  expect(most).toBeLessThanOrEqual(3);
});

/** Tests of deliveries: they are signed, retried according to the answer, and recorded. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";
import { startTestReceiver, type ReceivedRequest, type TestReceiver } from "../../test/support/test-receiver.ts";

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

const only = async () => {
  const { deliveries } = await bench.webhooks.list({ tenant: "ann" });
  return bench.webhooks.show({ tenant: "ann", deliveryId: deliveries[0]?.deliveryId ?? "" });
};
const textOf = (body: Uint8Array = new Uint8Array()) => Buffer.from(body).toString();
const headersOf = ({ headers }: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Must run first: later tests move the time of the database forward, and the verifiers use the system's time. */
test("a delivery carries the event, both signatures and its ids, and both public verifiers accept it", async () => {
  const { secret } = await bench.endpoint({ url: receiver.url });
  const eventId = await bench.send();
  await bench.drain();

  const [request] = receiver.requests;
  const delivery = await only();
  expect(request).toMatchObject({ method: "POST", path: "/hooks" });
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "x-rota-event-type": "order.invoice.sent",
    "x-rota-delivery-id": delivery.deliveryId,
    "x-rota-attempt": "1",
    "webhook-id": eventId,
  });
  const body = String(request?.body);
  expect(JSON.parse(body)).toEqual({
    event_type: "order.invoice.sent",
    event_id: eventId,
    occurred_at: bench.now().toISOString().replace("Z", "000Z"),
    tenant_id: "ann",
    data: { order_id: "o-1" },
  });
  if (request === undefined) return;
  for (const verifier of [new StandardWebhook(secret), new SvixWebhook(secret)])
    expect(verifier.verify(body, headersOf(request))).toEqual(JSON.parse(body));
  expect(delivery).toMatchObject({ state: "DELIVERED", attempts: 1, lastStatus: 200, lastError: undefined });
  expect(delivery.history).toMatchObject([{ number: 1, status: 200, errorClass: undefined }]);
});

test("every attempt sends the same bytes under the same id, each with its own time", async () => {
  await bench.endpoint({ url: receiver.url, schedule: "seed" });
  receiver.answer(503);
  await bench.send();
  for (const waitMs of [0, 2_000, 4_000, 8_000, 16_000, 100_000]) {
    await bench.advance(waitMs);
    await bench.drain();
  }

  expect(receiver.requests).toHaveLength(5);
  const distinct = (read: (request: ReceivedRequest) => unknown) => new Set(receiver.requests.map(read)).size;
  expect(distinct(({ body }) => String(body))).toBe(1);
  expect(distinct(({ headers }) => headers["webhook-id"])).toBe(1);
  expect(distinct(({ headers }) => headers["x-rota-delivery-id"])).toBe(1);
  expect(distinct(({ headers }) => headers["webhook-timestamp"])).toBe(5);
  expect(receiver.requests.map(({ headers }) => headers["x-rota-attempt"])).toEqual(["1", "2", "3", "4", "5"]);
  expect(await only()).toMatchObject({ state: "FAILED", attempts: 5, lastError: "SERVER_ERROR" });
});

test("a delivery is pending until it is decided, and delivered when the receiver finally accepts it", async () => {
  await bench.endpoint({ url: receiver.url, schedule: "seed" });
  receiver.answer(500);
  await bench.send();
  await bench.drain();
  expect(await only()).toMatchObject({ state: "PENDING", attempts: 1, lastStatus: 500 });
  receiver.answer(204);
  await bench.advance(1_999);
  await bench.drain();
  expect(receiver.requests).toHaveLength(1);
  await bench.advance(1);
  await bench.drain();

  const delivery = await only();
  expect(delivery).toMatchObject({ state: "DELIVERED", attempts: 2, nextAttemptAt: undefined });
  expect(delivery.history.map(({ status }) => status)).toEqual([500, 204]);
});

describe("by the answer", () => {
  test.each([
    [200, { state: "DELIVERED", lastError: undefined }],
    [299, { state: "DELIVERED", lastError: undefined }],
    [301, { state: "PENDING", lastError: "REDIRECT" }],
    [400, { state: "PENDING", lastError: "REFUSED" }],
    [404, { state: "PENDING", lastError: "REFUSED" }],
    [408, { state: "PENDING", lastError: "THROTTLED" }],
    [410, { state: "FAILED", lastError: "GONE" }],
    [425, { state: "PENDING", lastError: "THROTTLED" }],
    [429, { state: "PENDING", lastError: "THROTTLED" }],
    [500, { state: "PENDING", lastError: "SERVER_ERROR" }],
    [503, { state: "PENDING", lastError: "SERVER_ERROR" }],
  ])("%i", async (status, expected) => {
    await bench.endpoint({ url: receiver.url });
    receiver.answer(status);
    await bench.send();
    await bench.drain();

    expect(await only()).toMatchObject({ ...expected, lastStatus: status });
    const { history } = await only();
    expect(textOf(history[0]?.answerBody)).toBe(`status ${String(status)}`);
  });

  test("a refusal is tried three times", async () => {
    await bench.endpoint({ url: receiver.url });
    receiver.answer(422);
    await bench.send();
    for (let passed = 0; passed < 5; passed++) {
      await bench.drain();
      await bench.advance(86_400_000);
    }

    expect(receiver.requests).toHaveLength(3);
    expect(await only()).toMatchObject({ state: "FAILED", attempts: 3 });
  });

  test("a receiver that asks for a wait gets it", async () => {
    await bench.endpoint({ url: receiver.url });
    receiver.answer((response) => response.writeHead(429, { "retry-after": "3600" }).end());
    await bench.send();
    await bench.drain();
    await bench.advance(3_599_000);
    await bench.drain();
    expect(receiver.requests).toHaveLength(1);
    await bench.advance(1_000);
    await bench.drain();

    expect(receiver.requests).toHaveLength(2);
  });
});

describe("an attempt ends in time, whatever the receiver does", () => {
  test("when it never answers", async () => {
    await bench.endpoint({ url: receiver.url, timeoutMs: 200 });
    receiver.answer(() => undefined);
    await bench.send();
    await bench.drain();

    expect(await only()).toMatchObject({ state: "PENDING", lastError: "TIMEOUT", lastStatus: undefined });
  });

  test("when its answer drips without end", async () => {
    await bench.endpoint({ url: receiver.url, timeoutMs: 300 });
    receiver.answer((response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    await bench.send();
    await bench.drain();

    expect(await only()).toMatchObject({ state: "PENDING", lastError: "TIMEOUT" });
  });

  test("when its answer is huge, of which the beginning is kept", async () => {
    await bench.endpoint({ url: receiver.url });
    receiver.answer((response) => {
      const more = (): void => {
        while (response.write("x".repeat(10_000)));
        response.once("drain", more);
      };
      more();
    });
    await bench.send();
    await bench.drain();

    const { state, history } = await only();
    expect(state).toBe("DELIVERED");
    expect(textOf(history[0]?.answerBody)).toBe("x".repeat(4_096));
  });

  test("when it hangs up, and when nothing listens", async () => {
    await bench.endpoint({ url: receiver.url });
    receiver.answer((response) => response.destroy());
    await bench.send();
    await bench.drain();
    expect(await only()).toMatchObject({ state: "PENDING", lastError: "NETWORK" });

    const { port } = receiver;
    await receiver.close();
    await bench.send();
    await bench.drain();
    receiver = await startTestReceiver({ port });

    expect(await only()).toMatchObject({ state: "PENDING", lastError: "NETWORK" });
  });
});

test("a connection that the receiver closed between two deliveries costs no attempt", async () => {
  await bench.endpoint({ url: receiver.url });
  let connections = 0;
  receiver.answer((response) => {
    connections++;
    response.end("ok", () => setImmediate(() => response.socket?.destroy()));
  });
  for (let sent = 0; sent < 5; sent++) {
    await bench.send();
    await bench.drain();
  }

  const { deliveries } = await bench.webhooks.list({ tenant: "ann" });
  expect(deliveries.map(({ state, attempts }) => `${state} ${String(attempts)}`)).toEqual(
    Array.from({ length: 5 }, () => "DELIVERED 1"),
  );
  expect(connections).toBe(5);
});

test("deliveries that wait for a removed or disabled endpoint fail without being sent", async () => {
  const [removed, disabled] = [
    await bench.endpoint({ url: receiver.url }),
    await bench.endpoint({ url: receiver.url }),
  ];
  await bench.send();
  await bench.webhooks.endpoints.remove(removed);
  await bench.webhooks.endpoints.disable({ ...disabled, reason: "maintenance" });
  await bench.drain();

  const { deliveries } = await bench.webhooks.list({ tenant: "ann" });
  expect(deliveries.map(({ state, lastError }) => [state, lastError])).toEqual([
    ["FAILED", "DISABLED"],
    ["FAILED", "DISABLED"],
  ]);
  expect(receiver.requests).toEqual([]);
});

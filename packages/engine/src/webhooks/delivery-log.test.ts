/** Tests of listing deliveries, replaying them and pinging an endpoint. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";
import { pruneDeliveries } from "./delivery-log.ts";

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

const code = (wanted: string): unknown => expect.objectContaining({ code: wanted });
const sendAll = async (types: readonly string[]) => {
  const eventIds: string[] = [];
  for (const type of types) {
    await bench.advance(1_000);
    eventIds.push(await bench.send({ type }));
    await bench.drain();
  }
  return eventIds;
};
const list = async (query: Partial<Parameters<typeof bench.webhooks.list>[0]> = {}) =>
  (await bench.webhooks.list({ tenant: "ann", ...query })).deliveries;

describe("deliveries are listed", () => {
  test("the newest first, by endpoint, state, type and time", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, schedule: [] });
    const [first, second, third] = await sendAll(["a.one", "a.two", "a.one"]);
    receiver.answer(500);
    const [fourth] = await sendAll(["a.two"]);
    const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ eventId }) => eventId);
    const [, from = new Date(0), , to = new Date(0)] = (await list()).map(({ createdAt }) => createdAt).reverse();

    expect(await ids({})).toEqual([fourth, third, second, first]);
    expect(await ids({ state: "FAILED" })).toEqual([fourth]);
    expect(await ids({ eventType: "a.one" })).toEqual([third, first]);
    expect(await ids({ from, to })).toEqual([third, second]);
    expect(await ids({ endpointId: endpoint.endpointId, state: "DELIVERED" })).toEqual([third, second, first]);
    expect(await ids({ endpointId: "00000000-0000-4000-8000-000000000000" })).toEqual([]);
    expect(await ids({ tenant: "bob" })).toEqual([]);
  });

  test("in pages, each once", async () => {
    await bench.endpoint({ url: receiver.url });
    const eventIds = await sendAll(["a", "b", "c", "d", "e"]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bench.webhooks.list({ tenant: "ann", limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.deliveries.map(({ eventId }) => eventId));
      cursor = page.next;
    } while (cursor !== undefined);

    expect(seen).toEqual(eventIds.reverse());
    await expect(bench.webhooks.list({ tenant: "ann", cursor: "first" })).rejects.toThrow(code("WEBHOOK_INVALID"));
  });

  test("one is shown with what was sent and each attempt, to its tenant only", async () => {
    await bench.endpoint({ url: receiver.url, schedule: [1_000] });
    receiver.answer(503);
    await sendAll(["a"]);
    receiver.answer(200);
    await bench.advance(2_000);
    await bench.drain();
    const [{ deliveryId } = { deliveryId: "" }] = await list();
    const shown = await bench.webhooks.show({ tenant: "ann", deliveryId });

    expect(Buffer.from(shown.body)).toEqual(receiver.requests[0]?.body);
    expect(shown.history).toMatchObject([
      { number: 1, status: 503, errorClass: "SERVER_ERROR", error: "the receiver answered 503" },
      { number: 2, status: 200, errorClass: undefined, error: undefined },
    ]);
    await expect(bench.webhooks.show({ tenant: "bob", deliveryId })).rejects.toThrow(
      code("WEBHOOK_DELIVERY_NOT_FOUND"),
    );
    await expect(bench.webhooks.show({ tenant: "ann", deliveryId: "1" })).rejects.toThrow(
      code("WEBHOOK_DELIVERY_NOT_FOUND"),
    );
  });
});

describe("a replay", () => {
  test("of one sends the same bytes under the same webhook-id, as another delivery", async () => {
    await bench.endpoint({ url: receiver.url });
    await sendAll(["a"]);
    const [{ deliveryId } = { deliveryId: "" }] = await list();
    const replayed = await bench.webhooks.replay({ tenant: "ann", deliveryId });
    await bench.drain();

    const [first, second] = receiver.requests;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.headers["x-rota-delivery-id"]).toBe(replayed);
    expect(replayed).not.toBe(deliveryId);
    expect(await list()).toMatchObject([{ deliveryId: replayed, replayOf: deliveryId, state: "DELIVERED" }, {}]);
  });

  test("of all that failed since a time sends each event once, even when requested twice", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, schedule: [] });
    receiver.answer(500);
    const [, second, third] = await sendAll(["a", "b", "c"]);
    const [, from] = (await list()).map(({ createdAt }) => createdAt);
    receiver.answer(200);
    const request = { ...endpoint, ...(from === undefined ? {} : { from }) };
    const first = await bench.webhooks.replayMany({ ...request, limit: 1 });
    const rest = await bench.webhooks.replayMany({
      ...request,
      ...(first.next === undefined ? {} : { cursor: first.next }),
    });
    const again = await bench.webhooks.replayMany(request);
    await bench.advance(60_000);
    await bench.drain();

    expect([first.replayed, rest, again]).toEqual([
      1,
      { replayed: 1, next: undefined },
      { replayed: 0, next: undefined },
    ]);
    expect(receiver.requests.slice(3).map(({ headers }) => headers["webhook-id"])).toEqual([second, third]);
  });

  test("of a range also sends delivered events when requested", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url });
    await sendAll(["a", "b", "c"]);
    const [, , first] = (await list()).map(({ createdAt }) => createdAt);
    const request = {
      ...endpoint,
      states: ["DELIVERED", "FAILED"],
      ...(first === undefined ? {} : { to: first }),
    } as const;

    expect(await bench.webhooks.replayMany(request)).toEqual({ replayed: 0, next: undefined });
    const to = bench.now();
    await bench.advance(1);
    expect(await bench.webhooks.replayMany({ ...request, to: new Date(to.getTime() + 1) })).toMatchObject({
      replayed: 3,
    });
  });

  test("to an endpoint that is disabled is refused", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url });
    await sendAll(["a"]);
    const [{ deliveryId } = { deliveryId: "" }] = await list();
    await bench.webhooks.endpoints.disable({ ...endpoint, reason: "test" });

    const refused = code("WEBHOOK_ENDPOINT_DISABLED");
    await expect(bench.webhooks.replay({ tenant: "ann", deliveryId })).rejects.toThrow(refused);
    await expect(bench.webhooks.replayMany(endpoint)).rejects.toThrow(refused);
  });
});

describe("a ping", () => {
  test("is answered at once, signed, and leaves nothing behind", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url });
    const result = await bench.webhooks.ping(endpoint);

    expect(result).toMatchObject({ isDelivered: true, status: 200, errorClass: undefined });
    const [request] = receiver.requests;
    expect(request?.headers["x-rota-event-type"]).toBe("rota.ping");
    expect(request?.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(JSON.parse(String(request?.body))).toMatchObject({ event_type: "rota.ping", tenant_id: "ann", data: {} });
    expect(await list()).toEqual([]);
  });

  test("shows what is wrong with an endpoint, also while it is disabled", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url });
    await bench.webhooks.endpoints.disable({ ...endpoint, reason: "test" });
    receiver.answer(401);

    expect(await bench.webhooks.ping(endpoint)).toMatchObject({
      isDelivered: false,
      status: 401,
      errorClass: "REFUSED",
      error: "the receiver answered 401",
    });
  });
});

test("pruning deletes deliveries that ended long ago, and never those that wait", async () => {
  await bench.endpoint({ url: receiver.url, schedule: [10 * 86_400_000].map(() => 604_800_000) });
  await sendAll(["a"]);
  receiver.answer(500);
  await sendAll(["b"]);
  await bench.advance(86_400_000);
  receiver.answer(200);
  await sendAll(["c"]);

  expect(await pruneDeliveries(bench.database, { olderThanMs: 86_400_000 })).toBe(1);
  expect((await list()).map(({ eventType }) => eventType)).toEqual(["c", "b"]);
});

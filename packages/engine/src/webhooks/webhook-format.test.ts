/** Tests which headers an endpoint gets, and what happens to an endpoint whose format is not loaded. */
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";
import { sql } from "../database/sql.ts";
import { createFormats, type WebhookFormat } from "./webhook-format.ts";

const shop: WebhookFormat = {
  name: "shop",
  eventTypes: ["order.*"],
  pingType: "shop.ping",
  headers: ({ eventType }) => ({ "x-shop-event": eventType }),
};
const mail: WebhookFormat = { name: "mail", headers: () => ({ "x-mail": "1" }) };
/** Format with a body and settings of its own. */
const old: WebhookFormat = {
  name: "old",
  settings: { timeoutMs: 7_000, schedule: "seed" },
  headers: ({ body }) => ({ "x-old-bytes": String(body.byteLength) }),
  body: ({ eventId, eventType, tenant, occurredAt, aggregate, dataText }) =>
    `{"about":${JSON.stringify([eventId, eventType, tenant, occurredAt, aggregate ?? null])},"given":${dataText}}`,
};

describe("an endpoint that chooses no format gets", () => {
  test.each([
    ["the one of its event types", ["order.*"], "shop"],
    ["the one of one event type", ["stock.*", "order.invoice.sent"], "shop"],
    ["the one of a wider pattern", ["*"], "shop"],
    ["the standard one for other event types", ["orders.invoice", "stock.*"], "standard"],
  ])("%s", (_, eventTypes, format) => {
    expect(createFormats([mail, shop, old]).defaultFor(eventTypes)).toBe(format);
  });
});

test.each([
  ["two of one name", [shop, shop], "WORKLOAD_CLASH"],
  ["one that is called standard", [{ ...shop, name: "standard" }], "WORKLOAD_CLASH"],
  ["one whose name is not in lower case", [{ ...shop, name: "Shop" }], "WORKLOAD_INVALID"],
])("formats are refused: %s", (_, formats, code) => {
  expect(() => createFormats(formats)).toThrow(expect.objectContaining({ code }));
});

describe("requests", () => {
  let receiver: TestReceiver;
  let bench: WebhookBench;
  beforeAll(async () => {
    bench = await openWebhookBench({ allowedHosts: ["127.0.0.1"], formats: [mail, shop, old] });
  });
  beforeEach(async () => {
    receiver = await startTestReceiver();
  });
  afterEach(async () => {
    await bench.removeAll();
    await receiver.close();
  });
  afterAll(() => bench.close());
  const store = (format: string) => bench.database.query(sql`update rota.webhook_endpoints set format = ${format}`);

  test.each([
    ["standard", undefined, undefined, "rota.ping"],
    ["shop", "order.invoice.sent", undefined, "shop.ping"],
    ["all", "order.invoice.sent", "1", "shop.ping"],
  ])("to an endpoint of the format %s have its headers and its ping", async (format, ofShop, ofMail, pingType) => {
    const endpoint = await bench.endpoint({ url: receiver.url, format });
    await bench.send();
    await bench.drain();
    await bench.webhooks.ping(endpoint);

    const [delivered, ping] = receiver.requests;
    expect([delivered?.headers["x-shop-event"], delivered?.headers["x-mail"]]).toEqual([ofShop, ofMail]);
    expect(delivered?.headers["x-rota-event-type"]).toBe("order.invoice.sent");
    expect(ping?.headers["x-rota-event-type"]).toBe(pingType);
    expect(delivered?.headers["x-old-bytes"]).toBeUndefined();
  });

  test("to an endpoint of a format with a body have that body, signed and shown, and every digit of the payload", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, format: "old", timeoutMs: 8_000 });
    const payloadText = '{"cents": 12345678901234567890.10, "note": ",\\"data\\":"}';
    const aggregate = { type: "ORDER", id: "7" };
    const eventId = await bench.send({ payloadText, aggregate });
    await bench.drain();
    await bench.webhooks.ping(endpoint);

    const [delivered, ping] = receiver.requests;
    const about = [eventId, "order.invoice.sent", "ann", bench.now().toISOString().replace("Z", "000Z"), aggregate];
    expect(String(delivered?.body)).toBe(`{"about":${JSON.stringify(about)},"given":${payloadText}}`);
    expect(delivered?.headers["x-old-bytes"]).toBe(String(delivered?.body.byteLength));
    const [id, time] = ["webhook-id", "webhook-timestamp"].map((name) => String(delivered?.headers[name]));
    const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
    const mac = createHmac("sha256", key)
      .update(`${String(id)}.${String(time)}.${String(delivered?.body)}`)
      .digest("base64");
    expect(delivered?.headers["webhook-signature"]).toBe(`v1,${mac}`);
    const { deliveries } = await bench.webhooks.list({ tenant: "ann" });
    const shown = await bench.webhooks.show({ tenant: "ann", deliveryId: deliveries[0]?.deliveryId ?? "" });
    expect(Buffer.from(shown.body)).toEqual(delivered?.body);
    expect(JSON.parse(String(ping?.body))).toMatchObject({
      about: [{}, "rota.ping", "ann", {}, { type: "WEBHOOK_ENDPOINT" }],
    });
    expect(endpoint).toMatchObject({ schedule: "seed", timeoutMs: 8_000 });
  });

  test("to an endpoint that changes to a format follow its settings, but for those that are given with it", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, schedule: [1_000] });

    expect(await bench.webhooks.endpoints.update(endpoint, { format: "old", timeoutMs: 9_000 })).toMatchObject({
      format: "old",
      schedule: "seed",
      timeoutMs: 9_000,
    });
    expect(await bench.webhooks.endpoints.update(endpoint, { maxInFlight: 3 })).toMatchObject({ timeoutMs: 9_000 });
  });

  test("to an endpoint of a format that is not loaded wait until it is loaded, and the chunk says why", async () => {
    const endpoint = await bench.endpoint({ url: receiver.url });
    await bench.send();
    await store("gone");
    await bench.drain();

    const [attempt] = await bench.database.query(sql<{ error: unknown }>`
      select error from rota.attempts order by attempt_id desc limit 1`);

    expect(attempt?.error).toMatchObject({ code: "WEBHOOK_FORMAT_MISSING" });
    expect(JSON.stringify(attempt?.error)).toContain("has the format gone, which no workload of this process defines");
    await expect(bench.webhooks.ping(endpoint)).rejects.toMatchObject({ code: "WEBHOOK_FORMAT_MISSING" });
    expect(receiver.requests).toEqual([]);
    await store("shop");
    await bench.advance(60_000);
    await bench.drain();
    expect(receiver.requests).toHaveLength(1);
  });

  test("of a format that does not exist are refused when the endpoint is made or changed", async () => {
    const refused = "format must be one of standard, all, mail, shop, old";
    const endpoint = await bench.endpoint({ url: receiver.url });

    await expect(bench.endpoint({ url: receiver.url, format: "gone" })).rejects.toThrow(refused);
    await expect(bench.webhooks.endpoints.update(endpoint, { format: "gone" })).rejects.toThrow(refused);
    expect(await bench.webhooks.endpoints.update(endpoint, { format: "mail" })).toMatchObject({ format: "mail" });
  });

  test("to an endpoint that an earlier version stored keep the headers of all formats", async () => {
    const { endpointId } = await bench.endpoint({ url: receiver.url });
    await bench.database.query(sql`update rota.webhook_endpoints set format = default`);

    expect((await bench.webhooks.endpoints.get({ tenant: "ann", endpointId })).format).toBe("all");
  });
});

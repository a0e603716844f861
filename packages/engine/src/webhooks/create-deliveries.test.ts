/** Tests of which endpoints get an event, and that each gets it once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { anEvent, TEST_SECRETS_KEY } from "../../test/support/webhook-bench.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

const url = "https://hooks.example.com/";
let tenantCount = 0;

describe.each(["pglite", "postgres"] as const)("deliveries on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let webhooks: Webhooks;
  let tenant: string;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
    const config = { secretsKey: TEST_SECRETS_KEY, webhookAllowHttp: false, webhookAllowedHosts: "" };
    webhooks = createWebhooks({ database, config, logger: silentLogger });
  });
  beforeEach(() => {
    tenant = `tenant-${String(++tenantCount)}`;
  });
  afterAll(() => opened.dispose());

  const listed = async () => (await webhooks.list({ tenant })).deliveries;
  const event = (type = "order.invoice.sent") => ({ ...anEvent(), tenant, type });

  test("an event goes to each active endpoint of its tenant that wants it, and to no other", async () => {
    const { endpoints } = webhooks;
    const all = await endpoints.create({ tenant, url, eventTypes: ["*"] });
    const orders = await endpoints.create({ tenant, url, eventTypes: ["order.*"] });
    await endpoints.create({ tenant, url, eventTypes: ["rules.version.published"] });
    await endpoints.create({ tenant: `${tenant}-other`, url, eventTypes: ["*"] });
    await endpoints.disable({ ...(await endpoints.create({ tenant, url, eventTypes: ["*"] })), reason: "test" });
    await endpoints.remove(await endpoints.create({ tenant, url, eventTypes: ["*"] }));

    expect(await webhooks.createDeliveries(database, [event()])).toBe(2);
    const found = (await listed()).map(({ endpointId, state }) => ({ endpointId, state }));
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { endpointId: all.endpointId, state: "PENDING" },
        { endpointId: orders.endpointId, state: "PENDING" },
      ]),
    );
  });

  test("however often and by however many callers deliveries are created, each endpoint gets an event once", async () => {
    await webhooks.endpoints.create({ tenant, url, eventTypes: ["*"] });
    await webhooks.endpoints.create({ tenant, url, eventTypes: ["*"] });
    const events = Array.from({ length: 20 }, () => event());
    const orders = [events, [...events].reverse(), events, events];

    const made = await Promise.all(
      orders.map((given) => database.transaction((tx) => webhooks.createDeliveries(tx, given))),
    );

    expect(made.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await listed()).toHaveLength(40);
  });

  test("events of a transaction that is rolled back are not delivered", async () => {
    await webhooks.endpoints.create({ tenant, url, eventTypes: ["*"] });
    const undone = database.transaction(async (tx) => {
      await webhooks.createDeliveries(tx, [event()]);
      throw new Error("undone");
    });

    await expect(undone).rejects.toThrow("undone");
    expect(await listed()).toEqual([]);
  });

  test("the same id of two tenants is two events", async () => {
    const other = `${tenant}-other`;
    await webhooks.endpoints.create({ tenant, url, eventTypes: ["*"] });
    await webhooks.endpoints.create({ tenant: other, url, eventTypes: ["*"] });
    const ours = event();

    expect(await webhooks.createDeliveries(database, [ours, { ...ours, tenant: other }])).toBe(2);
  });

  test("an event that cannot be sent is refused if an endpoint wants it, and skipped if none does", async () => {
    const unsendable = { ...event(), eventId: "with.dots" };
    expect(await webhooks.createDeliveries(database, [unsendable])).toBe(0);
    await webhooks.endpoints.create({ tenant, url, eventTypes: ["*"] });

    await expect(webhooks.createDeliveries(database, [unsendable])).rejects.toThrow(
      expect.objectContaining({ code: "WEBHOOK_INVALID" }),
    );
  });

  test("the payload is sent as it was appended, byte for byte", async () => {
    await webhooks.endpoints.create({ tenant, url, eventTypes: ["*"] });
    const payloadText = '{"big":12345678901234567890,"text":"ü\\u0000","z":1,"a":2}';
    await webhooks.createDeliveries(database, [{ ...event(), payloadText }]);

    const [delivery] = await listed();
    const { body } = await webhooks.show({ tenant, deliveryId: delivery?.deliveryId ?? "" });
    expect(Buffer.from(body).toString()).toContain(`"data":${payloadText}}`);
  });
});

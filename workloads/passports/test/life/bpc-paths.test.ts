/** Tests of the paths of the replaced system for webhook endpoints, subscriptions and audit events. */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBody, refused } from "./answers.ts";
import { createDocument, createSnapshot } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ isWorking: false });
});
afterAll(() => world.dispose());

const Endpoint = Type.Object({ webhook_endpoint_id: Type.String(), url: Type.String(), is_active: Type.Boolean() });
const Subscription = Type.Object({
  webhook_subscription_id: Type.String(),
  webhook_endpoint_id: Type.String(),
  event_type: Type.String(),
});
const Event = Type.Object({
  event_id: Type.String(),
  aggregate_type: Type.String(),
  event_type: Type.String(),
  event_hash: Type.String(),
});
const Page = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) =>
  Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) });
const URL_OF = "https://hooks.example.com/bpc";
const create = async (idempotencyKey: string = randomUUID()) =>
  world.ask("POST", "/v1/webhook-endpoints", { body: { url: URL_OF }, idempotencyKey });
const subscribe = (webhook_endpoint_id: string, event_type: string, key = world.keys.admin) =>
  world.ask("POST", "/v1/webhook-subscriptions", { body: { webhook_endpoint_id, event_type }, key });
const list = (query: string) =>
  expectBody(200, Page(Subscription), world.ask("GET", `/v1/webhook-subscriptions?${query}`));

test("an endpoint is created once, listed, shown and deactivated, and only the first answer has its secret", async () => {
  const key = randomUUID();
  const [first, again] = [await create(key), await create(key)];
  const { webhook_endpoint_id: id } = await expectBody(201, Endpoint, Promise.resolve(first));
  expect(first.body).toMatchObject({ is_active: true, url: URL_OF });
  expect(first.bytes.toString()).toContain('"secret":"whsec_');
  expect(again.body).toMatchObject({ webhook_endpoint_id: id, secret: null });

  const path = `/v1/webhook-endpoints/${id}`;
  const listed = await world.ask("GET", "/v1/webhook-endpoints");
  expect(listed.body).toMatchObject({ items: [{ webhook_endpoint_id: id, url: URL_OF, is_active: true }] });
  expect(listed.bytes.toString()).not.toContain("whsec_");
  for (const method of ["DELETE", "GET"])
    expect(await expectBody(200, Endpoint, world.ask(method, path))).toMatchObject({ is_active: false });
  expect((await world.ask("GET", path, { key: world.keys.acme })).status).toBe(404);
  expect((await world.ask("DELETE", path, { key: world.keys.acme })).status).toBe(404);
});

test("an endpoint receives what it is subscribed to, by either name, however many subscribe at once", async () => {
  const { webhook_endpoint_id: id } = await expectBody(201, Endpoint, create());
  expect((await list(`webhook_endpoint_id=${id}`)).items).toEqual([]);
  const names = ["passport.version.signed", "PASSPORT_SIGNED", "passport.version.active", "RULES_PUBLISHED"];
  const made = await Promise.all(names.map((name) => expectBody(201, Subscription, subscribe(id, name))));

  expect(made[0]).toEqual(made[1]);
  const all = (await list(`webhook_endpoint_id=${id}`)).items;
  const types = ["passport.version.active", "passport.version.signed", "rules.version.published"];
  expect(all.map(({ event_type: type }) => type).sort()).toEqual(types);
  const { eventTypes } = await world.engine.webhooks.endpoints.get({ tenant: "default", endpointId: id });
  expect([...eventTypes].sort()).toEqual(types);
  expect((await list(`webhook_endpoint_id=${id}&event_type=passport.version.active`)).items).toHaveLength(1);

  for (const { webhook_subscription_id: subscription } of all)
    await expectBody(200, Subscription, world.ask("DELETE", `/v1/webhook-subscriptions/${subscription}`));
  expect((await list(`webhook_endpoint_id=${id}`)).items).toEqual([]);
  const repeated = world.ask("DELETE", `/v1/webhook-subscriptions/${all[0]?.webhook_subscription_id ?? ""}`);
  expect((await refused(404, repeated)).code).toBe("NOT_FOUND");
});

test("an event type that does not exist is refused with those that do, and so is another tenant's endpoint", async () => {
  const { webhook_endpoint_id: id } = await expectBody(201, Endpoint, create());

  expect((await refused(422, subscribe(id, "passport.eaten"))).detail).toContain("passport.version.signed");
  expect((await subscribe(id, "passport.version.signed", world.keys.acme)).status).toBe(404);
});

test("audit events are those of all aggregates of a tenant, the newest first, in pages", async () => {
  const [documentId, snapshotId] = [await createDocument(world), await createSnapshot(world)];
  const page = (query: string) => expectBody(200, Page(Event), world.ask("GET", `/v1/audit/events?${query}`));

  const { items } = await page("");
  expect(items.slice(0, 2).map(({ event_type: type }) => type)).toEqual(["SNAPSHOT_CREATED", "DOCUMENT_CREATED"]);
  const first = await page("limit=1");
  const second = await page(`limit=1&cursor=${first.next_cursor ?? ""}`);
  expect([...first.items, ...second.items]).toEqual(items.slice(0, 2));
  expect((await page(`aggregate_type=Document&aggregate_id=${documentId}`)).items).toHaveLength(1);
  expect((await page(`aggregate_id=${snapshotId}`)).items).toMatchObject([{ aggregate_type: "DataSnapshot" }]);
  const other = world.ask("GET", "/v1/audit/events", { key: world.keys.acme });
  expect((await expectBody(200, Page(Event), other)).items).toEqual([]);
});

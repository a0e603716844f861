/** Tests the operations for administrators of books: messages that are not events, and events that cannot be sent. */
import { createHash } from "node:crypto";
import { silentLogger, sql } from "@rota/engine";
import { createRelay } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { credit, debit, entryOf, newId, openCompany } from "./small-company.ts";
import { at, eachAt, openWorld, textAt, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await openCompany(world, 5);
});
afterAll(() => world.dispose());

const as = "admin";
const eventOf = (eventId: string, amount: number) => ({
  ...{ eventId, eventType: "shop.lines", occurredAt: "2026-03-15T12:00:00Z", postedDate: "2026-03-15" },
  ...{ transactionCurrency: "USD", createdBy: "shop", lines: [debit("cash", amount), credit("sales", amount)] },
});
const postedAs = async (eventId: string) =>
  at(await world.expect(200, "GET", `/v1/journal-entries?eventId=${encodeURIComponent(eventId)}`), "items.0");

type Message = { readonly kind: "MALFORMED" | "DEAD_LETTER"; readonly body: string; readonly eventId?: string };

/** Records a message as the intake does for messages from the broker's queues. */
async function recorded({ kind, body, eventId }: Message): Promise<string> {
  const [tenant, hash] = [eventId === undefined ? null : "acme", createHash("sha256").update(body).digest()];
  const origin = JSON.stringify({ source: "queue", exchange: "fis.events.exchange", routingKey: "shop.order.paid" });
  const [row] = await world.database.query(sql<{ id: bigint }>`
    insert into rota.rejected_events (intake, kind, tenant, event_id, code, reason, payload_hash, raw, origin)
    values ('ledger.events', ${kind}, ${tenant}, ${eventId ?? null}, 'EVENT_DEAD_LETTERED', 'given up', ${hash}, ${Buffer.from(body)}, ${origin}::text::jsonb)
    returning rejected_id as id`);
  return `event-${String(row?.id)}`;
}

test("a message that the broker gave up is shown as it came, however often, and taken in once more", async () => {
  const event = eventOf(newId(), 300);
  const body = JSON.stringify({ tenantId: "acme", sourceSystem: "shop", event });
  const id = await recorded({ kind: "DEAD_LETTER", body, eventId: event.eventId });

  const listed = await world.expect(200, "GET", "/v1/admin/dlq", { as });
  const again = await world.expect(200, "GET", "/v1/admin/dlq?kind=DEAD_LETTER", { as });
  const shown = await world.expect(200, "GET", `/v1/admin/dlq/${id}`, { as });
  const replayed = await world.expect(200, "POST", `/v1/admin/dlq/${id}/replay`, { as, body: {} });
  await vi.waitUntil(async () => (await postedAs(event.eventId)) !== undefined);

  expect(eachAt(listed, "items", "deadLetterId")).toContain(id);
  expect(again).toEqual(listed);
  expect(shown).toMatchObject({ deadLetterId: id, kind: "DEAD_LETTER", routingKey: "shop.order.paid", body });
  expect(replayed).toMatchObject({ eventId: event.eventId, outcome: "waiting" });
  expect(await world.expect(200, "GET", `/v1/admin/dlq/${id}`, { as })).toMatchObject({ status: "REPLAYED" });
});

test("a message that is given up is edited under a new id that refers to it", async () => {
  const event = eventOf(newId(), 300);
  const body = JSON.stringify({ tenantId: "acme", event });
  const id = await recorded({ kind: "DEAD_LETTER", body, eventId: event.eventId });
  const newEventId = `${event.eventId}~${id}`;

  const edited = { event: eventOf(event.eventId, 301) };
  const replayed = await world.expect(200, "POST", `/v1/admin/dlq/${id}/replay`, { as, body: edited });
  await vi.waitUntil(async () => (await postedAs(newEventId)) !== undefined);

  expect(replayed).toMatchObject({ eventId: newEventId });
});

test("a message without a tenant is visible to callers who may see all tenants, and they assign it", async () => {
  const id = await recorded({ kind: "MALFORMED", body: "\u00ff no json" });
  const event = eventOf(newId(), 5);

  const ofTenant = await world.expect(200, "GET", "/v1/admin/dlq", { as });
  const hidden = await world.ask("GET", `/v1/admin/dlq/${id}`, { as });
  const ofAll = await world.expect(200, "GET", "/v1/admin/dlq?limit=1", { as: "root" });
  const next = await world.expect(200, "GET", `/v1/admin/dlq?limit=1&after=${textAt(ofAll, "next")}&status=REPLAYED`, {
    as: "root",
  });
  const body = { event, tenant: "acme", sourceSystem: "shop", reason: "read from the log of the shop" };
  const replayed = await world.expect(200, "POST", `/v1/admin/dlq/${id}/replay`, { as: "root", body });
  await vi.waitUntil(async () => (await postedAs(event.eventId)) !== undefined);

  expect(eachAt(ofTenant, "items", "deadLetterId")).not.toContain(id);
  expect([hidden.status, at(hidden.body, "type")]).toEqual([404, "/problems/rejected-event-not-found"]);
  expect(eachAt(ofAll, "items", "deadLetterId")).toEqual([id]);
  expect(eachAt(next, "items", "status")).toEqual(["REPLAYED"]);
  expect(replayed).toMatchObject({ eventId: event.eventId, outcome: "waiting" });
});

test("a message is discarded with a reason, and events that were refused by a rule are not among messages", async () => {
  const id = await recorded({ kind: "MALFORMED", body: "{}" });
  await world.ask("POST", "/v1/events", { body: { ...eventOf(newId(), 1), postedDate: "2020-01-01" } });

  const discarded = await world.ask("POST", `/v1/admin/dlq/${id}/discard`, { as: "root", body: { reason: "noise" } });
  const open = await world.expect(200, "GET", "/v1/admin/dlq", { as: "root" });

  expect(discarded.status).toBe(204);
  expect(eachAt(open, "items", "deadLetterId")).toEqual([]);
  expect(at(await world.expect(200, "GET", `/v1/admin/dlq/${id}`, { as: "root" }), "acts.0")).toMatchObject({
    ...{ action: "discarded", by: "root" },
  });
});

test("events that wait for delivery are counted and listed, and undelivered events are retried or given up", async () => {
  const entry = (amount: number) =>
    world.expect(201, "POST", "/v1/journal-entries", {
      body: entryOf([debit("cash", amount), credit("sales", amount)]),
    });
  const [first, second] = [textAt(await entry(1), "journalEntryId"), textAt(await entry(2), "journalEntryId")];
  const publish = () => Promise.reject(new Error("the exchange is not there"));
  const sinks = [{ name: "broken", kind: "publishing", publish }] as const;
  await createRelay({ database: world.database, sinks, logger: silentLogger, triesMax: 1 }).drain();

  const stats = await world.expect(200, "GET", "/v1/admin/outbox/stats", { as });
  const pending = await world.expect(200, "GET", "/v1/admin/outbox/pending?limit=1", { as });
  const more = await world.expect(200, "GET", `/v1/admin/outbox/pending?after=${textAt(pending, "next")}`, { as });
  const parked = await world.expect(200, "GET", "/v1/admin/outbox/dlq", { as });
  const idOf = (aggregateId: string) => {
    const place = eachAt(parked, "items", "aggregateId").indexOf(aggregateId);
    return textAt(parked, `items.${String(place)}.outboxId`);
  };
  const retried = await world.ask("POST", `/v1/admin/outbox/${idOf(first)}/retry`, { as, body: {} });
  const body = { reason: "told by hand" };
  const discarded = await world.ask("POST", `/v1/admin/outbox/${idOf(second)}/discard`, { as, body });
  const ofOthers = await world.ask("GET", "/v1/admin/outbox/pending", { as: "stranger" });

  expect(at(stats, "dlqSize")).toBe(eachAt(parked, "items", "outboxId").length);
  expect(at(stats, "unpublishedBacklog")).toBe(eachAt(more, "items", "eventId").length + 1);
  expect(at(pending, "items.0.sinks")).toContain("broken");
  expect(eachAt(more, "items", "aggregateId")).toEqual(expect.arrayContaining([first, second]));
  expect([retried.status, discarded.status]).toEqual([204, 204]);
  expect(at(await world.expect(200, "GET", "/v1/admin/outbox/stats", { as }), "dlqSize")).toBe(
    eachAt(parked, "items", "outboxId").length - 2,
  );
  expect(ofOthers).toMatchObject({ status: 200, body: { items: [], next: null } });
});

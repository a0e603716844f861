/** Tests of the events of passports: each aggregate has one chain, and webhooks are notified in the same transaction. */
import { randomUUID } from "node:crypto";
import { isRotaError, sql } from "@rota/engine";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { appendPassportEvent, readEvents } from "../../src/store/events.ts";
import { tenantIdOf } from "../../src/core/passport/receipt.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ isWorking: false });
});
afterAll(() => world.dispose());

const signed = (id: string) => ({
  tenant: "ann",
  aggregate: { type: "PassportVersion", id } as const,
  type: "PASSPORT_SIGNED" as const,
  payload: { passport_version_id: id, key_id: "k" },
});

test("events of one aggregate are a chain, and each is published to webhooks with its public name and position", async () => {
  const id = randomUUID();
  for (let count = 0; count < 3; count++) await world.database.transaction((tx) => appendPassportEvent(tx, signed(id)));

  const { events, difference } = await readEvents(world.database, { tenant: "ann", type: "PassportVersion", id });
  const published = await world.database.query(sql<{ event_id: string; type: string; payload: string }>`
    select event_id, type, payload::text as payload from rota.outbox_arrivals where aggregate_id = ${id} order by arrival`);

  expect(difference).toBeUndefined();
  expect(events.map(({ aggregate_version: version }) => version)).toEqual([1, 2, 3]);
  expect(published.map(({ event_id: eventId }) => eventId)).toEqual(events.map(({ event_id: eventId }) => eventId));
  expect(new Set(published.map(({ type }) => type))).toEqual(new Set(["passport.version.signed"]));
  expect(JSON.parse(published[1]?.payload ?? "")).toEqual({
    passport_version_id: id,
    key_id: "k",
    aggregate_type: "PassportVersion",
    aggregate_id: id,
    aggregate_version: 2,
  });
});

test("of two transactions that append at once, one is rolled back and must try again", async () => {
  const id = randomUUID();
  const append = () => world.database.transaction((tx) => appendPassportEvent(tx, signed(id)));
  const isWaiting = async () =>
    (
      await world.database.query(sql`
      select from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%' || ${world.database.schema} || '.passports_events%'`)
    ).length > 0;

  const ends = await world.database.transaction(async (tx) => {
    await appendPassportEvent(tx, signed(id));
    const second = Promise.allSettled([append()]); // has read the same head, and waits for the first one
    await vi.waitUntil(isWaiting, { timeout: 60_000 });
    return { second };
  });

  const [end] = await ends.second;
  expect(end?.status === "rejected" && isRotaError(end.reason, "EVENT_VERSION_CONFLICT")).toBe(true);
  expect((await readEvents(world.database, { tenant: "ann", type: "PassportVersion", id })).events).toHaveLength(1);
});

test("a changed event is detected, even if its hash is changed too", async () => {
  const id = randomUUID();
  for (let count = 0; count < 2; count++) await world.database.transaction((tx) => appendPassportEvent(tx, signed(id)));
  const change = (set: ReturnType<typeof sql>) =>
    world.database.transaction(async (tx) => {
      await tx.query(sql`alter table rota.passports_events disable trigger passports_events_stay`);
      await tx.query(set);
      const { difference } = await readEvents(tx, { tenant: "ann", type: "PassportVersion", id });
      found.push(difference?.why);
      throw new Error("undone");
    });
  const found: (string | undefined)[] = [];

  const changes = [
    sql`update rota.passports_events set payload_canonical = '{}'::bytea where aggregate_id = ${id}::uuid and aggregate_version = 1`,
    sql`update rota.passports_events set actor = 'eve' where aggregate_id = ${id}::uuid and aggregate_version = 1`,
    sql`delete from rota.passports_events where aggregate_id = ${id}::uuid and aggregate_version = 1`,
  ];
  for (const each of changes) await expect(change(each)).rejects.toThrow("undone");

  expect(found).toEqual(["the payload was changed", "the event was changed", "the version is 2"]);
});

test("a tenant whose name is a UUID has that id in hashes, and every other tenant has a derived one", () => {
  const uuid = randomUUID();

  expect(tenantIdOf(uuid)).toBe(uuid);
  expect(tenantIdOf("default")).toBe(tenantIdOf("default"));
  expect(new Set(["a", "b", "A", ""].map(tenantIdOf)).size).toBe(4);
  expect(tenantIdOf("default")).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
});

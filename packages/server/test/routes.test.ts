/** Tests the routes that submit, inspect and change tasks, lanes and locks, and that receive events. */
import { listAudit } from "@rota/engine/admin";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GROUP, INTAKE, openWorld, OWNER, type World } from "./world/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ deadLetters: 3 });
});
afterAll(() => world.dispose());

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  world.ask(path, { method: "POST", key: world.keys.operator, body, headers });
const get = (path: string) => world.ask(path, { key: world.keys.viewer });
const newestEntry = async (tenant: string) => (await listAudit(world.engine.database, { tenant, limit: 1 })).entries[0];

describe("submitting", () => {
  const task = { type: "demo.count-words", input: { pages: ["a b"] }, tenant: OWNER, group: GROUP };

  test("answers with the place of the task, and with the same task for the same idempotency key", async () => {
    const key = { "idempotency-key": randomUUID() };

    const first = await post("/v1/tasks", task, key);
    const again = await post("/v1/tasks", task, key);
    const other = await post("/v1/tasks", { ...task, input: { pages: ["c"] } }, key);

    expect([first.status, again.status, other.status]).toEqual([201, 200, 409]);
    expect(first.body).toMatchObject({ isNew: true });
    expect(again.body).toMatchObject({ taskKey: null, isNew: false });
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(other.body).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect((await get(first.headers.get("location") ?? "")).body).toMatchObject({
      tenant: OWNER,
      state: "ACTIVE",
      submittedBy: "olga",
    });
  });

  test.each([
    ["a type that is not known", { ...task, type: "demo.other" }, 404, "TASK_TYPE_UNKNOWN"],
    ["two keys", { ...task, key: "a", unique: { key: "b" } }, 400, "TASK_INVALID"],
    ["an unknown field", { ...task, prio: 1 }, 400, "REQUEST_INVALID"],
    ["a weight between the allowed ones", { ...task, weight: 97 }, 400, "TASK_INVALID"],
  ])("refuses %s", async (_, body, status, code) => {
    expect(await post("/v1/tasks", body)).toMatchObject({ status, body: { code } });
  });

  test("by a key for all tenants names the tenant, in the body or in the header", async () => {
    const { tenant, ...unnamed } = task;

    const refused = await post("/v1/tasks", unnamed);
    const named = await post("/v1/tasks", unnamed, { "x-rota-tenant": tenant });

    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: "REQUEST_INVALID",
        detail: "your key is for all tenants: name the tenant, in the body or in the header x-rota-tenant",
      },
    });
    expect(named.status).toBe(201);
  });

  test("input that the schema refuses lists each problem with its place", async () => {
    const refused = await post("/v1/tasks", { ...task, input: { pages: [1, "a", 2] } });

    expect(refused).toMatchObject({
      status: 400,
      body: { code: "INPUT_INVALID", problems: [{ path: "input.pages[0]" }, { path: "input.pages[2]" }] },
    });
  });
});

test("a task is cancelled once, and the audit log records who did it and why", async () => {
  const taskId = await world.openTask();

  const first = await post(`/v1/tasks/${taskId}/cancel`, { reason: "no longer needed" });
  const again = await post(`/v1/tasks/${taskId}/cancel`, {});

  expect([first.body, again.body]).toEqual([
    { taskId, isChanged: true },
    { taskId, isChanged: false },
  ]);
  const subject = { type: "task", id: taskId };
  expect(await newestEntry(OWNER)).toMatchObject({
    action: "task.cancelled",
    actor: "olga",
    subject,
    details: { reason: "no longer needed" },
  });
});

describe("lanes", () => {
  const set = (key: string, body: unknown) => world.ask("/v1/lanes", { method: "PUT", key, body });

  test("are set by an admin, and the audit log records the settings", async () => {
    const answer = await set(world.keys.admin, { tenant: OWNER, weight: 4 });

    expect(answer.status).toBe(204);
    expect(await newestEntry(OWNER)).toMatchObject({
      action: "lane.set",
      actor: "root",
      details: { settings: { weight: 4 } },
    });
  });

  test("above the groups are closed to the admin of a tenant, since other tenants share them", async () => {
    const own = await set(world.foreignKey, { group: "g", weight: 2 });
    const tenant = await set(world.foreignKey, { weight: 2 });
    const whole = await set(world.foreignKey, { queue: "demo", isPaused: true });
    const named = await set(world.foreignKey, { limit: "gpu", maxInFlight: 1 });

    expect([own.status, tenant.status, whole.status, named.status]).toEqual([204, 403, 403, 403]);
  });

  test("include the limits that tasks share by name, which have no tenant", async () => {
    const gpu = await set(world.keys.admin, { limit: "gpu", maxInFlight: 4 });
    const tenant = await set(world.keys.admin, { limit: "gpu", tenant: OWNER, maxInFlight: 4 });

    expect([gpu.status, tenant.status]).toEqual([204, 400]);
  });
});

test("an admin extends a lock, and the audit log records its holder and the reason", async () => {
  const key = await world.lock();
  const path = `/v1/locks/${encodeURIComponent(key)}`;
  const before = await get(path);

  const body = { ttlMs: 86_400_000, reason: "the count takes a day" };
  const answer = await world.ask(`${path}/extend`, { method: "POST", key: world.keys.admin, body });

  const endOf = ({ body: lock }: { body: unknown }) =>
    Date.parse(typeof lock === "object" && lock !== null && "expiresAt" in lock ? String(lock.expiresAt) : "");
  expect(answer).toMatchObject({ status: 200, body: { key, holder: "ann", tenant: OWNER, line: [] } });
  expect(endOf(answer)).toBeGreaterThan(endOf(before));
  expect((await get(path)).body).toEqual(answer.body);
  const details = { holder: "ann", ...body };
  expect(await newestEntry(OWNER)).toMatchObject({ action: "lock.extended", actor: "root", details });
});

test("an overridden lock is free, and the audit log records its holder and the reason", async () => {
  const key = await world.lock();
  const path = `/v1/locks/${encodeURIComponent(key)}`;

  const answer = await world.ask(`${path}?reason=stuck`, { method: "DELETE", key: world.keys.admin });

  expect(answer).toMatchObject({ status: 200, body: { key, holder: "ann", tenant: OWNER } });
  expect(await get(path)).toMatchObject({ status: 404, body: { code: "LOCK_NOT_FOUND" } });
  const details = { holder: "ann", reason: "stuck" };
  expect(await newestEntry(OWNER)).toMatchObject({ action: "lock.overridden", actor: "root", details });
});

test("an event is accepted once; another payload under its id is refused with a problem", async () => {
  const path = `/v1/intakes/${INTAKE}/events`;
  const event = { eventId: randomUUID(), payload: { amount: 3 }, tenant: OWNER };

  const first = await post(`${path}?waitMs=0`, event);
  const other = await post(`${path}?waitMs=0`, { ...event, payload: { amount: 4 } });
  const known = await get(`${path}/${event.eventId}?tenant=${OWNER}`);
  const elsewhere = await post("/v1/intakes/unknown/events", event);

  expect(first).toMatchObject({ status: 202, body: { state: "waiting", eventId: event.eventId } });
  expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT", status: 409 } });
  expect(other.headers.get("content-type")).toContain("application/problem+json");
  expect(known).toMatchObject({ status: 200, body: { state: "waiting", answer: null } });
  expect(elsewhere).toMatchObject({ status: 404, body: { code: "INTAKE_NOT_FOUND" } });
});

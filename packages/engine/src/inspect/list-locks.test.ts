/** Tests of the lists of locks: holders, waiters, outcomes and statistics. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Coordinator } from "../locks/locks.ts";
import { createDatabaseCoordinator } from "../locks/database-lock-store.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { getLock, listLocks, lockHistory, lockStatistics } from "./list-locks.ts";

let opened: TestDatabase;
let database: Database;
let coordinator: Coordinator;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
  await migrate(database);
  coordinator = createDatabaseCoordinator({ database, logger: silentLogger });
});
afterAll(async () => {
  await coordinator.close();
  await opened.dispose();
});

const take = async (key: string, more: { holder?: string; operation?: string; tenant?: string } = {}) => {
  const { holder = "ann", operation = "TALLY", tenant } = more;
  const answer = await coordinator.locks.acquire({ key, holder, operation, context: { tenant } });
  if (!answer.acquired) throw new Error("another holder has the lock");
  return answer.lock;
};

test("held locks are listed by key with their waiters, on pages of any size, and filtered", async () => {
  await take("list:a", { tenant: "ann" });
  await take("list:b", { holder: "bob", operation: "COUNT", tenant: "bob" });
  const waiting = coordinator.locks.acquire({ key: "list:a", holder: "cy", operation: "TALLY", waitMs: 60_000 });
  await vi.waitUntil(async () => (await getLock(database, { key: "list:a" }))?.line.length === 1, { timeout: 20_000 });

  const { items } = await listLocks(database, { prefix: "list:" });
  const first = await listLocks(database, { prefix: "list:", limit: 1 });
  const second = await listLocks(database, { prefix: "list:", limit: 1, after: first.next });

  expect(items).toMatchObject([
    { key: "list:a", holder: "ann", tenant: "ann", line: [{ holder: "cy", operation: "TALLY" }] },
    { key: "list:b", holder: "bob", tenant: "bob", line: [] },
  ]);
  expect([...first.items, ...second.items].map(({ key }) => key)).toEqual(["list:a", "list:b"]);
  expect((await listLocks(database, { tenant: "bob" })).items.map(({ key }) => key)).toEqual(["list:b"]);
  expect((await listLocks(database, { operation: "COUNT" })).items.map(({ key }) => key)).toEqual(["list:b"]);
  expect((await listLocks(database, { holder: "ann", prefix: "list:" })).items).toHaveLength(1);
  expect(await getLock(database, { key: "list:b", tenant: "ann" })).toBeUndefined();
  await coordinator.locks.override({ key: "list:a", by: "root", reason: "test" });
  expect((await waiting).acquired).toBe(true);
});

test("the history shows how each lock ended: released, expired, overridden with person and reason, or with its task", async () => {
  const work = workedQueue(database);
  const taskId = await work.submit(1, { tenant: "dee" });
  await coordinator.locks.release(await take("past"));
  await take("past", { holder: "bob" });
  await coordinator.locks.override({ key: "past", by: "root", reason: "bob is on holiday" });
  await take("past", { holder: "cy" });
  await database.query(sql`update rota.locks set expires_at = clock_timestamp() where key = 'past'`);
  await coordinator.locks.attach(await take("past", { holder: "dee" }), taskId);
  await work.complete(...(await work.take()));
  await coordinator.prune();

  const { items } = await lockHistory(database, { key: "past" });
  const first = await lockHistory(database, { key: "past", limit: 3 });
  const rest = await lockHistory(database, { key: "past", limit: 3, after: first.next });

  expect(items).toMatchObject([
    { holder: "dee", outcome: "TASK_ENDED", tenant: "dee", taskId },
    { holder: "cy", outcome: "EXPIRED" },
    { holder: "bob", outcome: "OVERRIDDEN", endedBy: "root", reason: "bob is on holiday" },
    { holder: "ann", outcome: "RELEASED", endedBy: undefined },
  ]);
  expect(items.every(({ heldMs }) => heldMs >= 0)).toBe(true);
  expect([...first.items, ...rest.items]).toEqual(items);
  expect((await lockHistory(database, { tenant: "dee" })).items).toHaveLength(1);
});

test("statistics count acquired, refused and ended locks by operation", async () => {
  const lock = await take("counted", { operation: "AUDIT", tenant: "eve" });
  for (const holder of ["bob", "cy"])
    await coordinator.locks.acquire({ key: "counted", holder, operation: "AUDIT", context: { tenant: "eve" } });
  await coordinator.locks.release(lock);
  await take("counted:2", { operation: "AUDIT" });
  await coordinator.prune(); // stores the remaining refusals
  await vi.waitUntil(async () => (await audits()).refused === 2, { timeout: 20_000 });

  const { isWhole } = await lockStatistics(database);

  expect(isWhole).toBe(true);
  expect(await audits()).toMatchObject({ acquired: 2, held: 1, waiting: 0, released: 1, expired: 0, overridden: 0 });
  expect((await audits()).heldMsMean).toBeGreaterThanOrEqual(0);
  expect(await audits("eve")).toMatchObject({ acquired: 1, held: 0, refused: 2 });
  await expect(lockStatistics(database, { sinceMs: 0 })).rejects.toMatchObject({ code: "INSPECTION_INVALID" });

  async function audits(tenant?: string) {
    const { operations } = await lockStatistics(database, { tenant });
    const found = operations.find(({ operation }) => operation === "AUDIT");
    if (found === undefined) throw new Error("no such operation was counted");
    return found;
  }
});

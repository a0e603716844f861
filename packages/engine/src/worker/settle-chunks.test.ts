/** Tests what workers rely on when they settle chunks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { completeChunks } from "./settle-chunks.ts";

describe.each(["pglite", "postgres"] as const)("settling on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let queue = "";
  let queueCount = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    queue = `queue-${String(++queueCount)}`;
  });
  afterAll(() => opened.dispose());

  const task = { tenant: "ann", group: "tallies", type: "count" };
  const chunks = Array.from({ length: 3 }, (_, index) => ({ payload: { page: index + 1 } }));
  const take = (limit: number) => takeTurns(database, { queue, limit, owner: "worker-1", leaseMs: 60_000 });

  test("what was taken in order is completed once", async () => {
    await submitTasks(database, [{ ...task, queue, chunks }]);
    const taken = await take(10);

    const first = await completeChunks(database, taken);
    const second = await completeChunks(database, taken);

    expect(taken.map(({ number, payload }) => [number, payload])).toEqual([
      [1, { page: 1 }],
      [2, { page: 2 }],
      [3, { page: 3 }],
    ]);
    expect(first).toEqual(taken);
    expect(second).toEqual([]);
  });

  test("a wrong lease token changes nothing", async () => {
    await submitTasks(database, [{ ...task, queue, chunks }]);
    const taken = await take(2);

    const settled = await completeChunks(
      database,
      taken.map((chunk, index) => (index === 0 ? { ...chunk, leaseToken: chunk.leaseToken + 1n } : chunk)),
    );

    expect(settled.map(({ number }) => number)).toEqual([2]);
    expect((await completeChunks(database, taken)).map(({ number }) => number)).toEqual([1]);
  });

  test("no table is read as a whole, although plans are made while tables are small", async () => {
    await submitTasks(database, [{ ...task, queue, chunks }]);
    const taken = await take(10);

    const wholeReads = (tx: Queryable) =>
      tx.query(sql`
        select relname, seq_scan
        from pg_stat_xact_user_tables
        where schemaname = current_schema()
        order by relid
      `);
    const [before, after] = await database.transaction(async (tx) => {
      const counted = await wholeReads(tx);
      await completeChunks(tx, taken);
      return [counted, await wholeReads(tx)];
    });

    expect(after).toEqual(before);
  });

  test("a settled chunk frees the slot of a limited task", async () => {
    await submitTasks(database, [{ ...task, queue, chunks, maxInFlight: 1 }]);

    const first = await take(3);
    const whileRunning = await take(3);
    await completeChunks(database, first);
    const afterwards = await take(3);

    expect([first, whileRunning, afterwards].map((taken) => taken.map(({ number }) => number))).toEqual([[1], [], [2]]);
  });

  test("settlers that come at once, in opposite orders, complete each chunk once", async () => {
    await submitTasks(database, [{ ...task, queue, chunks: Array.from({ length: 200 }, () => ({})) }]);
    const taken = await take(200);

    const settled = await Promise.all(
      Array.from({ length: 6 }, (_, index) => completeChunks(database, index % 2 === 0 ? taken : taken.toReversed())),
    );

    expect(settled.flat()).toHaveLength(200);
  });

  test.skipIf(on === "pglite")(
    "a chunk that another transaction wrote meanwhile is completed all the same (PGlite has one connection)",
    async () => {
      await submitTasks(database, [{ ...task, queue, chunks }]);
      const [chunk] = await take(1);
      if (chunk === undefined) throw new Error("nothing was taken");

      const settled = await database.transaction(async (tx) => {
        await tx.query(sql`update rota.chunks set turn = turn where lease_token = ${chunk.leaseToken}`);
        const settling = completeChunks(database, [chunk]);
        await vi.waitUntil(() => isWaitingForALock(tx), { timeout: 10_000 });
        return { settling };
      });

      expect(await settled.settling).toEqual([chunk]);
    },
  );
});

async function isWaitingForALock(on: Queryable): Promise<boolean> {
  const rows = await on.query(
    sql`select from pg_locks where not granted and transactionid::text = (select backend_xid::text from pg_stat_activity where pid = pg_backend_pid())`,
  );
  return rows.length > 0;
}

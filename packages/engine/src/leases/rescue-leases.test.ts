/** The rescue of work of exited processes, and the reports that living ones receive when they renew. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { openTestDatabase, openTestPostgres, type TestDatabase } from "../../test/support/test-database.ts";
import { settleChunks } from "../worker/settle-chunks.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { holdPresence } from "./leases.sql.ts";
import { renewLeases } from "./renew-leases.ts";
import { rescueLeases } from "./rescue-leases.ts";

const GRACE_MS = 1_000;

describe.each(["pglite", "postgres"] as const)("leases on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    work = workedQueue(database);
  });
  afterAll(() => opened.dispose());

  const rescue = () => rescueLeases(database, GRACE_MS);
  const isAbsent = async (owner: string) => {
    const rows = await database.query(
      sql<{ is_absent: boolean }>`select absent_since is not null as is_absent from rota.leases where owner = ${owner}`,
    );
    return rows.every(({ is_absent: isSo }) => isSo);
  };
  const renew = (tokens: readonly bigint[], over: readonly bigint[] = []) =>
    renewLeases(database, { owner: "worker-1", tokens, over, leaseMs: 60_000 });

  test("a lease that ran out puts its chunks back, suspect and without an attempt spent", async () => {
    const taskId = await work.submit(3);
    const [first, ...others] = await work.take();
    if (first === undefined) throw new Error("nothing was taken");
    await work.complete(first);
    await work.expire(first.leaseToken);

    const rescued = [await rescue(), await rescue()];
    const again = await work.take();

    expect(rescued).toEqual([[{ leaseToken: first.leaseToken, owner: "worker-1", chunks: 2 }], []]);
    expect(again.map(({ number, attempt, isSuspect }) => [number, attempt, isSuspect])).toEqual([
      [2, 1, true],
      [3, 1, true],
    ]);
    expect(await work.complete(...others)).toMatchObject({ lost: { length: 2 } });
    expect(await work.chunk(taskId, 2)).toMatchObject({ last_error: { code: "WORKER_LOST", worker: "worker-1" } });
    expect(await work.leaseCount()).toBe(1);
  });

  test("a chunk that was alone has spent an attempt, and ends as a dead letter after its last", async () => {
    const taskId = await work.submit(1, { attemptsMax: 2 });
    const seen: unknown[] = [];

    for (const isAlone of [false, true, false, true]) {
      const taken = await work.takeOne();
      if (isAlone) await work.runAlone(taken);
      await work.expire(taken.leaseToken);
      await rescue();
      const { state, attempt } = await work.chunk(taskId);
      seen.push([taken.attempt, state, attempt]);
    }

    expect(seen).toEqual([
      [1, "PENDING", 0],
      [1, "PENDING", 1],
      [2, "PENDING", 1],
      [2, "DEAD_LETTER", 2],
    ]);
    expect(await work.taskState(taskId)).toBe("FAILED");
    expect(await work.history(taskId)).toEqual(["1 LOST", "1 LOST", "2 LOST", "2 LOST"]);
  });

  test("a chunk that was suspect and ran alone is trusted again", async () => {
    const taskId = await work.submit(1);
    const taken = await work.takeOne();
    await work.expire(taken.leaseToken);
    await rescue();
    const alone = await work.takeOne();
    await work.runAlone(alone);

    await work.end(alone, "RETRY");

    expect([alone.isSuspect, (await work.takeOne()).isSuspect]).toEqual([true, false]);
    expect(await work.taskState(taskId)).toBe("ACTIVE");
  });

  test("a chunk of a cancelled task that is lost is cancelled", async () => {
    const [taskId, job] = [await work.submit(1), await work.submit(1, { isJob: true })];
    const [taken] = await work.take();
    await cancelTask(database, taskId);
    await cancelTask(database, job);
    await work.expire(taken?.leaseToken ?? 0n);

    await rescue();

    expect([await work.chunkStates(taskId), await work.chunkStates(job)]).toEqual([["CANCELLED"], ["CANCELLED"]]);
  });

  test("places under a limit are free again after a rescue, each once", async () => {
    await work.submit(5, { maxInFlight: 2 });
    const first = await work.take();
    const atTheLimit = await work.take();
    await work.expire(first[0]?.leaseToken ?? 0n);
    await rescue();

    const second = await work.take();
    const atTheLimitAgain = await work.take();
    await work.complete(...second);

    expect([first, atTheLimit, second, atTheLimitAgain].map((taken) => taken.length)).toEqual([2, 0, 2, 0]);
    expect((await work.take()).map(({ number }) => number)).toEqual([3, 4]);
  });

  test("a lease whose chunks are all settled goes without effect, by renewing or by running out", async () => {
    const taskId = await work.submit(2);
    const [first, second] = [await work.takeOne(), await work.takeOne()];
    await work.complete(first, second);

    const renewed = await renew([], [first.leaseToken]);
    await work.expire(second.leaseToken);
    const rescued = await rescue();

    expect(renewed).toEqual({ lost: [], cancelledTasks: [] });
    expect(rescued).toEqual([{ leaseToken: second.leaseToken, owner: "worker-1", chunks: 0 }]);
    expect([await work.leaseCount(), await work.chunkStates(taskId)]).toEqual([0, ["COMPLETED", "COMPLETED"]]);
  });

  test("renewing keeps a lease, and says which were lost and which tasks were cancelled", async () => {
    const tasks = [await work.submit(1), await work.submit(1), await work.submit(1)] as const;
    const [first, second, third] = [await work.takeOne(), await work.takeOne(), await work.takeOne()];
    await work.expire(first.leaseToken);
    await work.expire(second.leaseToken);
    await cancelTask(database, third.taskId);

    const kept = await renew([first.leaseToken, third.leaseToken]);
    const rescued = await rescue();
    const late = await renew([first.leaseToken, second.leaseToken]);

    expect(tasks).toContain(third.taskId);
    expect(kept).toEqual({ lost: [], cancelledTasks: [third.taskId] });
    expect(rescued.map(({ leaseToken }) => leaseToken)).toEqual([second.leaseToken]);
    expect(late).toEqual({ lost: [second.leaseToken], cancelledTasks: [] });
  });

  test("rescuers that come at once rescue each lease once", async () => {
    await work.submit(40);
    const tokens: bigint[] = [];
    for (let count = 0; count < 20; count++) tokens.push((await work.take(2))[0]?.leaseToken ?? 0n);
    for (const token of tokens) await work.expire(token);

    const rescued = await Promise.all(Array.from({ length: 6 }, rescue));

    expect(
      rescued
        .flat()
        .map(({ leaseToken }) => leaseToken)
        .sort(),
    ).toEqual(tokens.sort());
    expect(await work.take()).toHaveLength(40);
  });

  test.skipIf(on === "pglite")(
    "a chunk that is being settled when its lease is rescued is left to its settler (PGlite has one connection)",
    async () => {
      const taskId = await work.submit(2);
      const [first] = await work.take();
      if (first === undefined) throw new Error("nothing was taken");
      await work.expire(first.leaseToken);

      await database.transaction(async (tx) => {
        await settleChunks(tx, { owner: "worker-1", ended: [{ ...first, kind: "completed", result: undefined }] });
        expect(await rescue()).toMatchObject([{ chunks: 1 }]);
        expect(await rescue()).toEqual([]);
      });

      expect(await rescue()).toMatchObject([{ leaseToken: first.leaseToken, chunks: 0 }]);
      expect([await work.leaseCount(), await work.chunkStates(taskId)]).toEqual([0, ["COMPLETED", "PENDING"]]);
    },
  );

  test("more than one transaction takes are rescued by one call", async () => {
    await work.submit(1_200);
    const taken = [...(await work.take(500)), ...(await work.take(500)), ...(await work.take(200))];
    for (const token of new Set(taken.map(({ leaseToken }) => leaseToken))) await work.expire(token);

    const rescued = await rescue();

    expect(rescued.map(({ chunks }) => chunks).sort((a, b) => a - b)).toEqual([200, 500, 500]);
  });

  test.skipIf(on === "pglite")(
    "a watched owner is left alone while it holds its lock, and rescued a grace after it has exited (PGlite has one connection)",
    async () => {
      const owner = `watched-${work.queue}`;
      const session = await openTestPostgres({ schema: database.schema, poolSize: 1 });
      await session.query(holdPresence(owner));
      await work.submit(2);
      await takeTurns(database, { queue: work.queue, limit: 2, owner, isWatched: true, leaseMs: 60_000 });

      const whileItLives = [await rescue(), await rescue()];
      await session.close();
      const whenItHasJustExited: unknown[] = [];
      await vi.waitUntil(async () => {
        whenItHasJustExited.push(...(await rescue()));
        return isAbsent(owner);
      });
      await database.query(
        sql`update rota.leases set absent_since = absent_since - interval '1 second' where owner = ${owner}`,
      );
      const afterTheGrace = await rescue();

      expect([...whileItLives, whenItHasJustExited]).toEqual([[], [], []]);
      expect(afterTheGrace).toMatchObject([{ owner, chunks: 2 }]);
    },
  );

  test.skipIf(on === "pglite")(
    "an owner that was absent for less than the grace and is back is left alone (PGlite has one connection)",
    async () => {
      const owner = `back-${work.queue}`;
      await work.submit(1);
      await takeTurns(database, { queue: work.queue, limit: 1, owner, isWatched: true, leaseMs: 60_000 });
      await rescue();

      const session = await openTestPostgres({ schema: database.schema, poolSize: 1 });
      await session.query(holdPresence(owner));
      await rescue();
      const wasAbsent = await isAbsent(owner);
      await session.close();

      expect(wasAbsent).toBe(false);
    },
  );
});

/** Tests starting a task under a lock, which must never run twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listLocks, lockStatistics } from "../inspect/list-locks.ts";
import type { Coordinator, LockRequest } from "../locks/locks.ts";
import { createDatabaseCoordinator } from "../locks/database-lock-store.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { completeChunks } from "../worker/settle-chunks.ts";
import { type GuardedTask, startUnderLock } from "./start-under-lock.ts";

const WAIT = { timeout: 20_000 };
const selectTypes = (queue: string) => sql<{ type: string }>`select type from rota.tasks where queue = ${queue}`;

describe.each(["pglite", "postgres"] as const)("starting under a lock on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let coordinator: Coordinator;
  let invoice = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
    coordinator = createDatabaseCoordinator({ database, logger: silentLogger });
  });
  beforeEach(() => {
    invoice++;
  });
  afterAll(async () => {
    await coordinator.close();
    await opened.dispose();
  });

  const start = (holder: string, chunks = 2, more: Partial<LockRequest> & Pick<GuardedTask, "check"> = {}) => {
    const { check, ...request } = more;
    return startUnderLock(
      { database, locks: coordinator.locks },
      {
        ...(check === undefined ? {} : { check }),
        lock: { key: `lock:tally:invoice:${String(invoice)}`, holder, operation: "TALLY_CREATION", ...request },
        task: {
          queue: `tally-${String(invoice)}`,
          tenant: "ann",
          group: `invoice-${String(invoice)}`,
          type: "tally",
          isJob: false,
          chunks: Array.from({ length: chunks }, () => ({})),
        },
      },
    );
  };

  const runOne = async () => {
    const queue = `tally-${String(invoice)}`;
    const taken = await takeTurns(database, { queue, limit: 1, owner: "worker", leaseMs: 60_000 });
    await completeChunks(database, taken);
  };

  test("the first one starts; a caller that comes meanwhile receives its holder, its start and its progress", async () => {
    const first = await start("ann");
    await runOne();

    const second = await start("bob");

    expect(first.kind).toBe("started");
    expect(second).toMatchObject({
      kind: "already running",
      heldBy: { holder: "ann", operation: "TALLY_CREATION" },
      progress: { ended: 1, total: 2 },
    });
  });

  test("the lock ends with its task", async () => {
    await start("ann");
    await runOne();
    await runOne();

    expect((await start("bob")).kind).toBe("started");
  });

  test("the lock of a job ends with its chunk", async () => {
    await start("ann", 1);
    await runOne();

    expect((await start("bob", 1)).kind).toBe("started");
  });

  test("two never run, even when the lock store loses everything", async () => {
    const first = await start("ann");
    await database.query(sql`delete from rota.locks`);

    const second = await start("bob");

    expect(second).toMatchObject({
      kind: "already running",
      heldBy: undefined,
      taskId: first.kind === "started" ? first.task.taskId : undefined,
    });
  });

  test("a lock that a crash left without its task is taken over after a while", async () => {
    const key = `lock:tally:invoice:${String(invoice)}`;
    await coordinator.locks.acquire({ key, holder: "crashed", operation: "TALLY_CREATION" });
    expect((await start("bob")).kind).toBe("already running");
    await database.query(sql`update rota.locks set started_at = started_at - interval '1 minute' where key = ${key}`);

    expect((await start("bob")).kind).toBe("started");
  });

  test("of 200 concurrent calls one starts, and all others receive the same holder and start", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => start(`holder-${String(index)}`)));

    const started = answers.filter(({ kind }) => kind === "started");
    const refused = answers.flatMap((answer) => (answer.kind === "already running" ? [answer] : []));
    expect(started).toHaveLength(1);
    expect(new Set(refused.map(({ heldBy }) => heldBy?.holder)).size).toBe(1);
    expect(new Set(refused.map(({ since }) => since.getTime())).size).toBe(1);
  });

  test("a caller with waitMs waits in line, and its task starts when the one before it ends", async () => {
    const key = `lock:tally:invoice:${String(invoice)}`;
    await start("ann");
    const second = start("bob", 2, { waitMs: 600_000 });
    await vi.waitUntil(async () => (await coordinator.locks.line(key)).length === 1, WAIT);

    await runOne();
    await runOne();

    expect((await second).kind).toBe("started");
    expect(await coordinator.locks.inspect(key)).toMatchObject({ holder: "bob", expiresAt: undefined });
  });

  test("a task that is no longer wanted after the wait is not submitted, and the lock is free", async () => {
    const key = `lock:tally:invoice:${String(invoice)}`;
    await start("ann", 1);
    const check = () => Promise.reject(new Error("it is done"));
    const second = start("bob", 1, { waitMs: 600_000, check }).catch(String);
    await vi.waitUntil(async () => (await coordinator.locks.line(key)).length === 1, WAIT);

    await runOne();

    expect(await second).toBe("Error: it is done");
    expect(await coordinator.locks.inspect(key)).toBeUndefined();
    expect(await database.query(selectTypes(`tally-${String(invoice)}`))).toHaveLength(1);
  });

  test("the expected end is measured: from the chunks that ended and the time since the start, anew with each reading", async () => {
    const key = `lock:tally:invoice:${String(invoice)}`;
    await start("ann", 4, { expectedMs: 60_000 });
    const expectedMs = async () => {
      await database.query(
        sql`update rota.locks set started_at = clock_timestamp() - interval '1 hour' where key = ${key}`,
      );
      const lock = await coordinator.locks.inspect(key);
      return Number(lock?.expectedEndAt) - Number(lock?.startedAt);
    };
    const HOUR_MS = 3_600_000;
    const given = (await coordinator.locks.inspect(key))?.expectedEndAt;

    expect(Number(given) - Date.now()).toBeLessThan(120_000); // what its holder expects
    await runOne();
    expect((await expectedMs()) / HOUR_MS).toBeCloseTo(4, 1);
    await runOne();
    expect((await expectedMs()) / HOUR_MS).toBeCloseTo(2, 1);
    await runOne();
    expect((await expectedMs()) / HOUR_MS).toBeCloseTo(4 / 3, 1);
    const refused = await start("bob");
    const endAt = refused.kind === "already running" ? refused.heldBy?.expectedEndAt : undefined;
    const [listed] = (await listLocks(database, { prefix: key })).items;
    for (const seen of [endAt, listed?.expectedEndAt]) expect(Number(seen) - Date.now()).toBeGreaterThan(1_000_000);
  });

  test("refusals and waiters count for the tenant of the task", async () => {
    const key = `lock:tally:invoice:${String(invoice)}`;
    const of = async (tenant: string) =>
      (await lockStatistics(database, { tenant })).operations.find(({ operation }) => operation === "COUNTED");
    await start("ann", 1, { operation: "COUNTED", context: { chunks: 1 } });
    await start("bob", 1, { operation: "COUNTED" });
    const leaving = new AbortController();
    const waiting = start("cy", 1, { operation: "COUNTED", waitMs: 600_000, signal: leaving.signal });
    await vi.waitUntil(async () => (await coordinator.locks.line(key)).length === 1, WAIT);

    expect(await of("ann")).toMatchObject({ held: 1, waiting: 1 });
    leaving.abort();
    await waiting;
    await coordinator.prune(); // stores the remaining refusals
    expect(await of("ann")).toMatchObject({ held: 1, waiting: 0, refused: 2 });
    expect(await of("bob")).toBeUndefined();
    expect((await coordinator.locks.inspect(key))?.context).toEqual({ tenant: "ann", chunks: 1 });
  });

  test("a task that cannot be submitted leaves no lock behind", async () => {
    await expect(start("ann", 0)).rejects.toThrow("chunks");

    expect((await start("bob")).kind).toBe("started");
  });
});

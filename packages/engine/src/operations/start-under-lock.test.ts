/** Tests starting a task under a lock, which must never run twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Coordinator } from "../locks/locks.ts";
import { createDatabaseCoordinator } from "../locks/database-lock-store.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { completeChunks } from "../worker/settle-chunks.ts";
import { startUnderLock } from "./start-under-lock.ts";

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

  const start = (holder: string, chunks = 2) =>
    startUnderLock(
      { database, locks: coordinator.locks },
      {
        lock: { key: `lock:tally:invoice:${String(invoice)}`, holder, operation: "TALLY_CREATION" },
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

  test("a task that cannot be submitted leaves no lock behind", async () => {
    await expect(start("ann", 0)).rejects.toThrow("chunks");

    expect((await start("bob")).kind).toBe("started");
  });
});

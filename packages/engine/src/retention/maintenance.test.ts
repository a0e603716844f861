/** Tests of what maintenance finds and wakes, and of its cost while there is nothing to do. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql, type Sql } from "../database/sql.ts";
import { queueTurns } from "../dispatch/dispatch.sql.ts";
import { createEngine } from "../engine.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { holdPresence } from "../leases/leases.sql.ts";
import { silentLogger } from "../runtime/logger.ts";
import { setSchedule } from "../schedules/set-schedule.ts";
import { cancelTask, sweepCancelled } from "../tasks/change-task.ts";
import { defineTask } from "../tasks/define-task.ts";
import { setLane } from "../tasks/lanes.ts";
import { openTestDatabase, openTestPostgres, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { createMaintenance, type MaintenanceOptions } from "./maintenance.ts";

const GRACE_MS = 1_000;
const WAIT = { timeout: 20_000, interval: 20 };

describe.each(["pglite", "postgres"] as const)("maintenance on %s", (on) => {
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

  /** Runs one check and returns what it woke and when to check again. */
  const check = async (options: Partial<MaintenanceOptions> = {}) => {
    const woken: string[] = [];
    const wakeable = (name: string) => ({ wake: () => void woken.push(name) });
    const wakes = { worker: wakeable("worker"), schedules: wakeable("schedules"), sweep: wakeable("sweep") };
    const setting = { queues: [work.queue], pollIntervalMs: 1_000, graceMs: GRACE_MS, logger: silentLogger };
    const next = await createMaintenance({ database, wakes, ...setting, ...options }).runOnce();
    return { woken, next };
  };
  const NOTHING = { woken: [], next: "idle" };

  test("a process with nothing to do and without a broker sends one statement a second", async () => {
    const sent: string[] = [];
    const task = defineTask({ name: "demo.idle", queue: work.queue, run: () => "done" });
    const counted = recordStatements(database, (statement) => sent.push(statement.text));
    const engine = await createEngine({ tasks: [task], database: counted, logger: silentLogger });
    onTestFinished(() => engine.stop());
    await engine.start();
    await (await engine.submit(task, undefined)).result();
    const isCheck = (text: string) => text.includes("rota.look_around");
    await vi.waitUntil(() => sent.length > 2 && sent.slice(-2).every(isCheck), WAIT); // the work that the task caused has ended

    const [before, startedMs] = [sent.length, performance.now()];
    await vi.waitUntil(() => sent.length >= before + 2, WAIT);

    expect(sent.slice(before).filter((text) => !isCheck(text))).toEqual([]);
    expect(performance.now() - startedMs).toBeGreaterThan(1_500);
  });

  test("work is found until it is taken, although its notification was lost", async () => {
    const nothing = await check();
    await work.submit(1);
    const submitted = await check();
    const chunk = await work.takeOne();
    await work.take();
    const taken = await check();
    await work.end(chunk, "RETURN");

    expect([nothing, submitted, taken, await check()]).toEqual([
      NOTHING,
      { woken: ["worker"], next: "idle" },
      NOTHING,
      { woken: ["worker"], next: "idle" },
    ]);
  });

  test("work of other queues, and work that may not run, wakes no loop", async () => {
    await work.submit(3, { maxInFlight: 1 });
    const [chunk] = await work.take();
    await work.take();
    const capped = await check();
    await setLane(database, { pool: work.queue }, { isPaused: true });
    if (chunk !== undefined) await work.complete(chunk);
    await work.take();
    const paused = await check();
    await setLane(database, { pool: work.queue }, { isPaused: false });

    expect([capped, paused, await check({ queues: ["another"] })]).toEqual([NOTHING, NOTHING, NOTHING]);
    expect(await check()).toMatchObject({ woken: ["worker"] });
  });

  test("work is found that is at a broker and that no worker has started", async () => {
    await work.submit(1);
    await database.query(queueTurns({ queue: work.queue, window: 1, queuedMax: 1 }));
    await work.take();

    expect(await check()).toMatchObject({ woken: ["worker"] });
  });

  test("a chunk and a schedule are announced just before they fall due, so that each can wait for the moment", async () => {
    const dueAt = (seconds: number) => ({ dueAt: new Date(Date.now() + seconds * 1_000) });
    await work.submit(1, { isJob: true, chunks: [{ payload: 1, ...dueAt(3_600) }] });
    await setSchedule(database, { name: work.queue, cron: "@yearly", task: scheduled(work.queue) });
    await work.take();
    const early = await check();
    await database.query(
      sql`update rota.chunks set due_at = clock_timestamp() + interval '0.9 s' where queue = ${work.queue}`,
    );
    await database.query(sql`update rota.schedules set due_at = clock_timestamp() + interval '0.9 s'`);
    const soon = await check();
    await database.query(sql`delete from rota.schedules`);

    expect([early, soon.woken]).toEqual([NOTHING, ["worker", "schedules"]]);
  });

  test("cancelled tasks are announced until they are swept", async () => {
    await cancelTask(database, await work.submit(2, { isJob: true, chunks: [{ payload: 1 }] }));
    const cancelled = await check({ queues: [] });
    while ((await sweepCancelled(database)) > 0);

    expect([cancelled.woken, await check({ queues: [] })]).toEqual([["sweep"], NOTHING]);
  });

  test("a lease that ran out is ended, and the worker is woken for its chunks", async () => {
    await work.submit(2);
    const chunk = await work.takeOne();
    await work.expire(chunk.leaseToken);

    expect(await check({ queues: [] })).toEqual({ woken: ["worker"], next: "idle" });
    expect(await work.leaseCount()).toBe(0);
  });

  test("work is checked rarely for a worker that polls rarely", async () => {
    const woken: string[] = [];
    const worker = { wake: () => void woken.push("worker") };
    const unused = { wake: () => undefined };
    const setting = { queues: [work.queue], pollIntervalMs: 3_000, graceMs: GRACE_MS, logger: silentLogger };
    const wakes = { worker, schedules: unused, sweep: unused };
    const maintenance = createMaintenance({ database, wakes, ...setting });
    await work.submit(1);

    const counts: number[] = [];
    for (let checks = 0; checks < 7; checks++) {
      await maintenance.runOnce();
      counts.push(woken.length);
    }

    expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3]);
  });

  test.skipIf(on === "pglite")(
    "an absent process is checked again exactly when the grace is over (PGlite has one connection)",
    async () => {
      const owner = `absent-${work.queue}`;
      const session = await openTestPostgres({ schema: database.schema, poolSize: 1 });
      await session.query(holdPresence(owner));
      await work.submit(2);
      await takeTurns(database, { queue: work.queue, limit: 2, owner, isWatched: true, leaseMs: 60_000 });
      const present = await check({ queues: [] });
      await session.close();

      const absent = await vi.waitUntil(async () => {
        const seen = await check({ queues: [] });
        return seen.next === "idle" ? undefined : seen;
      }, WAIT);
      await database.query(
        sql`update rota.leases set absent_since = absent_since - interval '1 second' where owner = ${owner}`,
      );

      expect([present, absent.woken]).toEqual([NOTHING, []]);
      const dueInMs = typeof absent.next === "object" ? absent.next.dueInMs : Number.NaN;
      expect(dueInMs).toBeGreaterThan(0);
      expect(dueInMs).toBeLessThanOrEqual(GRACE_MS);
      expect(await check({ queues: [] })).toEqual({ woken: ["worker"], next: "idle" });
      expect(await work.leaseCount()).toBe(0);
    },
  );
});

function scheduled(queue: string) {
  return { queue, tenant: "ann", group: "g", type: "count", chunks: [{}] };
}

/** Returns the database with a recorder that gets every statement outside of transactions, and every transaction once. */
function recordStatements(database: Database, record: (statement: Pick<Sql<unknown>, "text">) => void): Database {
  return {
    schema: database.schema,
    query(statement, options) {
      record(statement);
      return database.query(statement, options);
    },
    transaction(inside, options) {
      record({ text: "begin" });
      return database.transaction(inside, options);
    },
    listen: (channel, listener) => database.listen(channel, listener),
    sessionAddress: () => database.sessionAddress?.(),
    close: () => database.close(),
  };
}

/** Tests what handlers rely on when they report: it costs them nothing, and only the holder of a chunk is believed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { RotaError } from "../errors.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { createHeldClock, type HeldClock } from "../../test/support/held-clock.ts";
import { createLogger, silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { createProgressReporter, NOTE_LENGTH_MAX, REPORTS_MAX } from "./progress-reporter.ts";
import { getTaskProgress } from "./task-progress.ts";

const SECOND = 1_000;

describe.each(["pglite", "postgres"] as const)("reports on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;
  let clock: HeldClock;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    work = workedQueue(database);
    clock = createHeldClock();
  });
  afterAll(() => opened.dispose());

  const reporterOn = (observed: ObservedDatabase) =>
    createProgressReporter({ database: observed.database, logger: silentLogger, clock });
  const reported = async (taskId: bigint) =>
    (await getTaskProgress(database, taskId)).running.map(({ reported: report }) => report);

  test("the latest report of each chunk is written, by one statement for all of them", async () => {
    const observed = observe(database);
    const reporter = reporterOn(observed);
    const taskId = await work.submit(2);
    const [first, second] = await work.take(2);

    for (const done of [1, 2, 3]) reporter.report(known(first), { done, total: 10, note: `page ${String(done)}` });
    reporter.report(known(second), { done: 7, total: 8 });
    await clock.advance(0);
    await observed.settled();

    expect(observed.statements()).toBe(1);
    const reports = await reported(taskId);
    expect(reports).toMatchObject([
      { done: 3, total: 10, note: "page 3" },
      { done: 7, total: 8, note: undefined },
    ]);
    for (const report of reports) expect(report?.at).toBeInstanceOf(Date);
    await reporter.close();
  });

  test("a second passes between two statements, however much is reported", async () => {
    const observed = observe(database);
    const reporter = reporterOn(observed);
    const taskId = await work.submit(1);
    const chunk = await work.takeOne();
    const reportAndWait = async (done: number, ms: number) => {
      reporter.report(chunk, { done, total: 9 });
      await clock.advance(ms);
      await observed.settled();
      return observed.statements();
    };

    const counts = [await reportAndWait(1, 0), await reportAndWait(2, SECOND - 1), await reportAndWait(3, 1)];

    expect(counts).toEqual([1, 1, 2]);
    expect(await reported(taskId)).toMatchObject([{ done: 3 }]);
    await reporter.close();
  });

  test("a worker that lost its lease is not believed, and what it had reported is not taken for the next one's", async () => {
    const observed = observe(database);
    const reporter = reporterOn(observed);
    const taskId = await work.submit(1);
    const lost = await work.takeOne();
    reporter.report(lost, { done: 5, total: 9 });
    await clock.advance(0);
    await observed.settled();

    await work.expire(lost.leaseToken);
    await rescueLeases(database, 0);
    await work.takeOne("worker-2");
    reporter.report(lost, { done: 6, total: 9 });
    await clock.advance(SECOND);
    await observed.settled();

    expect(observed.statements()).toBe(2);
    expect(await reported(taskId)).toEqual([undefined]);
    await reporter.close();
  });

  test("odd numbers are passed by, and odd notes are cut: neither fails the work or the reports of others", async () => {
    const observed = observe(database);
    const reporter = reporterOn(observed);
    const taskId = await work.submit(3);
    const [odd, long, plain] = await work.take(3);

    for (const done of [Number.NaN, -1, Number.POSITIVE_INFINITY]) reporter.report(known(odd), { done, total: 1 });
    reporter.report(known(long), { done: 1, total: 1, note: `a\0"{},\\${"x".repeat(NOTE_LENGTH_MAX)}` });
    reporter.report(known(plain), { done: 0.5, total: 1e300 });
    await clock.advance(0);
    await observed.settled();

    const [none, cut, whole] = await reported(taskId);
    expect(none).toBeUndefined();
    expect(cut?.note).toMatch(/^a"\{\},\\x+$/);
    expect(whole).toMatchObject({ done: 0.5, total: 1e300 });
    await reporter.close();
  });
});

describe("a database that is down", () => {
  test("costs the reports of that time and nothing else, and is spoken of once", async () => {
    const clock = createHeldClock();
    const lines: string[] = [];
    const logger = createLogger({ level: "warn", json: true, destination: { write: (line) => lines.push(line) } });
    const broken = brokenDatabase();
    const reporter = createProgressReporter({ database: broken.database, logger, clock });
    const chunk = (number: number) => ({ taskId: 1n, number, leaseToken: 1n });

    reporter.report(chunk(1), { done: 1, total: 2 });
    await clock.advance(0);
    for (let number = 1; number <= REPORTS_MAX + 500; number++) reporter.report(chunk(number), { done: 1, total: 2 });
    await clock.advance(SECOND);
    await clock.advance(SECOND);

    expect(broken.batches).toEqual([1, REPORTS_MAX]);
    expect(lines).toHaveLength(1);
    await reporter.close();
  });

  test("does not keep a process from ending", async () => {
    const clock = createHeldClock();
    const broken = brokenDatabase();
    const reporter = createProgressReporter({ database: broken.database, logger: silentLogger, clock });
    reporter.report({ taskId: 1n, number: 1, leaseToken: 1n }, { done: 1, total: 2 });
    await clock.advance(0);
    reporter.report({ taskId: 1n, number: 1, leaseToken: 1n }, { done: 2, total: 2 });

    await reporter.close();
    reporter.report({ taskId: 1n, number: 1, leaseToken: 1n }, { done: 2, total: 2 });
    await clock.advance(10 * SECOND);

    expect(broken.batches).toEqual([1]);
    expect(clock.waiting()).toBe(0);
  });
});

type ObservedDatabase = ReturnType<typeof observe>;

/** The same database, of which the statements are counted and can be waited for. */
function observe(database: Database) {
  const running: Promise<unknown>[] = [];
  const query: Queryable["query"] = (statement, options) => {
    const result = database.query(statement, options);
    running.push(result.catch(() => undefined));
    return result;
  };
  return {
    database: { ...database, query },
    statements: () => running.length,
    settled: () => Promise.all(running),
  };
}

/** Refuses every statement, and counts the chunks that it was asked to write. */
function brokenDatabase(): { database: Database; batches: number[] } {
  const batches: number[] = [];
  const refuse = () => Promise.reject(new RotaError("DATABASE_UNAVAILABLE", "no server answers"));
  const database: Database = {
    schema: "rota",
    query: ({ values: [taskIds] }) => {
      batches.push(Array.isArray(taskIds) ? taskIds.length : 0);
      return refuse();
    },
    transaction: refuse,
    listen: refuse,
    close: () => Promise.resolve(),
  };
  return { database, batches };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing came back");
  return value;
}

/** The state that an engine reports in its log and as numbers. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { createEngine, type Engine } from "../engine.ts";
import { createLogger, type Logger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/define-task.ts";
import { fail, snooze } from "../tasks/outcome.ts";
import { NO_RETRY } from "../tasks/retry-policy.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { createStateSummary } from "./state-summary.ts";
import { watchSystem } from "./system-statistics.ts";

const WAIT = { timeout: 45_000, interval: 10 };
const SUMMARY = "state of the scheduler";
const double = defineTask({
  name: "demo.double",
  split: (numbers: readonly number[]) => numbers,
  run: (number) => number * 2,
  finish: (doubled) => doubled.length,
});
const refuse = defineTask({ name: "demo.refuse", retry: NO_RETRY, run: () => fail(new Error("no")) });
const wait = defineTask({
  name: "demo.wait",
  split: (numbers: readonly number[]) => numbers,
  run: () => snooze(3_600_000, "not yet"),
});

let opened: TestDatabase;
let database: Database;
let engine: Engine | undefined;
let lines: string[];

beforeEach(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
  await migrate(database);
  lines = [];
});

afterEach(async () => {
  await engine?.stop();
  await opened.dispose();
});

function logger(level: Config["logLevel"]): Logger {
  return createLogger({ level, json: true, destination: { write: (line) => lines.push(line) } });
}

async function start(config: Partial<Config>): Promise<Engine> {
  const options = { tasks: [double, refuse, wait], database, config, logger: logger(config.logLevel ?? "info") };
  engine = await createEngine(options);
  await engine.start();
  return engine;
}

const linesWith = (text: string) => lines.filter((line) => line.includes(text));

test("a process that works logs the state of all work", async () => {
  const working = await start({ stateSummaryMs: 20 });

  await (await working.submit(double, [1, 2, 3])).result();
  await vi.waitFor(() => expect(lines.join("")).toContain('"completed":4'), WAIT);
  await (await working.submit(refuse, null)).result().catch(() => undefined);
  await vi.waitFor(() => expect(lines.join("")).toContain('"failed":1'), WAIT);

  expect(linesWith("has its turn")).toEqual([]);
});

test("a process in which nothing happens any more says once how it ended, and then nothing", async () => {
  let done = 0;
  const summary = createStateSummary({
    database,
    logger: logger("info"),
    intervalMs: 10_000,
    activity: () => done,
  });

  await summary.runOnce();
  const atFirst = linesWith(SUMMARY).length;
  done = 7;
  for (let run = 0; run < 5; run++) await summary.runOnce();

  expect(atFirst).toBe(0);
  expect(linesWith(SUMMARY)).toHaveLength(2);
});

test("open tasks report their progress, the oldest 20 of them", async () => {
  const working = await start({ stateSummaryMs: 20 });
  for (let task = 0; task < 22; task++) await working.submit(wait, [4, 5]);

  const { taskId: last } = await working.submit(wait, [4]);
  await vi.waitUntil(() => linesWith(SUMMARY).some((line) => line.includes('"scheduled":45')), WAIT);

  const reported = linesWith("progress of a task");
  expect(reported.some((line) => line.includes('"completed":"0/2 (0.0%)"'))).toBe(true);
  expect(new Set(reported.map((line) => /"task":"(\d+)"/.exec(line)?.[1])).size).toBeLessThanOrEqual(20);
  expect(reported.some((line) => line.includes(`"task":"${String(last)}"`))).toBe(false);
});

test("at debug level each turn has its line, in the order of turns", async () => {
  const working = await start({ stateSummaryMs: 20, logLevel: "debug" });

  await working.submit(double, [1, 2, 3]);
  await working.submit(wait, [4]);
  await vi.waitUntil(() => linesWith("TAKEN").length >= 5, WAIT);

  const turns = linesWith("TAKEN").map((line) => Number(/"turn":"(\d+)"/.exec(line)?.[1]));
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
});

test("attempts are counted by type and outcome, claims and settlements by time", async () => {
  const working = await start({ stateSummaryMs: 0 });

  await (await working.submit(double, [1, 2, 3])).result();
  await (await working.submit(refuse, null)).result().catch(() => undefined);
  await working.submit(wait, [4]);
  const attemptsOf = (type: string) => working.counts().work?.attempts.find((counts) => counts.type === type);
  await vi.waitUntil(() => attemptsOf(wait.name)?.outcomes.SNOOZE === 1, WAIT);

  expect(attemptsOf(double.name)?.outcomes).toMatchObject({ COMPLETED: 4, RETRY: 0 }); // one more finishes the task
  expect(attemptsOf(refuse.name)?.outcomes).toMatchObject({ COMPLETED: 0, FAIL: 1 });
  const { work, pool } = working.counts();
  expect(sum(work?.claims.durations.counts)).toBeGreaterThan(0);
  expect(sum(work?.settles.durations.counts)).toBeGreaterThan(0);
  expect(work).toMatchObject({ claims: { failures: 0 }, settles: { failures: 0 }, rescued: { leases: 0, chunks: 0 } });
  expect(pool?.size).toBeGreaterThan(0);
});

test("tasks of which no chunk is over after five minutes are counted, paused and young ones are not", async () => {
  const office = await createEngine({ tasks: [double], database });
  engine = office;
  const [old, paused] = [await office.submit(double, [1, 2]), await office.submit(double, [3])];
  await office.submit(double, [4, 5]);
  await paused.pause();
  await database.query(sql`
    update rota.tasks set submitted_at = submitted_at - interval '6 minutes' where task_id in (${old.taskId}, ${paused.taskId})`);

  const { tasksWithoutProgress, statistics } = await watchSystem(database);

  expect(statistics.openTasks.count).toBe(3);
  expect(tasksWithoutProgress).toBe(1);
});

function sum(numbers: readonly number[] = []): number {
  return numbers.reduce((total, each) => total + each, 0);
}

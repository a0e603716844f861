/** Tests that no run of a schedule is lost or doubled, whatever happens to the processes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { silentLogger } from "../runtime/logger.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { listMissedRuns, listSchedules } from "./list-schedules.ts";
import type { NewSchedule } from "./schedule.ts";
import { createScheduleLoop, runDueSchedules, SCHEDULES_MAX } from "./run-due-schedules.ts";
import { setSchedule } from "./set-schedule.ts";

const at = (time: string) => ({ now: new Date(`2026-05-01T${time}Z`) });
const of = (time: string) => new Date(`2026-05-01T${time}Z`);
const task = { queue: "reports", tenant: "ann", group: "g", type: "report", chunks: [{}] };
const hourly: NewSchedule = { name: "hourly", cron: "@hourly", task };

describe.each(["pglite", "postgres"] as const)("due schedules on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => database.query(sql`delete from rota.schedules`));
  afterAll(() => opened.dispose());

  /** Returns the nominal times of the existing tasks, by their keys. */
  const submittedTimes = async (name: string): Promise<string[]> => {
    const rows = await database.query(sql<{ time: string }>`
      select input ->> 'scheduledFor' as time from rota.tasks join rota.task_keys using (task_id)
       where starts_with(key, 'schedule/' || ${name}::text || '/') order by 1`);
    return rows.map(({ time }) => time);
  };
  const namesOf = (pass: { submitted: readonly { schedule: string }[] }) =>
    pass.submitted.map(({ schedule }) => schedule);

  test("a run is submitted when it falls due, once, and the next one is known", async () => {
    await setSchedule(database, { ...hourly, name: "plain" }, at("09:30:00"));

    const early = await runDueSchedules(database, at("09:59:59"));
    const onTime = await runDueSchedules(database, at("10:00:00.5"));
    const again = await runDueSchedules(database, at("10:00:01.5"));

    const [schedule] = await listSchedules(database);
    expect([early.submitted, again.submitted]).toEqual([[], []]);
    expect([early.next, again.next]).toEqual([{ dueInMs: 1_000 }, { dueInMs: 3_598_500 }]);
    expect(onTime.submitted).toEqual([
      { schedule: "plain", scheduledFor: of("10:00:00"), taskId: schedule?.lastTaskId },
    ]);
    expect(schedule).toMatchObject({ lastRunAt: of("10:00:00"), nextRunAt: of("11:00:00"), lastError: undefined });
  });

  test("the handler finds the nominal time in its input", async () => {
    const queue = `handler ${on}`;
    const given = { ...task, queue, pool: queue, input: { kind: "full" }, chunks: [{ payload: { part: 1 } }] };
    await setSchedule(database, { ...hourly, name: "payload", task: given }, at("09:30:00"));

    await runDueSchedules(database, at("10:00:20"));

    const [chunk] = await takeTurns(database, { queue, limit: 1, owner: "worker-1", leaseMs: 60_000 });
    const scheduledFor = "2026-05-01T10:00:00.000Z";
    expect(chunk?.payload).toEqual({ part: 1, scheduledFor });
    expect(await database.query(sql`select input from rota.tasks where task_id = ${chunk?.taskId ?? null}`)).toEqual([
      { input: { kind: "full", scheduledFor } },
    ]);
  });

  test("of many processes at once exactly one submits each run", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `crowd ${String(index)}`);
    for (const name of names) await setSchedule(database, { ...hourly, name }, at("09:30:00"));

    const passes = await Promise.all(Array.from({ length: 8 }, () => runDueSchedules(database, at("10:00:10"))));
    const rest = await runDueSchedules(database, at("10:00:10"));

    expect([...passes, rest].flatMap(namesOf).sort()).toEqual(names.sort());
    expect(await submittedTimes("crowd 7")).toEqual(["2026-05-01T10:00:00.000Z"]);
  });

  test("a crash before the commit undoes the pass, and the next one repeats it", async () => {
    await setSchedule(database, { ...hourly, name: "crash" }, at("09:30:00"));
    const crashing: Database = {
      ...database,
      transaction: (work, options) =>
        database.transaction(async (tx) => {
          await work(tx);
          throw new Error("killed");
        }, options),
    };

    await expect(runDueSchedules(crashing, at("10:00:05"))).rejects.toThrow("killed");
    const none = await submittedTimes("crash");
    await runDueSchedules(database, at("10:00:06"));

    expect(none).toEqual([]);
    expect(await submittedTimes("crash")).toEqual(["2026-05-01T10:00:00.000Z"]);
  });

  test("a lost reply to the commit doubles nothing", async () => {
    await setSchedule(database, { ...hourly, name: "lost reply" }, at("09:30:00"));
    const forgetful: Database = {
      ...database,
      transaction: async (work, options) => {
        await database.transaction(work, options);
        throw new Error("connection lost");
      },
    };

    await expect(runDueSchedules(forgetful, at("10:00:05"))).rejects.toThrow("connection lost");
    const again = await runDueSchedules(database, at("10:00:06"));

    expect(again.submitted).toEqual([]);
    expect(await submittedTimes("lost reply")).toEqual(["2026-05-01T10:00:00.000Z"]);
  });

  test("a clock that jumps forward and back doubles nothing and reports missed runs", async () => {
    await setSchedule(database, { ...hourly, name: "jump" }, at("09:30:00"));

    for (const time of ["10:00:10", "13:30:00", "10:00:20", "12:00:00", "13:59:59", "14:00:00"])
      await runDueSchedules(database, at(time));

    expect(await submittedTimes("jump")).toEqual(["10", "13", "14"].map((hour) => `2026-05-01T${hour}:00:00.000Z`));
    expect(await listMissedRuns(database, { name: "jump" })).toMatchObject([
      { fromRun: of("11:00:00"), beforeRun: of("13:00:00"), reason: "LATE", cron: "@hourly", timeZone: "UTC" },
    ]);
  });

  test("all missed runs are submitted in several passes, up to the limit", async () => {
    const secondly: NewSchedule = { ...hourly, name: "all", cron: "* * * * * *", onMissed: "all", catchUpMax: 250 };
    await setSchedule(database, secondly, at("09:59:59"));

    const first = await runDueSchedules(database, at("10:30:00"));
    const second = await runDueSchedules(database, at("10:30:00"));

    expect([first.next, second.next]).toEqual(["again", { dueInMs: 1_000 }]);
    expect(first.submitted.length + second.submitted.length).toBe(250 + 61);
    expect(new Set(await submittedTimes("all")).size).toBe(250 + 61);
    expect(await listMissedRuns(database, { name: "all" })).toMatchObject([
      { fromRun: of("10:00:00"), beforeRun: of("10:24:50") },
    ]);
  });

  test("thousands of schedules are processed in batches, by index", async () => {
    await setSchedule(database, { ...hourly, name: "many" }, at("09:30:00"));
    await database.query(sql`
      insert into rota.schedules (name, cron, time_zone, task, on_missed, catch_up_max, next_run_at, due_at)
      select 'many ' || nth, cron, time_zone, task, on_missed, catch_up_max, at, at
        from rota.schedules, generate_series(1, 3000) as nth, lateral (select next_run_at + (nth - 150) * interval '2 minutes' as at) as due`);
    await database.query(sql`analyze rota.schedules`);

    const first = await runDueSchedules(database, at("10:00:00"));
    const second = await runDueSchedules(database, at("10:00:00"));
    const plan = await database.query(sql<{ "QUERY PLAN": string }>`
      explain select name from rota.schedules where not is_paused and due_at <= ${of("10:00:00")} order by due_at limit 100`);

    expect([first.next, second.next]).toEqual(["again", { dueInMs: 120_000 }]);
    expect([first.submitted.length, second.submitted.length]).toEqual([SCHEDULES_MAX, 51]);
    expect(JSON.stringify(plan)).toContain("schedules_due");
  });

  test("a schedule that cannot be run reports the reason and stops no other", async () => {
    await setSchedule(database, { ...hourly, name: "riddle" }, at("09:30:00"));
    await setSchedule(database, { ...hourly, name: "sound" }, at("09:30:00"));
    await database.query(sql`update rota.schedules set time_zone = 'Mars/Phobos' where name = 'riddle'`);

    const pass = await runDueSchedules(database, at("10:00:10"));
    const next = await runDueSchedules(database, at("10:00:20"));
    await database.query(sql`update rota.schedules set time_zone = 'UTC' where name = 'riddle'`);
    const later = await runDueSchedules(database, at("10:01:10"));

    expect([namesOf(pass), pass.failed.length, next.failed.length]).toEqual([["sound"], 1, 0]);
    expect(pass.failed[0]?.error.message).toContain('timeZone "Mars/Phobos" is not known here');
    expect(namesOf(later)).toEqual(["riddle"]);
    expect((await listSchedules(database)).map(({ lastError }) => lastError)).toEqual([undefined, undefined]);
  });

  test("a time that was submitted before under the same name is not submitted again", async () => {
    const key = "schedule/held/2026-05-01T10:00:00.000Z";
    const [before] = await submitTasks(database, [{ ...task, unique: { key }, input: "by hand" }]);
    await setSchedule(database, { ...hourly, name: "held" }, at("09:30:00"));
    await setSchedule(database, { ...hourly, name: "other" }, at("09:30:00"));

    const { submitted } = await runDueSchedules(database, at("10:00:10"));

    expect(submitted.map(({ schedule, taskId }) => [schedule, taskId === before?.taskId]).sort()).toEqual([
      ["held", true],
      ["other", false],
    ]);
    expect((await listSchedules(database))[0]).toMatchObject({ nextRunAt: of("11:00:00"), lastError: undefined });
  });

  test("a loop submits by the time of the database", async () => {
    const { nextRunAt } = await setSchedule(database, { ...hourly, name: "loop", cron: "@yearly" });
    const thisYear = new Date(nextRunAt ?? 0);
    thisYear.setUTCFullYear(thisYear.getUTCFullYear() - 1);
    await database.query(sql`update rota.schedules set next_run_at = ${thisYear}, due_at = ${thisYear}`);
    const loop = createScheduleLoop({ database, logger: silentLogger, intervalMs: 1_000 });

    const next = await loop.runOnce();
    await loop.stop();

    expect(next).toHaveProperty("dueInMs");
    expect(await submittedTimes("loop")).toEqual([thisYear.toISOString()]);
    expect(await listSchedules(database)).toMatchObject([{ lastRunAt: thisYear, nextRunAt }]);
  });
});

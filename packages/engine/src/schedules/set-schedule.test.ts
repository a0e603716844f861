/** Tests of setting, changing, pausing and removing schedules. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { taskKey } from "../tasks/task-keys.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { pauseSchedule, removeSchedule, resumeSchedule, setSchedule } from "./set-schedule.ts";
import { listMissedRuns, listSchedules } from "./list-schedules.ts";
import type { NewSchedule } from "./schedule.ts";
import { runDueSchedules } from "./run-due-schedules.ts";

const at = (time: string) => ({ now: new Date(`2026-05-01T${time}Z`) });
const of = (time: string) => new Date(`2026-05-01T${time}Z`);
const task = { queue: "reports", tenant: "ann", group: "g", type: "report", chunks: [{}] };
const hourly: NewSchedule = { name: "report", cron: "@hourly", task };

describe.each(["pglite", "postgres"] as const)("schedules on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => database.query(sql`delete from rota.schedules`));
  afterAll(() => opened.dispose());

  const timesOf = async (now: { now: Date }) =>
    (await runDueSchedules(database, now)).submitted.map(({ scheduledFor }) => scheduledFor);
  const only = async () => {
    const [schedule] = await listSchedules(database);
    return schedule;
  };

  test("a schedule shows its definition and its next run", async () => {
    const given: NewSchedule = {
      name: "nightly",
      cron: "0 3 * * *",
      timeZone: "Europe/Zurich",
      onMissed: "all",
      catchUpMax: 7,
      task: { ...task, taskKey: taskKey("report", [["t", 1]]), input: { kind: "full" } },
    };

    const set = await setSchedule(database, given, at("12:00:00"));

    expect(set).toEqual({
      ...given,
      isPaused: false,
      nextRunAt: new Date("2026-05-02T01:00:00Z"),
      lastRunAt: undefined,
      lastTaskId: undefined,
      lastError: undefined,
    });
    expect(await listSchedules(database)).toEqual([set]);
  });

  test("processes that start at once create one schedule", async () => {
    await Promise.all(Array.from({ length: 8 }, () => setSchedule(database, hourly, at("09:30:00"))));

    expect(await listSchedules(database)).toHaveLength(1);
  });

  test("setting the same again changes nothing: runs that fell due meanwhile stay due", async () => {
    await setSchedule(database, hourly, at("09:30:00"));

    await setSchedule(database, { ...hourly, timeZone: "UTC", onMissed: "once" }, at("10:00:30"));

    expect(await timesOf(at("10:00:31"))).toEqual([of("10:00:00")]);
  });

  test("a change while runs are due submits them as they were, and later runs follow the new definition", async () => {
    await setSchedule(
      database,
      { ...hourly, name: "changed", onMissed: "all", task: { ...task, input: { is: "old" } } },
      at("07:30:00"),
    );
    await timesOf(at("08:00:10"));

    const changed = await setSchedule(
      database,
      { ...hourly, name: "changed", cron: "15 * * * *", task: { ...task, input: { is: "new" } } },
      at("10:05:00"),
    );
    const later = await timesOf(at("10:15:05"));

    const inputs = await database.query(sql`
      select input from rota.tasks join rota.task_keys using (task_id) where starts_with(key, 'schedule/changed/') order by input ->> 'scheduledFor'`);
    expect(changed).toMatchObject({ lastRunAt: of("10:00:00"), nextRunAt: of("10:15:00") });
    expect(later).toEqual([of("10:15:00")]);
    expect(inputs).toEqual([
      { input: { is: "old", scheduledFor: "2026-05-01T08:00:00.000Z" } },
      { input: { is: "old", scheduledFor: "2026-05-01T09:00:00.000Z" } },
      { input: { is: "old", scheduledFor: "2026-05-01T10:00:00.000Z" } },
      { input: { is: "new", scheduledFor: "2026-05-01T10:15:00.000Z" } },
    ]);
  });

  test("a definition that cannot be run is replaced, and its due runs are recorded as missed", async () => {
    await setSchedule(database, hourly, at("09:30:00"));
    await database.query(sql`update rota.schedules set time_zone = 'Mars/Phobos'`);

    await setSchedule(database, hourly, at("11:30:00"));

    expect(await listMissedRuns(database, { name: "report" })).toMatchObject([
      { fromRun: of("10:00:00"), beforeRun: of("12:00:00"), reason: "CHANGED" },
    ]);
    expect(await only()).toMatchObject({ timeZone: "UTC", nextRunAt: of("12:00:00"), lastError: undefined });
  });

  test("a change after the clock was set back does not repeat a time", async () => {
    await setSchedule(database, hourly, at("11:30:00"));
    await timesOf(at("12:00:10"));

    const changed = await setSchedule(database, { ...hourly, cron: "0,30 * * * *" }, at("10:10:00"));

    expect(changed.nextRunAt).toEqual(of("12:30:00"));
  });

  test("a paused schedule submits nothing, and resumes with its next run", async () => {
    await setSchedule(database, { ...hourly, onMissed: "all" }, at("09:30:00"));

    const changes = [await pauseSchedule(database, "report"), await pauseSchedule(database, "report")];
    const paused = await only();
    const meanwhile = await timesOf(at("11:30:00"));
    changes.push(await resumeSchedule(database, "report", at("11:40:00")));
    changes.push(await resumeSchedule(database, "report", at("11:40:00")));
    const after = await timesOf(at("12:00:00"));

    expect(changes).toEqual([true, false, true, false]);
    expect(paused).toMatchObject({ isPaused: true, nextRunAt: undefined });
    expect([meanwhile, after]).toEqual([[], [of("12:00:00")]]);
    expect(await listMissedRuns(database, { name: "report" })).toMatchObject([
      { fromRun: of("10:00:00"), beforeRun: of("12:00:00"), reason: "PAUSED" },
    ]);
  });

  test("a schedule that is changed while it is paused stays paused", async () => {
    await setSchedule(database, hourly, at("09:30:00"));
    await pauseSchedule(database, "report");

    const changed = await setSchedule(database, { ...hourly, cron: "@daily" }, at("10:30:00"));

    expect(changed.isPaused).toBe(true);
    expect(await timesOf({ now: new Date("2026-05-02T00:00:10Z") })).toEqual([]);
  });

  test("a removed schedule runs no more", async () => {
    await setSchedule(database, hourly, at("09:30:00"));

    expect(await removeSchedule(database, "report")).toBe(true);
    expect(await removeSchedule(database, "report")).toBe(false);
    expect(await timesOf(at("10:00:10"))).toEqual([]);
    await expect(pauseSchedule(database, "report")).rejects.toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
  });

  test("a schedule that is set in a transaction exists if that commits", async () => {
    const rolledBack = database.transaction(async (tx) => {
      await setSchedule(tx, hourly, at("09:30:00"));
      throw new Error("rolled back");
    });

    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await listSchedules(database)).toEqual([]);
  });

  test("long lists come in pages", async () => {
    for (const name of ["c", "a", "b"]) await setSchedule(database, { ...hourly, name }, at("09:30:00"));

    const first = await listSchedules(database, { limit: 2 });
    const second = await listSchedules(database, { after: first.at(-1)?.name ?? "", limit: 2 });

    expect([...first, ...second].map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  test.each<[string, object, RegExp]>([
    [
      "a misspelt field",
      { timezone: "Europe/Zurich" },
      /schedule "report": there is no field "timezone": did you mean timeZone\?/,
    ],
    [
      "a cron that cannot be read",
      { cron: "0 25 * * *" },
      /schedule "report": cron "0 25 \* \* \*" has "25" as its hour/,
    ],
    ["a cron that never falls due", { cron: "0 0 31 2 *" }, /cron "0 0 31 2 \*" never falls due/],
    ["a cron that is no text", { cron: 5 }, /cron must be a text/],
    ["an unknown time zone", { timeZone: "Mars/Phobos" }, /timeZone "Mars\/Phobos" is not known/],
    ["an empty name", { name: "" }, /name must be a text that is not empty/],
    ["an unknown policy", { onMissed: "twice" }, /onMissed "twice" must be once, all, none/],
    [
      "too much to catch up",
      { onMissed: "all", catchUpMax: 1_001 },
      /catchUpMax \(1001\) must be a whole number from 1 to 1000/,
    ],
    ["a limit without its policy", { catchUpMax: 5 }, /catchUpMax goes with onMissed "all"/],
    ["no task", { task: undefined }, /task must be an object/],
    ["a task that cannot be submitted", { task: { ...task, queue: "" } }, /queue must be a text/],
    ["a key of the task's own", { task: { ...task, unique: { key: "k" } } }, /task.unique must be left out/],
    ["the same task key for every run", { task: { ...task, taskKey: "k" } }, /task.taskKey would be the same/],
    ["a due time", { task: { ...task, chunks: [{ dueAt: new Date() }] } }, /dueAt must be left out/],
    ["no chunks", { task: { ...task, chunks: [] } }, /number of chunks \(0\)/],
    [
      "a payload without fields",
      { task: { ...task, chunks: [{ payload: 1 }] } },
      /payload must be an object or left out/,
    ],
    ["a field that runs set", { task: { ...task, input: { scheduledFor: 1 } } }, /task.input has a field scheduledFor/],
    ["a large task", { task: { ...task, input: { text: "x".repeat(70_000) } } }, /length of the task as json/],
  ])("%s is refused and nothing is set", async (_, change, message) => {
    const setting = setSchedule(database, { ...hourly, ...change });

    await expect(setting).rejects.toThrow(message);
    await expect(setting).rejects.toMatchObject({ code: "SCHEDULE_INVALID" });
    expect(await listSchedules(database)).toEqual([]);
  });
});

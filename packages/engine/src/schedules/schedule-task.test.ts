/** Tests of schedules that are set by a definition, and of those whose task no worker knows any more. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { defineTask, workerType } from "../tasks/define-task.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { listSchedules } from "./list-schedules.ts";
import { runDueSchedules } from "./run-due-schedules.ts";
import { scheduleTask } from "./schedule-task.ts";
import { removeSchedule, setSchedule } from "./set-schedule.ts";

const clean = defineTask({
  name: "images.cleanup",
  queue: "images",
  input: z.object({
    olderThanDays: z.number().positive(),
    dryRun: z.boolean().default(false),
    scheduledFor: z.iso.datetime(),
  }),
  run: ({ olderThanDays }) => olderThanDays,
});
const strict = defineTask({ name: "images.strict", input: z.strictObject({ days: z.number() }), run: () => 1 });
const albums = defineTask({
  name: "images.albums",
  split: ({ owners }: { owners: string[] }) => owners.map((owner) => ({ owner })),
  run: ({ owner }) => owner,
});
const daily = defineTask({
  name: "images.daily",
  split: ({ scheduledFor }: { scheduledFor: string }) => [{ day: scheduledFor.slice(0, 10) }],
  run: ({ day }) => day,
});
const word = defineTask({ name: "images.word", run: (name: string) => name });

let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
  await migrate(database);
});
beforeEach(async () => {
  await database.query(sql`delete from rota.schedules`);
  await database.query(sql`delete from rota.workers`);
  await database.query(sql`delete from rota.tasks`);
});
afterAll(() => opened.dispose());

const parts = () => ({ database, codec: undefined });
const hourly = { cron: "@hourly", timeZone: "Europe/Zurich" } as const;
const makeDue = () =>
  database.query(sql`update rota.schedules set next_run_at = clock_timestamp(), due_at = clock_timestamp()`);
const tasks = () =>
  database.query(sql<{ type: string; tenant: string; input: unknown; payloads: unknown }>`
    select type, tenant, input, (select jsonb_agg(payload order by number) from rota.chunks where chunks.task_id = tasks.task_id) as payloads
      from rota.tasks order by task_id`);

describe("a schedule of a definition", () => {
  test("submits the task with its input and the time of the run, as the definition says", async () => {
    const set = await scheduleTask(parts(), clean, { ...hourly, input: { olderThanDays: 30 }, tenant: "ann" });
    await makeDue();
    const { submitted } = await runDueSchedules(database);

    expect(set).toMatchObject({ name: "images.cleanup of ann", timeZone: "Europe/Zurich" });
    const scheduledFor = submitted[0]?.scheduledFor.toISOString();
    expect(await tasks()).toEqual([
      {
        type: "images.cleanup",
        tenant: "ann",
        input: { scheduledFor },
        payloads: [{ olderThanDays: 30, scheduledFor }],
      },
    ]);
  });

  test("cuts the input when it is set", async () => {
    await scheduleTask(parts(), albums, { cron: "@hourly", name: "all albums", input: { owners: ["ann", "bob"] } });
    await makeDue();
    const { submitted } = await runDueSchedules(database);

    const scheduledFor = submitted[0]?.scheduledFor.toISOString();
    expect(await tasks()).toMatchObject([
      {
        input: { owners: ["ann", "bob"], scheduledFor },
        payloads: [
          { owner: "ann", scheduledFor },
          { owner: "bob", scheduledFor },
        ],
      },
    ]);
  });

  test("set again changes nothing, and another input replaces it", async () => {
    const set = await scheduleTask(parts(), clean, { ...hourly, input: { olderThanDays: 30 } });
    const again = await scheduleTask(parts(), clean, { ...hourly, input: { olderThanDays: 30 } });
    const other = await scheduleTask(parts(), clean, { ...hourly, input: { olderThanDays: 7 } });

    expect(again).toEqual(set);
    expect(other.name).toBe(set.name);
    expect(await listSchedules(database)).toEqual([other]);
  });

  test.each<[string, () => Promise<unknown>, string, RegExp]>([
    [
      "an input that the schema refuses",
      () => scheduleTask(parts(), clean, { ...hourly, input: { olderThanDays: -30 } }),
      "INPUT_INVALID",
      /olderThanDays/,
    ],
    [
      "a schema that refuses the time of the run",
      () => scheduleTask(parts(), strict, { ...hourly, input: { days: 1 } }),
      "INPUT_INVALID",
      /each run of a schedule adds scheduledFor, a time in ISO 8601: allow it/,
    ],
    [
      "an input that is no object",
      () => scheduleTask(parts(), word, { ...hourly, input: "ann" }),
      "SCHEDULE_INVALID",
      /input of task "images.word" must be an object, since each run adds scheduledFor to it/,
    ],
    [
      "a split that needs the time of the run",
      () => scheduleTask(parts(), daily, hourly),
      "SCHEDULE_INVALID",
      /split of task "images.daily" uses scheduledFor, but it runs once, when the schedule is set: use it in run/,
    ],
    [
      "a type that is not defined",
      () => setSchedule(database, untyped("images.clean-up"), { definitions: [clean, strict] }),
      "SCHEDULE_INVALID",
      /schedule "clean": task "images.clean-up" is not defined; did you mean images.cleanup\?/,
    ],
    [
      "a version that is not defined",
      () => setSchedule(database, untyped("images.strict", 2), { definitions: [strict] }),
      "SCHEDULE_INVALID",
      /task "images.strict" is defined in version 1 only, not in 2/,
    ],
    [
      "a payload that the schema of a type refuses",
      () => setSchedule(database, untyped("images.cleanup"), { definitions: [clean] }),
      "INPUT_INVALID",
      /olderThanDays/,
    ],
  ])("is refused for %s", async (_, set, code, message) => {
    const setting = set();

    await expect(setting).rejects.toMatchObject({ code });
    await expect(setting).rejects.toThrow(message);
    expect(await listSchedules(database)).toEqual([]);
  });
});

function untyped(type: string, version = 1) {
  const task = { queue: "images", tenant: "ann", group: "g", type, version, chunks: [{}] };
  return { name: "clean", cron: "@hourly", task };
}

describe("a schedule whose task no worker knows", () => {
  const present = (owner: string, types: readonly string[] | null) =>
    database.query(sql`
      insert into rota.workers (owner, started_at, seen_at, queues, slots, host, pid, version, types)
      values (${owner}, clock_timestamp(), clock_timestamp(), '{}', 1, 'here', 1, '1', ${types}::text[])`);
  const dueTypes = async () => {
    await makeDue();
    const { submitted, failed } = await runDueSchedules(database, { definitions: [albums] });
    return [
      submitted.map(({ schedule }) => schedule).sort(),
      failed.map(({ schedule, error }) => [schedule, error.code]),
    ];
  };

  beforeEach(async () => {
    await scheduleTask(parts(), clean, { ...hourly, name: "clean", input: { olderThanDays: 30 } });
    await scheduleTask(parts(), albums, { ...hourly, name: "albums", input: { owners: ["ann"] } });
  });

  test("submits nothing and says so, while others continue; it continues when a worker knows it", async () => {
    await present("other", ["demo.other:1", "images.cleanup:2"]);
    const without = await dueTypes();
    const [, failing] = await listSchedules(database);
    await present("images", [workerType(clean)]);
    const withIt = await dueTypes();

    expect(without).toEqual([["albums"], [["clean", "TASK_TYPE_UNKNOWN"]]]);
    expect(failing?.lastError).toBe(
      'no worker knows task "images.cleanup" in version 1: start one that defines it, or remove the schedule; nothing is submitted until then',
    );
    expect(withIt).toEqual([["albums", "clean"], []]);
    expect((await listSchedules(database)).map(({ lastError }) => lastError)).toEqual([undefined, undefined]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a worker of an earlier version may know it", () => present("old", null)],
    ["no worker is there to say what it knows", async () => undefined],
  ])("submits it all the same when %s", async (_, begin) => {
    await begin();

    expect(await dueTypes()).toEqual([["albums", "clean"], []]);
    await removeSchedule(database, "clean");
  });
});

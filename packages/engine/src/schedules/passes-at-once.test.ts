/** Tests of overlapping passes of several processes, which need a server with several connections. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { listSchedules } from "./list-schedules.ts";
import type { NewSchedule } from "./schedule.ts";
import { runDueSchedules, SCHEDULES_MAX } from "./run-due-schedules.ts";
import { setSchedule } from "./set-schedule.ts";

const at = (time: string) => ({ now: new Date(`2026-05-01T${time}Z`) });
const task = { queue: "reports", tenant: "ann", group: "g", type: "report", chunks: [{}] };
const hourly: NewSchedule = { name: "first", cron: "@hourly", task };

let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
  await migrate(database);
});
afterAll(() => opened.dispose());

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** Creates a process whose passes have done everything except the commit when `isReady` resolves, and commit after `finish`. */
function heldProcess() {
  const ready = signal();
  const finished = signal();
  const held: Database = {
    ...database,
    query: (statement, options) => database.query(statement, options),
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        ready.give();
        await finished.given;
        return result;
      }, options),
  };
  return { held, isReady: ready.given, finish: () => finished.give() };
}

test("while a pass is open, others take the remaining schedules and wait for nothing", async () => {
  await setSchedule(database, hourly, at("09:30:00"));
  await database.query(sql`
    insert into rota.schedules (name, cron, time_zone, task, on_missed, catch_up_max, next_run_at, due_at)
    select 'next ' || nth, cron, time_zone, task, on_missed, catch_up_max, next_run_at, due_at + nth * interval '1 millisecond'
      from rota.schedules, generate_series(1, ${SCHEDULES_MAX + 49}) as nth`);
  const { held, isReady, finish } = heldProcess();

  const opening = runDueSchedules(held, at("10:00:10"));
  await isReady;
  const beside = await runDueSchedules(database, at("10:00:10"));
  const nothing = await runDueSchedules(database, at("10:00:10"));
  finish();
  const first = await opening;

  const names = [...first.submitted, ...beside.submitted].map(({ schedule }) => schedule);
  expect([first.submitted.length, beside.submitted.length]).toEqual([SCHEDULES_MAX, 50]);
  expect(new Set(names).size).toBe(SCHEDULES_MAX + 50);
  expect(nothing).toMatchObject({ submitted: [], next: { dueInMs: 3_590_000 } });
  expect(await database.query(sql`select count(*) as tasks from rota.tasks`)).toEqual([{ tasks: 150n }]);
});

test("a change waits for an open pass and continues from there", async () => {
  await database.query(sql`delete from rota.schedules`);
  await setSchedule(database, { ...hourly, name: "changed" }, at("09:30:00"));
  const { held, isReady, finish } = heldProcess();

  const opening = runDueSchedules(held, at("10:00:10"));
  await isReady;
  const changing = setSchedule(database, { ...hourly, name: "changed", cron: "15 * * * *" }, at("10:00:10"));
  finish();
  await Promise.all([opening, changing]);

  expect(await listSchedules(database)).toMatchObject([
    { lastRunAt: new Date("2026-05-01T10:00:00Z"), nextRunAt: new Date("2026-05-01T10:15:00Z") },
  ]);
});

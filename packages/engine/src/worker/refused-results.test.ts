/** Tests what users rely on when the database cannot store what a handler returned. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/define-task.ts";
import { planTask } from "../tasks/plan-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { readResult } from "./task-result.ts";
import { createWorker } from "./worker.ts";

/** As PostgreSQL refuses a number of too many digits, which not every Node can write as json. */
const makeRefusal = () => sql`
  create function rota.refuse_thirteen() returns trigger language plpgsql as $$
  begin
    if new.result = '13' then raise exception 'value 13 overflows' using errcode = 'numeric_value_out_of_range'; end if;
    return new;
  end $$`;
const refuseThirteen = () => sql`
  create trigger refuse_thirteen before update on rota.chunks for each row execute function rota.refuse_thirteen()`;

describe.each(["pglite", "postgres"] as const)("a result that the database refuses on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  const compute = createComputePool({ logger: silentLogger });

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
    await database.query(makeRefusal());
    await database.query(refuseThirteen());
  });
  afterAll(async () => {
    await compute.close();
    await opened.dispose();
  });

  test("fails its own chunk for good, and those that ended beside it keep their results", async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const echo = defineTask({ name: "demo.echo", run: (value: number) => value });
    const tasks = await Promise.all(numbers.map((value) => planTask(echo, value, { tenant: "ann", group: "g" })));
    const submitted = await submitTasks(database, tasks);
    const worker = createWorker({
      ...{ database, definitions: [echo], queues: ["default"], slots: 20, owner: "worker-1", compute },
      ...{ leaseMs: 60_000, pollIntervalMs: 1_000, graceMs: 100, logger: silentLogger },
      leases: { isWatched: false, hold: () => undefined, drop: () => undefined },
    });

    await worker.drain();

    const ends = await Promise.all(
      submitted.map((task) => readResult(database, task).catch((error: unknown) => ({ error }))),
    );
    const refusal = { code: "TASK_FAILED", details: { code: "RESULT_REFUSED" } };
    expect(ends).toMatchObject(numbers.map((value) => (value === 13 ? { error: refusal } : { result: value })));
    expect(String(ends[12] !== undefined && "error" in ends[12] && ends[12].error)).toMatch(/SQLSTATE 22003/);
    await worker.stop();
  });
});

/** Faults that random crashes have found, each as the shortest story in which it happens. */
import { expect, onTestFinished, test } from "vitest";
import { createComputePool } from "../../src/compute/compute-pool.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { RotaError } from "../../src/errors.ts";
import { createLeaseKeeper } from "../../src/leases/lease-keeper.ts";
import { rescueLeases } from "../../src/leases/rescue-leases.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { createWorker } from "../../src/worker/worker.ts";
import { expireLeases, selectChunks } from "../support/story-rows.sql.ts";
import { openTestDatabase } from "../support/test-database.ts";

const TIMES = { leaseMs: 60_000, graceMs: 10 };

test("a worker that stops while its database is unavailable leaves what it had to be rescued, also when the database is back in time", async () => {
  const { database, dispose } = await openTestDatabase({ on: "pglite" });
  onTestFinished(dispose);
  await migrate(database);
  let isDown = false;
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  const task = defineTask({
    name: "crash.away",
    run: () => {
      isDown = true;
      began();
    },
  });
  await submitTasks(database, [await planTask(task, {}, { tenant: "ann", group: "g" })]);
  const through = failingWhile(() => isDown, database);
  const shared = { database: through, owner: "worker", logger: silentLogger, ...TIMES };
  const keeper = await createLeaseKeeper({ ...shared, renewMs: 30_000, onLost: () => [], onCancelled: () => [] });
  const compute = createComputePool({ logger: silentLogger });
  const definitions = { definitions: [task], queues: [task.queue], slots: 1 };
  const worker = createWorker({ ...shared, ...definitions, leases: keeper, compute, pollIntervalMs: 1_000 });

  worker.start();
  await begun;
  await worker.stop();
  isDown = false;
  await keeper.close();
  await compute.close();
  await database.query(expireLeases());
  await rescueLeases(database, 0);

  expect(await database.query(selectChunks())).toMatchObject([{ state: "PENDING" }]);
});

function failingWhile(isDown: () => boolean, database: Database): Database {
  return {
    schema: database.schema,
    query: async (statement, options) => {
      if (isDown()) throw new RotaError("DATABASE_UNAVAILABLE", "the connection broke");
      return database.query(statement, options);
    },
    transaction: (work, options) => database.transaction(work, options),
    listen: (channel, listener) => database.listen(channel, listener),
    close: () => database.close(),
  };
}

/** Tests that an engine on a PGlite folder takes over the work of a process that died, and closes the folder when it is refused. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { openPglite } from "../src/database/pglite-database.ts";
import { createEngine } from "../src/engine.ts";
import { takeTurns } from "../src/fairness/take-turns.ts";
import { defineIntake } from "../src/intake/define-intake.ts";
import { rescueLeases } from "../src/leases/rescue-leases.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask } from "../src/tasks/define-task.ts";
import { submitTask } from "../src/tasks/submit-tasks.ts";
import { pgliteSnapshot } from "../src/testing/held-database.ts";
import { waitForResult } from "../src/worker/task-result.ts";
import { runAlone } from "../src/worker/worker.sql.ts";

/** Time that is much longer than the test, so that leases do not expire. */
const LEASE_MS = 3_600_000;

test("leases that were left in a PGlite folder end when it is opened, and only a chunk that ran alone has spent an attempt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rota-pglite-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const task = defineTask({ name: "demo.count", run: (_: object, { attempt }) => attempt });
  const definition = { definition: task, input: {} };
  const first = await openPglite({ folder, schema: "rota", logger: silentLogger, startFrom: await pgliteSnapshot() });
  await migrate(first);
  await submitTask(first, definition);
  const [crashing] = await take(first, "ann");
  await first.close();

  const second = await createEngine({ tasks: [task], config: { dataDir: folder }, logger: silentLogger });
  const rescued = await rescueLeases(second.database, 0);
  const [suspect] = await take(second.database, "bob");
  if (suspect === undefined) throw new Error("nothing was given back");
  await second.database.query(runAlone(suspect));
  const beside = await second.submit(task, {});
  await take(second.database, "bob");
  await second.stop();

  expect(rescued).toMatchObject([{ owner: "ann", chunks: 1 }]);
  expect(suspect).toMatchObject({ taskId: crashing?.taskId, isSuspect: true, attempt: 1 });
  const third = await createEngine({ tasks: [task], config: { dataDir: folder }, logger: silentLogger });
  onTestFinished(() => third.stop());
  await third.start();
  expect(await waitForResult(third.database, { taskId: suspect.taskId })).toBe(2);
  expect(await waitForResult(third.database, { taskId: beside.taskId })).toBe(1);
});

test("an engine that is refused after its database was opened closes it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rota-pglite-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await openPglite({ folder, schema: "rota", logger: silentLogger, startFrom: await pgliteSnapshot() });
  await first.close();
  const intake = defineIntake({ name: "shop.events", handle: () => Promise.resolve() });
  const clash = defineTask({ name: intake.taskType, run: () => undefined });
  const given = { config: { dataDir: folder }, logger: silentLogger };

  const refused = createEngine({ ...given, tasks: [clash], intakes: [intake] });

  await expect(refused).rejects.toMatchObject({ code: "TASK_DEFINITION_DUPLICATE" });
  const engine = await createEngine(given); // DATABASE_FOLDER_LOCKED while the first one is open
  await engine.stop();
});

function take(database: Database, owner: string) {
  return takeTurns(database, { queue: "default", limit: 1, owner, leaseMs: LEASE_MS });
}

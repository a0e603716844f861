/** What users of PGlite rely on when a process died with work in hand. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openPglite } from "../database/pglite-database.ts";
import { createEngine } from "../engine.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/definition/define-task.ts";
import { pgliteSnapshot } from "../testing/kit/pglite-snapshot.ts";
import { waitForResult } from "../worker/task-result.ts";
import { runAlone } from "../worker/worker.sql.ts";
import { submitTask } from "./submitting/submit-task.ts";

/** Nobody would wait for these to run out. */
const LEASE_MS = 3_600_000;

test("leases that were left in a PGlite folder end when it is opened, and only who ran alone has spent an attempt", async () => {
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

function take(database: Database, owner: string) {
  return takeTurns(database, { queue: "default", limit: 1, owner, leaseMs: LEASE_MS });
}

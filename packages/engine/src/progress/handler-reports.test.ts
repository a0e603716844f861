/** How the progress that a handler reports reaches the readers of its task. */
import { expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { createHeldClock } from "../../test/support/held-clock.ts";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/define-task.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { workerContext } from "../../test/support/worker-context.ts";
import { runChunk } from "../worker/run-chunk.ts";
import { createProgressReporter } from "./progress-reporter.ts";
import { getTaskProgress } from "./task-progress.ts";

test("a handler reports while it runs and is not kept waiting", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  await migrate(database);
  const clock = createHeldClock();
  const progress = createProgressReporter({ database, logger: silentLogger, clock });
  const work = workedQueue(database);
  const taskId = await work.submit(2);
  const chunk = await work.takeOne();
  const definition = defineTask({
    name: "demo.report",
    run: (_payload: unknown, context) => {
      const { progress: report } = context;
      report(1, 4);
      report(3, 4, "nearly there");
      return "returned";
    },
  });

  const { signal } = new AbortController();
  const known = { definition, isFinish: false };
  const context = workerContext(database, { progress });
  const returned = await runChunk({ context, chunk, known, signal, isCommitted: false });
  await clock.advance(0);
  await progress.close();

  expect(returned).toBe("returned");
  const { running } = await getTaskProgress(database, taskId);
  expect(running).toMatchObject([
    { number: 1, owner: "worker-1", reported: { done: 3, total: 4, note: "nearly there" } },
  ]);
  await dispose();
});

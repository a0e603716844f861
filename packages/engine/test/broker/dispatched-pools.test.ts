/** Work of one pool that goes through several queues of RabbitMQ: one order of turns, and no queue waits for another. */
import { randomBytes } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import type { Config } from "../../src/config/config.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createEngine } from "../../src/engine.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { listDispatches } from "../../src/inspect/dispatch-history.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../../src/tasks/define-task.ts";
import type { DefinedLimit } from "../../src/tasks/named-limits.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { DEFAULT_POOL } from "../../src/tasks/task-options.ts";
import { openTestDatabase } from "../support/test-database.ts";

/** One task type for each of the four queues. The names of the queues are new in each run, since runs share the broker. */
function fourTasks(run: (queue: number) => Promise<void>): TaskDefinition<number>[] {
  const name = randomBytes(4).toString("hex");
  return [0, 1, 2, 3].map((queue) =>
    defineTask({
      name: `story.queue-${["a", "b", "c", "d"][queue] ?? ""}`,
      queue: `${name}.${String(queue)}`,
      split: (chunks: number) => Array.from({ length: chunks }, () => queue),
      run,
    }),
  );
}

type Submission = { readonly tenant: string; readonly queue: number; readonly chunks: number };

async function openPool(run: (queue: number) => Promise<void>) {
  const { database, dispose } = await openTestDatabase({ on: "postgres", poolSize: 10 });
  onTestFinished(dispose);
  await migrate(database);
  const tasks = fourTasks(run);
  return {
    database,
    async submit(works: readonly Submission[]) {
      const plans = works.flatMap(({ tenant, queue, chunks }) => {
        const task = tasks[queue];
        return task === undefined ? [] : [planTask(task, chunks, { tenant, group: "stories" })];
      });
      await submitTasks(database, await Promise.all(plans));
    },
    async start(config: Readonly<Partial<Config>>) {
      const broker = { rabbitmqUrl: serviceUrl("rabbitmq") };
      const engine = await createEngine({ tasks, database, config: { ...broker, ...config }, logger: silentLogger });
      onTestFinished(() => engine.stop());
      await engine.start();
    },
    async tenants() {
      const { items } = await listDispatches(database, { queue: DEFAULT_POOL, limit: 200 });
      return items.map(({ tenant }) => tenant).reverse();
    },
  };
}

it("a tenant with work in three queues and one with work in the fourth have turn by turn the same", async () => {
  let ended = 0;
  const pool = await openPool(() => Promise.resolve(void ended++));
  await pool.submit([
    { tenant: "x", queue: 0, chunks: 20 },
    { tenant: "x", queue: 1, chunks: 20 },
    { tenant: "x", queue: 2, chunks: 20 },
    { tenant: "y", queue: 3, chunks: 60 },
  ]);
  await pool.start({ workerSlots: 4, brokerConcurrencyMin: 8, brokerConcurrencyMax: 8 });
  await expect.poll(() => ended, { timeout: 45_000 }).toBe(120);

  let ahead = 0;
  const distances = (await pool.tenants()).map((tenant) => Math.abs((ahead += tenant === "x" ? 1 : -1)));
  expect(distances).toHaveLength(120);
  expect(Math.max(...distances)).toBe(1);
  expect(await auditQueue(pool.database, { queue: DEFAULT_POOL })).toMatchObject({ difference: undefined });
});

it("a queue whose consumers are all busy holds up no other", async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(() => release());
  const ended = [0, 0];
  const pool = await openPool(async (queue) => {
    if (queue === 0) await released;
    ended[queue] = (ended[queue] ?? 0) + 1;
  });
  await pool.submit([
    { tenant: "x", queue: 0, chunks: 20 },
    { tenant: "y", queue: 1, chunks: 20 },
  ]);
  await pool.start({ workerSlots: 20, brokerConcurrencyMin: 2, brokerConcurrencyMax: 2 });

  await expect.poll(() => ended[1], { timeout: 45_000 }).toBe(20);
  expect(ended[0]).toBe(0);
  release();
  await expect.poll(() => ended[0], { timeout: 45_000 }).toBe(20);
  expect(await auditQueue(pool.database, { queue: DEFAULT_POOL })).toMatchObject({ difference: undefined });
});

it("a limit that two task types in two queues share is kept, and work without it does not wait", async () => {
  const { database, dispose } = await openTestDatabase({ on: "postgres", poolSize: 10 });
  onTestFinished(dispose);
  await migrate(database);
  const queue = randomBytes(4).toString("hex");
  const running = new Set<number>();
  const most = new Map<string, number>();
  const define = (name: string, limits: readonly DefinedLimit[]) =>
    defineTask({
      name: `story.${name}`,
      queue: `${queue}.${name}`,
      limits,
      split: (chunks: number) => Array.from({ length: chunks }, (_, index) => index),
      run: async (_, { taskId, number }) => {
        const chunk = Number(taskId) * 1_000 + number;
        if (limits.length > 0) running.add(chunk);
        most.set(name, Math.max(most.get(name) ?? 0, running.size));
        await new Promise((resolve) => setImmediate(resolve));
        running.delete(chunk);
      },
    });
  const gpu = [{ name: "gpu", max: 2 }];
  const tasks = [define("train", gpu), define("render", gpu), define("mail", [])];
  const config = { rabbitmqUrl: serviceUrl("rabbitmq") };
  const engine = await createEngine({ tasks, database, config, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();

  const handles = tasks.map((task, nth) => engine.submit(task, 12, { tenant: `tenant-${String(nth)}` }));
  for (const task of await Promise.all(handles)) await task.result();

  expect([most.get("train"), most.get("render")].every((count) => count === 1 || count === 2)).toBe(true);
  expect(await auditQueue(database, { queue: DEFAULT_POOL })).toMatchObject({ difference: undefined, dispatches: 36 });
});

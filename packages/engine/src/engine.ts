/** Puts the parts together: a database, task definitions, and a worker that runs them. */
import { createComputePool } from "./compute/compute-pool.ts";
import { loadConfig } from "./config/load-config.ts";
import type { Config } from "./config/options.ts";
import type { Database, Queryable } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";
import { createLeaseKeeper } from "./leases/keeper/lease-keeper.ts";
import { createMaintenance } from "./leases/maintenance.ts";
import { createLogger, type Logger } from "./runtime/logger.ts";
import type { TaskDefinition } from "./tasks/definition/define-task.ts";
import { planTask, type TaskPlacement } from "./tasks/definition/plan-task.ts";
import { createTaskRegistry } from "./tasks/definition/task-registry.ts";
import type { SubmittedTask } from "./tasks/new-task.ts";
import { submitTasks } from "./tasks/submit-tasks.ts";
import { waitForResult } from "./worker/task-result.ts";
import { createWorker, type Worker } from "./worker/worker.ts";

export type EngineOptions = {
  /** What this process can run. */
  readonly tasks: readonly TaskDefinition[];
  /** A database that the caller opened and closes. Default: the one that the configuration names, else the bundled one. */
  readonly database?: Database;
  /** Options by name, before file and environment. */
  readonly config?: Readonly<Partial<Config>>;
  /** Whose work it takes. Default: the queues of the tasks. */
  readonly queues?: readonly string[];
  /** How many chunks run at once. Default 10. */
  readonly slots?: number;
  readonly logger?: Logger;
};

/** For whom a task is; the tenant and the group may be left out by users who share with nobody. */
export type SubmitOptions = Partial<TaskPlacement> & {
  /** A transaction of the caller's: the task is there when it commits. */
  readonly in?: Queryable;
};

export type TaskHandle<Result> = SubmittedTask & {
  /** Waits for the end of the task. Rejects with TASK_FAILED or TASK_CANCELLED. */
  result(options?: { readonly signal?: AbortSignal }): Promise<Result>;
};

export type Engine = {
  readonly database: Database;
  submit<Given, Result>(
    definition: TaskDefinition<Given, Result>,
    input: NoInfer<Given>,
    options?: SubmitOptions,
  ): Promise<TaskHandle<Result>>;
  /** Begins to take work. Without it the engine only submits. */
  start(): Promise<void>;
  /** Takes nothing more, lets what runs end or gives it back, and frees everything. */
  stop(): Promise<void>;
};

const DEFAULT_SLOTS = 10;
const DEFAULT_PLACE = { tenant: "default", group: "default" };
const HANDLER_GRACE_MS = 5_000;
const PRESENCE_GRACE_MS = 1_000;

/**
 * @example
 * const engine = await createEngine({ tasks: [countWords] });
 * await engine.start();
 * const task = await engine.submit(countWords, { pages: ["to be", "or not to be"] });
 * console.log(await task.result());
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { definitions } = createTaskRegistry(options.tasks);
  const { config } = await loadConfig({ env: process.env, flags: options.config ?? {}, cwd: process.cwd() });
  const logger = options.logger ?? createLogger({ level: config.logLevel, json: config.logJson });
  const database = options.database ?? (await openConfigured(config, logger));
  const stops: (() => Promise<void>)[] = options.database === undefined ? [() => database.close()] : [];
  let worker: Worker | undefined;

  return {
    database,
    async submit(definition, input, { in: on = database, ...placement } = {}) {
      const task = await planTask(definition, input, { ...DEFAULT_PLACE, ...placement });
      const [submitted] = await submitTasks(on, [task]);
      if (submitted === undefined) throw new Error("a submission answered without a task");
      worker?.wake();
      return { ...submitted, result: (wait = {}) => waitForResult(database, { taskId: submitted.taskId, ...wait }) };
    },
    async start() {
      if (worker !== undefined) return;
      const started = await startWorker({ ...options, definitions, database, config, logger });
      worker = started.worker;
      stops.unshift(started.stop);
    },
    async stop() {
      for (const stop of stops.splice(0)) await stop();
    },
  };
}

async function openConfigured(config: Config, logger: Logger): Promise<Database> {
  const database = await openDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    logger,
  });
  await migrate(database);
  return database;
}

type Parts = Pick<EngineOptions, "queues" | "slots"> & {
  readonly definitions: readonly TaskDefinition[];
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
};

async function startWorker(parts: Parts): Promise<{ worker: Worker; stop: () => Promise<void> }> {
  const { definitions, database, config, logger, slots = DEFAULT_SLOTS } = parts;
  const queues = parts.queues ?? [...new Set(definitions.map(({ queue }) => queue))];
  const owner = config.workerId;
  const keeper = await createLeaseKeeper({
    database,
    owner,
    leaseMs: config.leaseMs,
    renewMs: config.leaseRenewMs,
    graceMs: HANDLER_GRACE_MS,
    logger,
    onLost: (tokens) => worker.loseLeases(tokens),
    onCancelled: (taskIds) => worker.cancelTasks(taskIds),
  });
  const compute = createComputePool({ logger });
  const worker = createWorker({
    database,
    compute,
    definitions,
    queues,
    slots,
    owner,
    leases: keeper,
    leaseMs: config.leaseMs,
    pollIntervalMs: config.pollIntervalMs,
    graceMs: HANDLER_GRACE_MS,
    logger,
  });
  const maintenance = createMaintenance({
    database,
    graceMs: PRESENCE_GRACE_MS,
    logger,
    onRescued: () => worker.wake(),
  });
  const unlisten = await database.listen("work", {
    onNotification: (queue) => {
      if (queues.includes(queue)) worker.wake();
    },
    onGap: () => worker.wake(),
  });
  worker.start();
  maintenance.start();
  return {
    worker,
    async stop() {
      await unlisten();
      await worker.stop();
      await maintenance.stop();
      await keeper.close();
      await compute.close();
    },
  };
}

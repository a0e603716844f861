/** Puts the parts together: a database, task definitions, and a worker that runs them. */
import type { PayloadCodec } from "./codec/payload-codec.ts";
import type { ComputePool } from "./compute/compute-pool.ts";
import { loadConfig } from "./config/load-config.ts";
import type { Config } from "./config/options.ts";
import type { Coordinator } from "./coordinator/coordinator.ts";
import { openCoordinator } from "./coordinator/open-coordinator.ts";
import type { Database } from "./database/database.ts";
import type { MigrationSet } from "./database/migrate.ts";
import { createEngineCompute } from "./engine/engine-compute.ts";
import { readStatus, type EngineStatus } from "./engine/engine-status.ts";
import { openEngineWebhooks, refuseWithoutKey } from "./engine/events/engine-webhooks.ts";
import { openEngineIntakes } from "./engine/intakes/engine-intakes.ts";
import { createLife, engineStopped } from "./engine/life.ts";
import { openConfigured } from "./engine/open-configured.ts";
import { submitNamed, type NamedSubmission } from "./engine/submitting/submit-named.ts";
import { createSubmitTogether } from "./engine/submitting/submit-together.ts";
import { submitTask, type SubmitOptions } from "./engine/submitting/submit-task.ts";
import { taskHandle, type TaskHandle } from "./engine/task-handle.ts";
import type { EngineCounts } from "./engine/watching/engine-counts.ts";
import { readCounts } from "./engine/watching/read-counts.ts";
import { openWork, type Work } from "./engine/work.ts";
import type { IntakeDefinition } from "./intake/define-intake.ts";
import type { OutsideEvent } from "./intake/event.ts";
import type { Answer } from "./intake/receiving/answer.ts";
import type { ReceiveOptions } from "./intake/receiving/receive-event.ts";
import { createProgressReads } from "./progress/task-progress.ts";
import { createLogger, type Logger } from "./runtime/logger.ts";
import type { TaskDefinition } from "./tasks/definition/define-task.ts";
import { createTaskRegistry } from "./tasks/definition/task-registry.ts";
import type { SubmittedTask } from "./tasks/new-task.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";
import { createEndWatch } from "./worker/results/end-watch.ts";

export type EngineOptions = {
  /** What this process can run. */
  readonly tasks: readonly TaskDefinition[];
  /** Where events of the outside world come in. */
  readonly intakes?: readonly IntakeDefinition[];
  /** Whether it makes deliveries of the events of the outbox and sends them. `secretsKey` is needed. Default false. */
  readonly webhooks?: boolean;
  /** Of workloads: applied after the engine's own, where the engine opens the database itself. */
  readonly migrations?: readonly MigrationSet[];
  /** A database that the caller opened, migrated and closes. Default: what the configuration names, else the bundled one. */
  readonly database?: Database;
  /** Options by name; they win over the file and the environment. */
  readonly config?: Readonly<Partial<Config>>;
  /** Whose work it takes. Default: the queues of the tasks. */
  readonly queues?: readonly string[];
  /** How many chunks run at once. Default: `workerSlots` of the configuration. */
  readonly slots?: number;
  /** Encodes inputs, payloads and results before they are stored. Default: none. */
  readonly codec?: PayloadCodec;
  readonly logger?: Logger;
};

export type Engine = Pick<Coordinator, "locks" | "once" | "secrets"> & {
  readonly database: Database;
  /** What may be submitted by its name. */
  readonly tasks: readonly TaskDefinition[];
  /** Where events of the outside world come in. */
  readonly intakes: readonly IntakeDefinition[];
  /** What encodes and decodes inputs, payloads and results. */
  readonly codec: PayloadCodec | undefined;
  /** Endpoints, their deliveries and replays; what is due is sent by engines that were made with `webhooks: true`. */
  readonly webhooks: Webhooks;
  submit<Given, Result>(
    definition: TaskDefinition<Given, Result>,
    input: NoInfer<Given>,
    options?: SubmitOptions,
  ): Promise<SubmittedTask & TaskHandle<Result>>;
  /** For callers that know a task by its name only; the input is checked as any other. TASK_TYPE_UNKNOWN: it is none of `tasks`. */
  submitNamed(submission: NamedSubmission): Promise<SubmittedTask>;
  /**
   * Takes an event in, as a message of the broker would be: once for its tenant and id, however often it comes. Waits a
   * little for its outcome.
   */
  receive(intake: IntakeDefinition, event: OutsideEvent, options?: ReceiveOptions): Promise<Answer>;
  /** A task that was submitted before, by whomever; whether it exists is seen when it is used. */
  task<Result = unknown>(taskId: bigint): TaskHandle<Result>;
  /**
   * Runs a function in a process of its own, for what must not become a task because nobody may store its data. It ends with
   * the engine.
   */
  readonly compute: ComputePool["run"];
  /** Whether it can do its work, and what it has to do without. */
  status(): Promise<EngineStatus>;
  /** What this process has counted since it started. Costs nothing to speak of, and asks nobody. */
  counts(): EngineCounts;
  /** Begins to take work. Without it the engine only submits. Further calls do nothing. */
  start(): Promise<void>;
  /** Takes nothing more, lets what runs end or gives it back, and frees everything. Further calls do nothing. */
  stop(): Promise<void>;
};

/**
 * @example
 * const engine = await createEngine({ tasks: [countWords] });
 * await engine.start();
 * const task = await engine.submit(countWords, { pages: ["to be", "or not to be"] });
 * console.log(await task.result());
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { codec, webhooks: isDelivering = false } = options;
  createTaskRegistry(options.tasks); // refused before anything is opened
  const { config, logger, database, coordinator, computing } = await openParts(options);
  const shared = { database, config, logger, codec, redis: coordinator.redis };
  const intakes = openEngineIntakes({ intakes: options.intakes ?? [], ...shared });
  const { webhooks, sinks, tasks } = openEngineWebhooks({ isDelivering, ...shared });
  const { definitions } = createTaskRegistry([...options.tasks, ...intakes.tasks, ...tasks]);
  const queues = options.queues ?? [...new Set(definitions.map(({ queue }) => queue))];
  const submitTogether = createSubmitTogether({ database, codec });
  const watch = createEndWatch(database);
  const readProgress = createProgressReads(database);
  const over = new AbortController();
  let work: Work | undefined;

  const life = createLife({
    async begin() {
      const turns = { queues, undispatched: intakes.queues, slots: options.slots ?? config.workerSlots };
      const onSettled = () => watch.wake();
      work = await openWork({ ...shared, definitions, coordinator, ...turns, sinks, onSettled });
      await work.start();
      await intakes.start();
    },
    async end() {
      try {
        await intakes.stop();
        await work?.stop();
      } finally {
        webhooks.close();
        over.abort(engineStopped());
        await Promise.all([computing.close(), coordinator.close()]);
        if (options.database === undefined) await database.close();
      }
    },
  });

  return {
    database,
    tasks: options.tasks,
    intakes: options.intakes ?? [],
    codec,
    webhooks,
    ...helpOf(coordinator, computing),
    counts: () => readCounts({ database, coordinator, webhooks, definitions: options.intakes, intakes, work }),
    status: () => readStatus({ config, database, coordinator, dispatch: work?.dispatch, intakes }),
    async submit(definition, input, placement) {
      life.refuseAfterStop();
      const submitted = await submitTask(database, { definition, input, options: placement, codec });
      work?.wake();
      return { ...submitted, ...task(submitted.taskId) };
    },
    async submitNamed(submission) {
      life.refuseAfterStop();
      const submitted = await submitNamed(submission, { definitions: options.tasks, submitTogether, codec });
      work?.wake();
      return submitted;
    },
    async receive(intake, event, receiving) {
      life.refuseAfterStop();
      return intakes.receive(intake, event, receiving);
    },
    task,
    start: () => life.start(),
    stop: () => life.stop(),
  };

  function task<Result>(taskId: bigint): TaskHandle<Result> {
    return taskHandle(taskId, { database, codec, watch, readProgress, over: over.signal, wake: () => work?.wake() });
  }
}

function helpOf({ locks, once, secrets }: Coordinator, { run: compute }: Pick<ComputePool, "run">) {
  return { locks, once, secrets, compute };
}

/** What is opened before anything runs. */
async function openParts(options: EngineOptions) {
  const { config } = await loadConfig({ env: process.env, flags: options.config ?? {}, cwd: process.cwd() });
  refuseWithoutKey(options.webhooks ?? false, config);
  const logger = options.logger ?? createLogger({ level: config.logLevel, json: config.logJson });
  const database = options.database ?? (await openConfigured(config, { logger, migrations: options.migrations ?? [] }));
  try {
    const coordinator = await openCoordinator({ config, database, logger });
    return { config, logger, database, coordinator, computing: createEngineCompute(logger) };
  } catch (error) {
    if (options.database === undefined) await database.close();
    throw error;
  }
}

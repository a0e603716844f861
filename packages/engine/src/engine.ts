/** Puts the parts together: a database, task definitions, and a worker that runs them. */
import type { PayloadCodec } from "./codec/payload-codec.ts";
import type { ComputePool } from "./compute/compute-pool.ts";
import type { Config } from "./config/config.ts";
import type { WorkloadSettings } from "./config/workload-settings.ts";
import type { Coordinator } from "./locks/locks.ts";
import type { Database } from "./database/database.ts";
import type { MigrationSet } from "./database/migration-set.ts";
import type { EngineContext } from "./engine/engine-context.ts";
import { type EngineIntakes, openEngineIntakes } from "./engine/engine-intakes.ts";
import { type EngineCounts, type EngineStatus, readCounts, readStatus } from "./engine/engine-status.ts";
import { type EngineParts, engineStopped, openParts } from "./engine/open-parts.ts";
import { taskHandle, type TaskHandle } from "./engine/task-handle.ts";
import { createTaskListeners, type Listen, type TaskListeners } from "./engine/task-listeners.ts";
import { openWork, type Work } from "./engine/work.ts";
import { type ErrorTable, refuseSharedCodes } from "./errors.ts";
import type { IntakeDefinition, OutsideEvent } from "./intake/define-intake.ts";
import type { EventAnswer, ReceiveOptions } from "./intake/receive-event.ts";
import { createProgressReads } from "./progress/task-progress.ts";
import type { Logger } from "./runtime/logger.ts";
import type { Schedule } from "./schedules/list-schedules.ts";
import { scheduleTask, type TaskSchedule } from "./schedules/schedule-task.ts";
import { createTaskRegistry, type TaskDefinition } from "./tasks/define-task.ts";
import { refusePast } from "./tasks/check-task.ts";
import type { SubmittedTask } from "./tasks/new-task.ts";
import {
  createSubmitTogether,
  DEFAULT_PLACE,
  type NamedSubmission,
  type PlacementOptions,
  submitNamed,
  type SubmitOptions,
  submitTask,
} from "./tasks/submit-tasks.ts";
import { createFormats, type WebhookFormat } from "./webhooks/webhook-format.ts";
import { createWebhooks, type Webhooks, type WebhooksOptions } from "./webhooks/webhooks.ts";
import { createEndWatch } from "./worker/task-result.ts";

/** Parts of an engine that the application chooses. */
export type EngineOptions = {
  /** Tasks that this process can run, beside those of its workloads. Default: none. */
  readonly tasks?: readonly TaskDefinition[];
  /** Intakes of events from outside, beside those of its workloads. Default: none. */
  readonly intakes?: readonly IntakeDefinition[];
  /** Workloads whose tasks and intakes it runs and whose tables it migrates. Default: none. */
  readonly workloads?: readonly EngineWorkload[];
  /** Whether it makes deliveries of the events of the outbox and sends them. `secretsKey` is needed. Default false. */
  readonly webhooks?: boolean;
  /** More migrations, applied after those of the workloads where the engine opens the database itself. */
  readonly migrations?: readonly MigrationSet[];
  /** A database that the caller opened, migrated and closes. Default: what the configuration names, else the bundled one. */
  readonly database?: Database;
  /** Options by name; they win over the file and the environment. */
  readonly config?: Readonly<Partial<Config>>;
  /** The queues that it claims from. Default: the queues of the tasks. */
  readonly queues?: readonly string[];
  /** How many chunks run at once. Default: `workerSlots` of the configuration. */
  readonly slots?: number;
  /** Encodes inputs, payloads and results before they are stored. Default: none. */
  readonly codec?: PayloadCodec;
  readonly logger?: Logger;
};

/** The part of a workload that an engine uses. */
export type EngineWorkload = {
  readonly name: string;
  /** Codes of its errors. */
  readonly errors: ErrorTable;
  readonly settings: WorkloadSettings;
  readonly migrations?: () => Promise<MigrationSet>;
  load(): Promise<{
    readonly tasks: readonly TaskDefinition[];
    readonly intakes: readonly IntakeDefinition[];
    readonly webhookFormats: readonly WebhookFormat[];
  }>;
};

/** Submits tasks, and runs them once it is started. */
export type Engine = Pick<Coordinator, "locks" | "once" | "secrets"> & {
  readonly database: Database;
  /** The tasks that may be submitted by name. */
  readonly tasks: readonly TaskDefinition[];
  /** The intakes of events from outside. */
  readonly intakes: readonly IntakeDefinition[];
  /** The codec of inputs, payloads and results. */
  readonly codec: PayloadCodec | undefined;
  /** Endpoints, their deliveries and replays; what is due is sent by engines that were made with `webhooks: true`. */
  readonly webhooks: Webhooks;
  submit<Given, Result>(
    definition: TaskDefinition<Given, Result>,
    input: NoInfer<Given>,
    options?: SubmitOptions,
  ): Promise<SubmittedTask & TaskHandle<Result>>;
  /** Submits a task by its name; the input is checked as any other. Throws TASK_TYPE_UNKNOWN when it is none of `tasks`. */
  submitNamed(submission: NamedSubmission): Promise<SubmittedTask>;
  /**
   * Sets a schedule of a task: each run submits it with the input and the time of the run as `scheduledFor`. Another one of the
   * same name is replaced. `split` runs now.
   *
   * @example await engine.schedule(report, { cron: "0 3 * * *", timeZone: "Europe/Zurich", input: { kind: "full" } });
   */
  schedule<Given, Result>(
    definition: TaskDefinition<Given, Result>,
    schedule: TaskSchedule<NoInfer<Given>>,
  ): Promise<Schedule>;
  /**
   * Calls a listener for the events that tasks announce from now on: in the order of their commits, each once while this
   * process lives, wherever the task runs. What a listener throws is logged. Tasks announce only what `announce` of their
   * definition or submission names.
   *
   * @example const leave = await engine.on("task.completed", ({ data }) => console.log(data.result), { task: countWords });
   */
  readonly on: Listen;
  /**
   * Takes an event in, as a message of the broker would be: once for its tenant and id, however often it comes. Waits a
   * little for its outcome.
   */
  receive(intake: IntakeDefinition, event: OutsideEvent, options?: ReceiveOptions): Promise<EventAnswer>;
  /** Returns the handle of a task that was submitted before, here or elsewhere. Its methods fail when it does not exist. */
  task<Result = unknown>(taskId: bigint): TaskHandle<Result>;
  /**
   * Runs a function in a process of its own, for work that must not become a task because its data may not be stored. It ends with
   * the engine.
   */
  readonly compute: ComputePool["run"];
  /** Returns whether it can do its work, and which services are unavailable. */
  status(): Promise<EngineStatus>;
  /** Returns the counts of this process since it started, without a query. */
  counts(): EngineCounts;
  /** Begins to claim work. Without it the engine only submits. Further calls do nothing. */
  start(): Promise<void>;
  /** Claims nothing more, lets running handlers end or gives their chunks back, and frees everything. Further calls do nothing. */
  stop(): Promise<void>;
};

/**
 * Opens the database, locks and task registry of a process, ready to submit; `start()` begins to run tasks.
 *
 * @example
 * const engine = await createEngine({ tasks: [countWords] });
 * await engine.start();
 * const task = await engine.submit(countWords, { pages: ["to be", "or not to be"] });
 * console.log(await task.result());
 */
export async function createEngine({ workloads = [], ...given }: EngineOptions): Promise<Engine> {
  const options = { ...given, ...(await addWorkloads(given, workloads)) };
  const parts = await openParts({ ...options, workloads });
  try {
    return assemble(parts, options);
  } catch (error) {
    await parts.close();
    throw error;
  }
}

type AssembledOptions = Omit<EngineOptions, "workloads"> & Awaited<ReturnType<typeof addWorkloads>>;

/** Builds an engine on its opened parts. Nothing of it runs before `start()`. */
function assemble(parts: EngineParts, options: AssembledOptions): Engine {
  const { codec, webhooks: isDelivering = false } = options;
  const { config, logger, database, coordinator, computing } = parts;
  const context: EngineContext = { config, database, coordinator, logger, codec };
  const intakes = openEngineIntakes({ ...context, coordinator, intakes: options.intakes });
  const { webhooks, sinks, tasks } = openEngineWebhooks({ isDelivering, formats: options.webhookFormats, ...context });
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
      work = await openWork(context, { definitions, ...turns, sinks, onSettled: () => watch.wake() });
      await work.start();
      await intakes.start();
    },
    async end() {
      try {
        await Promise.all([intakes.stop(), listeners.stop()]);
        await work?.stop();
      } finally {
        webhooks.close();
        over.abort(engineStopped());
        await parts.close();
      }
    },
  });

  const listeners = createTaskListeners({ ...context, ...life });
  const handle = { database, codec, watch, readProgress, over: over.signal, wake: () => work?.wake() };
  const task = <Result>(taskId: bigint): TaskHandle<Result> => taskHandle<Result>(taskId, handle);
  return {
    database,
    tasks: options.tasks,
    intakes: options.intakes,
    codec,
    webhooks,
    ...helpOf(coordinator, computing, listeners),
    counts: () => readCounts({ ...context, webhooks, definitions: options.intakes, intakes, work }),
    status: () => readStatus({ ...context, dispatch: work?.dispatch, intakes }),
    async submit(definition, input, placement) {
      life.refuseAfterStop();
      refusePast(placement?.dueAt);
      const placed = { definition, input, options: await withCallback(placement, webhooks) };
      const submitted = await submitTask(database, { ...placed, codec });
      work?.wake();
      return { ...submitted, ...task(submitted.taskId) };
    },
    async submitNamed(submission) {
      life.refuseAfterStop();
      refusePast(submission.options?.dueAt);
      const placed = { ...submission, options: await withCallback(submission.options, webhooks) };
      const submitted = await submitNamed(placed, { definitions: options.tasks, submitTogether, codec });
      work?.wake();
      return submitted;
    },
    ...entriesOf({ database, codec, intakes, ...life }),
    task,
    start: () => life.start(),
    stop: () => life.stop(),
  };
}

/** Replaces the callback URL of a submission by the callback that an endpoint of the tenant permits. */
async function withCallback(
  { callbackUrl, ...options }: SubmitOptions = {},
  { endpoints }: Webhooks,
): Promise<PlacementOptions> {
  if (callbackUrl === undefined) return options;
  const { tenant = DEFAULT_PLACE.tenant } = options;
  return { ...options, callback: await endpoints.callbackTo({ tenant, url: callbackUrl }) };
}

/** Adds the tasks, intakes and migrations of the workloads to those that were given. */
async function addWorkloads(
  { tasks = [], intakes = [], migrations = [] }: Omit<EngineOptions, "workloads">,
  workloads: readonly EngineWorkload[],
) {
  refuseSharedCodes(workloads);
  const loaded = await Promise.all(workloads.map((workload) => workload.load()));
  const sets = await Promise.all(workloads.flatMap((workload) => workload.migrations?.() ?? []));
  const all = [...tasks, ...loaded.flatMap((parts) => parts.tasks)];
  const webhookFormats = loaded.flatMap((parts) => parts.webhookFormats);
  createTaskRegistry(all); // refused before anything is opened, as are formats
  createFormats(webhookFormats);
  return {
    tasks: all,
    intakes: [...intakes, ...loaded.flatMap((parts) => parts.intakes)],
    webhookFormats,
    migrations: [...sets, ...migrations],
  };
}

function helpOf(
  { locks, once, secrets }: Coordinator,
  { run: compute }: Pick<ComputePool, "run">,
  { on }: TaskListeners,
) {
  return { locks, once, secrets, compute, on };
}

type EntryParts = Pick<EngineContext, "database" | "codec"> &
  Pick<Life, "refuseAfterStop"> & { readonly intakes: Pick<EngineIntakes, "receive"> };

function entriesOf({ database, codec, intakes, refuseAfterStop }: EntryParts): Pick<Engine, "schedule" | "receive"> {
  return {
    async schedule(definition, schedule) {
      refuseAfterStop();
      return scheduleTask({ database, codec }, definition, schedule);
    },
    async receive(intake, event, receiving) {
      refuseAfterStop();
      return intakes.receive(intake, event, receiving);
    },
  };
}

export type Life = {
  /** A start that failed may be tried again. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Throws ENGINE_STOPPED. */
  refuseAfterStop(): void;
};

export type LifeSteps = {
  readonly begin: () => Promise<void>;
  /** Called when nothing begins any more. */
  readonly end: () => Promise<void>;
};

/** Starts and stops an engine once each, however often it is asked to. */
function createLife({ begin, end }: LifeSteps): Life {
  let starting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  const refuseAfterStop = (): void => {
    if (stopped !== undefined) throw engineStopped();
  };
  const stop = async (): Promise<void> => {
    await starting?.catch(() => undefined); // the caller of start() has received the error
    await end();
  };
  const forgetFailedStart = (error: unknown): never => {
    starting = undefined;
    throw error;
  };
  return {
    async start() {
      refuseAfterStop();
      await (starting ??= begin().catch(forgetFailedStart));
    },
    stop: () => (stopped ??= stop()),
    refuseAfterStop,
  };
}

type EngineWebhooksOptions = WebhooksOptions & { readonly isDelivering: boolean };

/**
 * Opens the webhooks of an engine, with the tasks of its worker and the sinks of its relay. Every engine manages
 * endpoints; only one that was configured to delivers as well.
 */
function openEngineWebhooks({ isDelivering, ...options }: EngineWebhooksOptions) {
  const webhooks = createWebhooks(options);
  const [tasks, sinks] = isDelivering ? [[webhooks.task], [webhooks.sink]] : [[], []];
  return { webhooks, tasks, sinks };
}

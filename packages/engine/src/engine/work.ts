/** Opens the background work of an engine: a worker with its leases and computations, the relay, rescue, schedules and retention. */
import { openRabbitmqBroker } from "../broker/rabbitmq/rabbitmq-broker.ts";
import { createComputePool } from "../compute/compute-pool.ts";
import { ROTA_VERSION } from "../database/migrate.ts";
import type { TicketRow } from "../dispatch/dispatch.sql.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createLeaseKeeper } from "../leases/lease-keeper.ts";
import { createFoldLoop, createMaintenance, createSweepLoop, createWorkerPresence } from "../retention/maintenance.ts";
import { createBrokerSink } from "../outbox/broker-sink.ts";
import type { EventSink } from "../outbox/outbox-event.ts";
import { createRelay, type Relay } from "../outbox/relay.ts";
import { createProgressReporter } from "../progress/progress-reporter.ts";
import { createStateSummary } from "../progress/state-summary.ts";
import { createRetentionLoop } from "../retention/retention-loop.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { createScheduleLoop } from "../schedules/run-due-schedules.ts";
import { poolsOf, type TaskDefinition, workerType } from "../tasks/define-task.ts";
import { createWorker, type Worker } from "../worker/worker.ts";
import type { EngineContext } from "./engine-context.ts";
import { createWorkTally, type WorkCounts, type WorkTally } from "./engine-status.ts";
import { createStops, type Dispatch, openDispatch, type Stops } from "./open-dispatch.ts";
import type { OpenedCoordinator } from "./open-lock-store.ts";

export type WorkOptions = {
  readonly definitions: readonly TaskDefinition[];
  readonly queues: readonly string[];
  /** The queues whose turns are taken from the database even where there is a broker. */
  readonly undispatched: ReadonlySet<string>;
  readonly slots: number;
  /** The receivers of events of the outbox, besides the broker. */
  readonly sinks: readonly EventSink[];
  /** Is called when all chunks of a claim have been settled. */
  readonly onSettled: () => void;
};

export type Work = {
  /** Undefined without a broker. */
  readonly dispatch: Dispatch | undefined;
  counts(): WorkCounts;
  start(): Promise<void>;
  /** Polls at once, because work may wait. */
  wake(): void;
  /** Returns when nothing runs any more. */
  stop(): Promise<void>;
};

/** How long a process must have been absent before its work is given to others. */
const PRESENCE_GRACE_MS = 1_000;
/** Maintenance polls for all loops together, so that an idle process sends one statement a second. */
const UNTIL_WOKEN_MS = Number.POSITIVE_INFINITY;

/** Claims nothing before `start()`. When a part cannot be opened, the others are closed again. */
export async function openWork(context: EngineContext, options: WorkOptions): Promise<Work> {
  const stops = createStops();
  try {
    return await openParts(context, options, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function openParts(context: EngineContext, options: WorkOptions, stops: Stops): Promise<Work> {
  const { database, coordinator, config, logger, codec } = context;
  const { definitions, queues, slots, onSettled } = options;
  const { workerId: owner, leaseMs, leaseRenewMs: renewMs, handlerGraceMs: graceMs } = config;
  const shared = { database, owner, leaseMs, graceMs, logger };
  const tally = createWorkTally();
  const { claims, settles } = tally;
  const turnLog = config.logLevel === "debug" ? createTurnLog(logger) : undefined; // its lines cost too much otherwise
  const compute = createComputePool({ logger });
  stops.first(() => compute.close());
  const progress = createProgressReporter({ database, logger });
  stops.first(() => progress.close());
  const leases = await createLeaseKeeper({
    ...shared,
    renewMs,
    onLost: (tokens) => worker.loseLeases(tokens),
    onCancelled: (taskIds) => worker.cancelTasks(taskIds),
  });
  stops.first(() => leases.close());
  const dispatched = queues.filter((queue) => !options.undispatched.has(queue));
  const watching = { claims, onQueued: turnLog?.onQueued, wake: () => wake() };
  const dispatch = await openDispatch(context, { definitions, queues: dispatched, ...watching }, stops);
  const relay = await openRelay(context, options.sinks, stops);
  const worker = createWorker({
    ...shared,
    definitions,
    codec,
    secrets: coordinator.secrets,
    queues,
    slots,
    leases,
    tickets: dispatch?.tickets,
    compute,
    progress,
    pollIntervalMs: UNTIL_WOKEN_MS,
    claims,
    settles,
    onTaken: turnLog?.onTaken,
    onSettled,
  });
  const wake = () => {
    dispatch?.dispatcher.wake();
    worker.wake();
  };
  const loops = [
    ...createUpkeep(context, options, worker, tally),
    worker,
    ...(dispatch === undefined ? [] : [dispatch.dispatcher]),
  ];
  for (const loop of loops) stops.first(() => loop.stop());
  const trees = treesOf(options);
  const onNotification = (tree: string) => {
    if (trees.includes(tree)) worker.wake();
  };
  stops.first(await database.listen("work", { onNotification, onGap: wake }));
  return {
    dispatch,
    counts: () => tally.read(worker, slots),
    async start() {
      loops.forEach((loop) => loop.start());
      await relay?.start();
    },
    wake,
    stop: () => stops.run(),
  };
}

/** Returns the names of the trees in which work may wait: pools, and queues that have a tree of their own. */
function treesOf({ definitions, queues }: WorkOptions): string[] {
  return [...new Set([...poolsOf(definitions, queues).map(({ name }) => name), ...queues])];
}

/** Creates the loops of periodic work that any process may do. Maintenance wakes most of them. */
function createUpkeep(
  { database, coordinator, config, logger, codec }: EngineContext,
  options: WorkOptions,
  worker: Worker,
  { onRescued, activity }: WorkTally,
): Loop[] {
  const { pollIntervalMs, stateSummaryMs: intervalMs } = config;
  const { definitions, queues, slots } = options;
  const schedules = createScheduleLoop({ database, logger, codec, definitions, intervalMs: UNTIL_WOKEN_MS });
  const sweep = createSweepLoop({ database, logger, intervalMs: UNTIL_WOKEN_MS });
  const types = definitions.map(workerType);
  const wakes = { worker, schedules, sweep };
  return [
    createMaintenance({
      database,
      queues: treesOf(options),
      pollIntervalMs,
      graceMs: PRESENCE_GRACE_MS,
      logger,
      wakes,
      onRescued,
    }),
    schedules,
    sweep,
    createFoldLoop({ database, logger, activity: () => activity(worker) }),
    createPruneLoop({ coordinator, logger }),
    createWorkerPresence({ database, owner: config.workerId, queues, types, slots, version: ROTA_VERSION, logger }),
    createRetentionLoop({ ...config, database, logger }),
    ...(intervalMs === 0
      ? []
      : [createStateSummary({ database, logger, intervalMs, activity: () => activity(worker) })]),
  ];
}

/** Undefined: there is no receiver of events, or the configuration turns the relay off. What is opened is added to `stops`. */
async function openRelay(
  context: EngineContext,
  receivers: readonly EventSink[],
  stops: Stops,
): Promise<Relay | undefined> {
  const { config, database, logger } = context;
  if (!config.relayEnabled) return undefined;
  const sinks = [...(await openBrokerSinks(context, stops)), ...receivers];
  if (sinks.length === 0) return undefined;
  const { relayTriesMax: triesMax, outboxRetentionMs: retentionMs, pollIntervalMs } = config;
  const relay = createRelay({ database, sinks, logger, triesMax, retentionMs, pollIntervalMs });
  stops.first(() => relay.stop());
  return relay;
}

/** Opens a connection of its own: a full window of events would hold up tickets. */
async function openBrokerSinks({ config, logger }: EngineContext, stops: Stops): Promise<EventSink[]> {
  const { rabbitmqUrl: url, rabbitmqPassword: password, relayExchange: exchange, relayMandatory: isMandatory } = config;
  if (url === undefined) return [];
  const broker = await openRabbitmqBroker({ url, password, logger });
  stops.first(() => broker.close());
  return [createBrokerSink({ broker, exchange, isMandatory })];
}

export type TurnLog = {
  /** Logs turns that a worker took for itself. */
  readonly onTaken: (pool: string, chunks: readonly TakenChunk[]) => void;
  /** Logs turns that are given to the broker. */
  readonly onQueued: (tickets: readonly TicketRow[]) => void;
};

/** Logs each turn at debug level, so that the order of work can be followed. */
function createTurnLog(logger: Logger): TurnLog {
  return {
    onTaken(pool, chunks) {
      for (const { turn, taskId, number, attempt, lane } of chunks)
        logger.debug({ pool, turn, taskId, chunk: number, attempt, lane }, "TAKEN: a chunk has its turn");
    },
    onQueued(tickets) {
      for (const ticket of tickets) {
        const { queue, turn, task_id: taskId, number: chunk, tenant, group_name: group, type } = ticket;
        const chunkId = `${ticket.task_key ?? String(taskId)}_chunk_${String(chunk)}`;
        logger.debug({ queue, turn, taskId, chunk, chunkId, tenant, group, type }, "QUEUED: a chunk has its turn");
      }
    },
  };
}

const COORDINATOR_PRUNE_MS = 600_000;
/** Interval with Redis, where each pruning also shows the locks anew with their expected ends. */
const MIRRORED_PRUNE_MS = 15_000;

/** Prunes locks, idempotency keys and secrets that expired. Any number of processes may do so. */
function createPruneLoop({ coordinator, logger }: { coordinator: OpenedCoordinator; logger: Logger }): Loop {
  return createLoop({
    name: "coordinator pruning",
    intervalMs: coordinator.redis === undefined ? COORDINATOR_PRUNE_MS : MIRRORED_PRUNE_MS,
    logger,
    runOnce: async () => ((await coordinator.prune()).isMore ? "again" : "idle"),
  });
}

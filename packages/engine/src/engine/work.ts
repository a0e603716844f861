/** All that an engine does in the background: a worker with its leases and computations, rescue, schedules and the relay. */
import type { WithCodec } from "../codec/payload-codec.ts";
import { createComputePool } from "../compute/compute-pool.ts";
import type { Config } from "../config/options.ts";
import type { Coordinator } from "../coordinator/coordinator.ts";
import type { Database } from "../database/database.ts";
import { ROTA_VERSION } from "../database/migrations/rota-version.ts";
import { createLeaseKeeper, type LeaseKeeper } from "../leases/keeper/lease-keeper.ts";
import { createMaintenance } from "../maintenance/maintenance.ts";
import { createRollCall } from "../maintenance/roll-call.ts";
import { createSweepLoop } from "../maintenance/sweep-loop.ts";
import type { EventSink } from "../outbox/event.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Loop } from "../runtime/loop.ts";
import { createScheduleLoop } from "../schedules/schedule-loop.ts";
import type { TaskDefinition } from "../tasks/definition/define-task.ts";
import { createProgressReporter } from "../progress/progress-reporter.ts";
import { createRetentionLoop } from "../retention/retention-loop.ts";
import type { LeaseHolder } from "../worker/running/held-leases.ts";
import { createWorker, type Worker } from "../worker/worker.ts";
import { openDispatch, type Dispatch } from "./dispatching/open-dispatch.ts";
import { openRelay } from "./events/open-relay.ts";
import { createPruneLoop } from "./prune-loop.ts";
import { createStops } from "./stops.ts";
import { createWorkTally, type WorkTally } from "./watching/count-work.ts";
import type { WorkCounts } from "./watching/engine-counts.ts";
import { createTurnLog } from "./watching/log-turns.ts";
import { createStateSummary } from "./watching/state-summary.ts";

export type WorkOptions = WithCodec & {
  readonly definitions: readonly TaskDefinition[];
  readonly database: Database;
  readonly coordinator: Coordinator;
  readonly config: Config;
  readonly logger: Logger;
  readonly queues: readonly string[];
  /** Those whose turns are taken from the database even where there is a broker. */
  readonly undispatched: ReadonlySet<string>;
  readonly slots: number;
  /** Who is handed the events of the outbox, besides the broker. */
  readonly sinks: readonly EventSink[];
  /** All chunks of a claim have been settled. */
  readonly onSettled: () => void;
};

export type Work = {
  /** Undefined without a broker. */
  readonly dispatch: Dispatch | undefined;
  counts(): WorkCounts;
  start(): Promise<void>;
  /** Work may wait: look at once. */
  wake(): void;
  /** Returns when nothing runs any more. */
  stop(): Promise<void>;
};

/** How long a process must have been absent before its work is given to others. */
const PRESENCE_GRACE_MS = 1_000;
/** Maintenance looks for all of them, so that a process with nothing to do sends one statement a second. */
const UNTIL_WOKEN_MS = Number.POSITIVE_INFINITY;

/** Nothing is taken before `start()`. What was opened is freed again when something cannot be. */
export async function openWork(options: WorkOptions): Promise<Work> {
  const stops = createStops();
  try {
    return await openParts(options, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function openParts(options: WorkOptions, stops: ReturnType<typeof createStops>): Promise<Work> {
  const { definitions, database, coordinator, config, logger, queues, slots, codec } = options;
  const { workerId: owner, leaseMs, leaseRenewMs: renewMs, handlerGraceMs: graceMs } = config;
  const tally = createWorkTally();
  const { claims, settles } = tally;
  const turnLog = config.logLevel === "debug" ? createTurnLog(logger) : undefined; // its lines cost too much otherwise
  const compute = createComputePool({ logger });
  stops.first(() => compute.close());
  const progress = createProgressReporter({ database, logger });
  stops.first(() => progress.close());
  const leases = await createLeaseKeeper({
    database,
    owner,
    leaseMs,
    renewMs,
    graceMs,
    logger,
    onLost: (tokens) => worker.loseLeases(tokens),
    onCancelled: (taskIds) => worker.cancelTasks(taskIds),
  });
  stops.first(() => leases.close());
  const watching = { claims, onQueued: turnLog?.onQueued, wake: () => wake() };
  const dispatched = queues.filter((queue) => !options.undispatched.has(queue));
  const dispatch = await openDispatch({ ...options, queues: dispatched, ...watching }, stops);
  const relay = await openRelay({ config, database, logger, sinks: options.sinks }, stops);
  const worker = createWorker({
    database,
    definitions,
    codec,
    secrets: coordinator.secrets,
    queues,
    slots,
    owner,
    leases: tellingEnd(leases, options.onSettled),
    ...(dispatch === undefined ? {} : { tickets: dispatch.tickets }),
    compute,
    progress,
    leaseMs,
    pollIntervalMs: UNTIL_WOKEN_MS,
    graceMs,
    logger,
    claims,
    settles,
    onTaken: turnLog?.onTaken,
  });
  const wake = () => {
    dispatch?.dispatcher.wake();
    worker.wake();
  };
  const loops = [
    ...createUpkeep(options, worker, tally),
    worker,
    ...(dispatch === undefined ? [] : [dispatch.dispatcher]),
  ];
  for (const loop of loops) stops.first(() => loop.stop());
  const onNotification = (queue: string) => {
    if (queues.includes(queue)) worker.wake();
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

/** What is to be done now and then, by any process. Most of it is woken by maintenance. */
function createUpkeep(options: WorkOptions, worker: Worker, { onRescued, activity }: WorkTally): Loop[] {
  const { database, coordinator, config, logger, queues, slots, codec } = options;
  const { pollIntervalMs, stateSummaryMs: intervalMs } = config;
  const schedules = createScheduleLoop({ database, logger, codec, intervalMs: UNTIL_WOKEN_MS });
  const sweep = createSweepLoop({ database, logger, intervalMs: UNTIL_WOKEN_MS });
  const wakes = { worker, schedules, sweep };
  return [
    createMaintenance({ database, queues, pollIntervalMs, graceMs: PRESENCE_GRACE_MS, logger, wakes, onRescued }),
    schedules,
    sweep,
    createPruneLoop({ coordinator, logger }),
    createRollCall({ database, owner: config.workerId, queues, slots, version: ROTA_VERSION, logger }),
    createRetentionLoop({ ...config, database, logger }),
    ...(intervalMs === 0
      ? []
      : [
          createStateSummary({
            database,
            logger,
            intervalMs,
            activity: () => activity(worker),
            withTasks: config.logLevel === "debug",
          }),
        ]),
  ];
}

/** A lease is dropped when the last chunk of its claim has been settled. */
function tellingEnd(leases: LeaseKeeper, onSettled: () => void): LeaseHolder {
  return {
    get isWatched() {
      return leases.isWatched;
    },
    hold: (leaseToken, wish) => leases.hold(leaseToken, wish),
    drop(leaseToken) {
      leases.drop(leaseToken);
      onSettled();
    },
  };
}

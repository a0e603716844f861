/** Reads whether an engine is ready and what it has counted in this process. */
import type { LockStats } from "../locks/locks.ts";
import type { PoolUsage } from "../database/database.ts";
import type { DispatchCounts } from "../dispatch/dispatcher.ts";
import { dispatchRoute } from "../dispatch/ticket.ts";
import type { IntakeDefinition } from "../intake/define-intake.ts";
import type { IntakeCounts, Intakes } from "../intake/open-intakes.ts";
import type { RescuedLease } from "../leases/rescue-leases.ts";
import { pingDatabase } from "../progress/progress.sql.ts";
import { systemClock } from "../runtime/clock.ts";
import { CallCounts, type CallCountsRead } from "../runtime/histogram.ts";
import type { DeliveryCounts } from "../webhooks/attempt-recorder.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { AttemptCounts } from "../worker/observe-attempts.ts";
import type { Worker } from "../worker/worker.ts";
import type { EngineContext } from "./engine-context.ts";
import type { Dispatch } from "./open-dispatch.ts";
import type { Work } from "./work.ts";

/** Health of an engine and of the services that it uses. */
export type EngineStatus = {
  /** Whether the database answers and all that the configuration requires is available. */
  readonly isReady: boolean;
  /** The services that are unavailable. Work continues without all but the database. */
  readonly missing: readonly ("database" | "broker" | "redis")[];
  /** Intakes that should consume from the broker and do not, as the log says: this process receives no events of theirs. */
  readonly idleIntakes: readonly string[];
  /** The messages that this process sent to the broker and received from it, by queue; undefined without a broker. */
  readonly dispatch: Readonly<Record<string, DispatchCounts>> | undefined;
  /** The events that this process received, by intake. */
  readonly intakes: Readonly<Record<string, IntakeCounts>>;
};

export type StatusParts = Pick<EngineContext, "config" | "database" | "coordinator"> & {
  readonly dispatch: Dispatch | undefined;
  readonly intakes: Pick<Intakes, "counts" | "consumers">;
};

/** A database that takes longer than this to answer counts as missing. */
const PING_TIMEOUT_MS = 2_000;

export async function readStatus({
  config,
  database,
  coordinator,
  dispatch,
  intakes,
}: StatusParts): Promise<EngineStatus> {
  const hasDatabase = await database.query(pingDatabase(), { timeoutMs: PING_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
  const hasBroker = dispatch?.tickets.broker.isConnected ?? config.rabbitmqUrl === undefined;
  const hasRedis = coordinator.outage() === undefined;
  const isCutOff = dispatch?.tickets.broker.isConnected === false; // the broker is missing, and `healthRequireBroker` decides
  const idleIntakes = isCutOff ? [] : await findIdle(intakes);
  const hasRequired = (hasBroker || !config.healthRequireBroker) && (hasRedis || !config.healthRequireRedis);
  return {
    isReady: hasDatabase && hasRequired && idleIntakes.length === 0,
    missing: [
      ...(hasDatabase ? [] : (["database"] as const)),
      ...(hasBroker ? [] : (["broker"] as const)),
      ...(hasRedis ? [] : (["redis"] as const)),
    ],
    idleIntakes,
    dispatch: dispatch && countsByQueue(dispatch.tickets),
    intakes: intakes.counts(),
  };
}

/** Consumers that subscribe again, after a reconnect or an idle time, do so within this time. */
const SUBSCRIBE_MS = 500;

/** Returns the intakes that have no consumer now, and none a moment later. */
async function findIdle(intakes: Pick<Intakes, "consumers">): Promise<string[]> {
  const withoutConsumers = () =>
    Object.entries(intakes.consumers()).flatMap(([name, count]) => (count > 0 ? [] : name));
  const found = withoutConsumers();
  if (found.length === 0) return [];
  await systemClock.wait(SUBSCRIBE_MS);
  return withoutConsumers().filter((name) => found.includes(name));
}

function countsByQueue({ queues, countsOf }: Dispatch["tickets"]) {
  return Object.fromEntries(queues.map((queue) => [queue, { ...countsOf(queue) }]));
}

/** Numbers that only rise, until the process ends; `running`, `waiting` of locks, `consumers` and the pool are those of this moment. */
export type EngineCounts = {
  /** Undefined before `start()`. */
  readonly work: WorkCounts | undefined;
  /** By the name of the queue in the broker; empty without a broker. */
  readonly tickets: Readonly<Record<string, DispatchCounts>>;
  /** By the name of the intake. */
  readonly intakes: Readonly<
    Record<
      string,
      {
        readonly counts: IntakeCounts;
        readonly brokerQueue: string | undefined;
        /** Number of consumers now; undefined where it does not consume from a broker. */
        readonly consumers: number | undefined;
      }
    >
  >;
  readonly locks: LockStats;
  readonly deliveries: DeliveryCounts;
  /** Undefined where there is one connection only. */
  readonly pool: PoolUsage | undefined;
};

export type WorkCounts = {
  readonly slots: number;
  /** Chunks whose handlers run. */
  readonly running: number;
  readonly attempts: readonly AttemptCounts[];
  /** Statements that take turns, for workers or the broker, or start chunks whose tickets came. */
  readonly claims: CallCountsRead;
  /** Statements that write outcomes. */
  readonly settles: CallCountsRead;
  /** The leases of exited processes that this process rescued, and their chunks. */
  readonly rescued: { readonly leases: number; readonly chunks: number };
};

export type CountedParts = Pick<EngineContext, "database" | "coordinator"> & {
  readonly webhooks: Pick<Webhooks, "counts">;
  readonly definitions: readonly IntakeDefinition[] | undefined;
  readonly intakes: Pick<Intakes, "counts" | "consumers">;
  readonly work: Work | undefined;
};

export function readCounts(parts: CountedParts): EngineCounts {
  const { database, coordinator, webhooks, definitions = [], intakes, work } = parts;
  const tickets = work?.dispatch?.tickets;
  const consumers = intakes.consumers();
  const brokerQueues = new Map(definitions.map(({ name, broker }) => [name, broker?.queue]));
  return {
    work: work?.counts(),
    tickets: Object.fromEntries(
      tickets?.queues.map((queue) => [dispatchRoute(queue).queue, { ...tickets.countsOf(queue) }]) ?? [],
    ),
    intakes: Object.fromEntries(
      Object.entries(intakes.counts()).map(([name, counts]) => [
        name,
        { counts, brokerQueue: brokerQueues.get(name), consumers: consumers[name] },
      ]),
    ),
    locks: coordinator.locks.stats(),
    deliveries: webhooks.counts(),
    pool: database.poolUsage?.(),
  };
}

export type WorkTally = {
  readonly claims: CallCounts;
  readonly settles: CallCounts;
  readonly onRescued: (leases: readonly RescuedLease[]) => void;
  /** Rises with each attempt that ends, and again once its outcome is written. */
  readonly activity: (worker: Pick<Worker, "counts">) => number;
  read(worker: Pick<Worker, "counts">, slots: number): WorkCounts;
};

export function createWorkTally(): WorkTally {
  const claims = new CallCounts(systemClock);
  const settles = new CallCounts(systemClock);
  const rescued = { leases: 0, chunks: 0 };
  return {
    claims,
    settles,
    onRescued(leases) {
      rescued.leases += leases.filter(({ chunks }) => chunks > 0).length; // without any it may be the fence of a claim
      for (const { chunks } of leases) rescued.chunks += chunks;
    },
    activity: (worker) => {
      const { running, attempts } = worker.counts();
      const ended = attempts.flatMap(({ outcomes }) => Object.values(outcomes));
      const written = settles.read().durations.counts;
      return [...ended, ...written].reduce((sum, count) => sum + count, running);
    },
    read: (worker, slots) => ({
      slots,
      ...worker.counts(),
      claims: claims.read(),
      settles: settles.read(),
      rescued: { ...rescued },
    }),
  };
}

/** Opens the broker, if one is configured, with the dispatcher that sends turns to it and the source of tickets. */
import { openRabbitmqBroker } from "../broker/rabbitmq/rabbitmq-broker.ts";
import type { Broker } from "../broker/broker.ts";
import { listenForTriggers, publishTrigger } from "../broker/trigger.ts";
import { takeUnannounced } from "../dispatch/dispatch.sql.ts";
import {
  createDispatchCounts,
  createDispatcher,
  createFieldsOf,
  type Dispatcher,
  type DispatcherOptions,
} from "../dispatch/dispatcher.ts";
import { dispatchRoute, dispatchTopology } from "../dispatch/ticket.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop } from "../runtime/loop.ts";
import { poolsOf, type TaskDefinition } from "../tasks/define-task.ts";
import type { TicketSource } from "../worker/ticket-work.ts";
import type { EngineContext } from "./engine-context.ts";

/** The part of the engine's context that dispatching needs. */
type DispatchContext = Pick<EngineContext, "config" | "database" | "logger">;

type DispatchOptions = Pick<DispatcherOptions, "claims" | "onQueued"> & {
  readonly queues: readonly string[];
  /** The tasks whose `ticketFields` the tickets carry. */
  readonly definitions: readonly TaskDefinition[];
  /** Polls at once, because work may wait. */
  readonly wake: () => void;
};

export type Dispatch = { readonly dispatcher: Dispatcher; readonly tickets: TicketSource };

/** Undefined: turns are taken from the database. What is opened is added to `stops`. */
export async function openDispatch(
  { config, database, logger }: DispatchContext,
  { queues, definitions, wake, claims, onQueued }: DispatchOptions,
  stops: Stops,
): Promise<Dispatch | undefined> {
  const { rabbitmqUrl: url, rabbitmqPassword: password, maxQueuedPerTask } = config;
  if (url === undefined) return undefined;
  const broker = await openRabbitmqBroker({ url, password, logger });
  stops.first(() => broker.close());
  if (config.brokerTriggerEnabled) {
    const route = { exchange: config.brokerTriggerExchange, routingKey: config.brokerTriggerRoutingKey };
    const listener = await unlessDifferent(listenForTriggers({ broker, wake, logger, ...route }), logger);
    if (listener !== undefined) {
      stops.first(() => listener.stop());
      await announceJobs({ config, database, logger }, broker, stops);
    }
  }
  const declared = broker.declare(dispatchTopology(queues.map(dispatchRoute))).then(() => true);
  if ((await unlessDifferent(declared, logger)) === undefined) return undefined;
  const countsOf = createDispatchCounts(queues);
  const fieldsOf = createFieldsOf(definitions, logger);
  const sending = { maxQueuedPerTask, countsOf, fieldsOf, claims, onQueued };
  const pools = poolsOf(definitions, queues);
  const dispatcher = createDispatcher({ database, broker, pools, logger, ...sending });
  const onNotification = (pool: string) => {
    if (pools.some(({ name }) => name === pool)) dispatcher.wake();
  };
  stops.first(await database.listen("work", { onNotification, onGap: () => dispatcher.wake() }));
  const concurrency = { min: config.brokerConcurrencyMin, max: config.brokerConcurrencyMax };
  const onStarted = (chunks: number) => dispatcher.refill(chunks);
  const { brokerPrefetch: prefetch } = config;
  return { dispatcher, tickets: { broker, queues, concurrency, prefetch, countsOf, onStarted } };
}

/** Maximum number of jobs that are announced of those created together: a receiver of one polls for all. */
const ANNOUNCED_MAX = 100;

/**
 * Announces jobs to the broker once their submission has committed, each by one of the processes that do so. While the broker
 * is unavailable nothing is announced: polling finds the jobs.
 */
async function announceJobs(
  { config, database, logger }: DispatchContext,
  broker: Broker,
  stops: Stops,
): Promise<void> {
  const route = { exchange: config.brokerTriggerExchange, routingKey: config.brokerTriggerRoutingKey };
  await database.query(takeUnannounced(ANNOUNCED_MAX)); // those from before are found by the first poll
  const loop = createLoop({
    name: "announcing jobs",
    intervalMs: Number.POSITIVE_INFINITY,
    logger,
    async runOnce() {
      const jobs = broker.isConnected ? await database.query(takeUnannounced(ANNOUNCED_MAX)) : [];
      await Promise.all(jobs.map(({ task_id: id }) => publishTrigger(broker, String(id), route)));
      return "idle";
    },
  });
  stops.first(() => loop.stop());
  stops.first(await database.listen("work", { onNotification: () => loop.wake(), onGap: () => loop.wake() }));
  loop.start();
}

/** Leaves a queue or exchange of another form alone, and work continues without it: a crash would not repair it. */
async function unlessDifferent<Result>(declared: Promise<Result>, logger: Logger): Promise<Result | undefined> {
  try {
    return await declared;
  } catch (error) {
    if (!isRotaError(error, "BROKER_TOPOLOGY_DIFFERS")) throw error;
    logger.error(
      { error },
      "this part of the broker is not used: turns are taken from the database, and polling finds work",
    );
    return undefined;
  }
}

export type OpenDispatcherOptions = DispatchContext & {
  readonly queues: readonly string[];
  /** Tasks whose `ticketFields` its tickets carry. Default: none. */
  readonly tasks?: readonly TaskDefinition[];
};

export type OpenedDispatcher = {
  /** Begins to dispatch turns. */
  start(): void;
  /** Returns when nothing is under way; the database stays open. */
  stop(): Promise<void>;
};

/** Refuses a configuration without a broker, and a broker whose queues have another form. Any number of them may run. */
export async function openDispatcher(options: OpenDispatcherOptions): Promise<OpenedDispatcher> {
  const stops = createStops();
  try {
    const { queues, tasks: definitions = [] } = options;
    const wake = () => dispatch?.dispatcher.wake();
    const dispatch: Dispatch | undefined = await openDispatch(options, { queues, definitions, wake }, stops);
    if (dispatch === undefined) throw cannotDispatch(options);
    const { dispatcher } = dispatch;
    stops.first(() => dispatcher.stop());
    return { start: () => dispatcher.start(), stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

function cannotDispatch({ config, queues }: OpenDispatcherOptions): RotaError {
  if (config.rabbitmqUrl === undefined)
    return new RotaError("CONFIG_INVALID", "there is no broker to dispatch to: set rabbitmqUrl");
  const message = `the queues of the broker for ${queues.join(", ")} have another form, as the log says: delete them, or choose other names`;
  return new RotaError("BROKER_TOPOLOGY_DIFFERS", message, { queues });
}

export type Stops = {
  /** Adds a step that runs before all others so far. */
  first(stop: () => Promise<void>): void;
  /** Runs all steps, each once, and throws the failures after the last one. */
  run(): Promise<void>;
};

/** Collects steps that stop parts, and runs the last added first. A step that fails does not keep the others from running. */
export function createStops(): Stops {
  const stops: (() => Promise<void>)[] = [];
  return {
    first: (stop) => void stops.unshift(stop),
    async run() {
      const failures: unknown[] = [];
      for (const stop of stops.splice(0)) await stop().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, "some parts of the engine could not be stopped");
    },
  };
}

/** Opens the broker, if one is configured, with what hands turns to it and what receives them. */
import { openRabbitmqBroker } from "../../broker/rabbitmq-broker.ts";
import { listenForTriggers } from "../../broker/trigger.ts";
import type { Config } from "../../config/options.ts";
import type { Database } from "../../database/database.ts";
import { createDispatchCounts } from "../../dispatch/dispatch-counts.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../../dispatch/dispatcher.ts";
import { dispatchRoute, dispatchTopology } from "../../dispatch/dispatch-topology.ts";
import { createFieldsOf } from "../../dispatch/fields-of-tickets.ts";
import { isRotaError } from "../../errors.ts";
import type { Logger } from "../../runtime/logger.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import type { TicketSource } from "../../worker/tickets/ticket-work.ts";
import type { Stops } from "../stops.ts";

export type DispatchOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly queues: readonly string[];
  /** Whose `ticketFields` are known here. */
  readonly definitions: readonly TaskDefinition[];
  readonly logger: Logger;
  /** Work may wait: look at once. */
  readonly wake: () => void;
} & Pick<DispatcherOptions, "claims" | "onQueued">;

export type Dispatch = { readonly dispatcher: Dispatcher; readonly tickets: TicketSource };

/** Undefined: turns are taken from the database. What is opened is added to `stops`. */
export async function openDispatch(options: DispatchOptions, stops: Stops): Promise<Dispatch | undefined> {
  const { config, database, queues, definitions, logger, wake, claims, onQueued } = options;
  const { rabbitmqUrl: url, rabbitmqPassword: password, maxQueuedPerTask } = config;
  if (url === undefined) return undefined;
  const broker = await openRabbitmqBroker({ url, password, logger });
  stops.first(() => broker.close());
  if (config.brokerTriggerEnabled) {
    const route = { exchange: config.brokerTriggerExchange, routingKey: config.brokerTriggerRoutingKey };
    const listener = await unlessDiffering(listenForTriggers({ broker, wake, logger, ...route }), logger);
    if (listener !== undefined) stops.first(() => listener.stop());
  }
  const declared = broker.declare(dispatchTopology(queues.map(dispatchRoute))).then(() => true);
  if ((await unlessDiffering(declared, logger)) === undefined) return undefined;
  const countsOf = createDispatchCounts(queues);
  const fieldsOf = createFieldsOf(definitions, logger);
  const sending = { maxQueuedPerTask, countsOf, fieldsOf, claims, onQueued };
  const dispatcher = createDispatcher({ database, broker, queues, logger, ...sending });
  const onNotification = (queue: string) => {
    if (queues.includes(queue)) dispatcher.wake();
  };
  stops.first(await database.listen("work", { onNotification, onGap: () => dispatcher.wake() }));
  const concurrency = { min: config.brokerConcurrencyMin, max: config.brokerConcurrencyMax };
  const onStarted = (chunks: number) => dispatcher.refill(chunks);
  const { brokerPrefetch: prefetch } = config;
  return { dispatcher, tickets: { broker, queues, concurrency, prefetch, countsOf, onStarted } };
}

/** What somebody made otherwise is left alone, and work goes on without it: a crash would not mend it. */
async function unlessDiffering<Result>(declared: Promise<Result>, logger: Logger): Promise<Result | undefined> {
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

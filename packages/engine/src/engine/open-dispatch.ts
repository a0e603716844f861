/** Opens the broker, if one is configured, with what hands turns to it and what receives them. */
import { openRabbitmqBroker } from "../broker/rabbitmq-broker.ts";
import { listenForTriggers } from "../broker/trigger.ts";
import type { Broker } from "../broker/broker.ts";
import type { Config } from "../config/options.ts";
import type { Database } from "../database/database.ts";
import { createDispatchCounts } from "../dispatch/dispatch-counts.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import { dispatchRoute, dispatchTopology } from "../dispatch/dispatch-topology.ts";
import { isRotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Loop } from "../runtime/loop.ts";
import type { TicketSource } from "../worker/tickets/ticket-work.ts";
import type { Stops } from "./stops.ts";

export type DispatchOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly queues: readonly string[];
  readonly logger: Logger;
  /** Work may wait: look at once. */
  readonly wake: () => void;
};

export type Dispatch = { readonly dispatcher: Loop; readonly tickets: TicketSource };

/** Undefined: turns are taken from the database. What is opened is added to `stops`. */
export async function openDispatch(options: DispatchOptions, stops: Stops): Promise<Dispatch | undefined> {
  const { config, database, queues, logger, wake } = options;
  const { rabbitmqUrl: url, rabbitmqPassword: password, maxQueuedPerTask } = config;
  if (url === undefined) return undefined;
  const broker = await openRabbitmqBroker({ url, password, logger });
  stops.first(() => broker.close());
  if (config.brokerTriggerEnabled) {
    const route = { exchange: config.brokerTriggerExchange, routingKey: config.brokerTriggerRoutingKey };
    const listener = await listenForTriggers({ broker, wake, logger, ...route });
    stops.first(() => listener.stop());
  }
  if (!(await isDeclared(broker, queues, logger))) return undefined;
  const countsOf = createDispatchCounts(queues);
  const dispatcher = createDispatcher({ database, broker, queues, maxQueuedPerTask, countsOf, logger });
  const onNotification = (queue: string) => {
    if (queues.includes(queue)) dispatcher.wake();
  };
  const onGap = () => dispatcher.wake();
  for (const channel of ["work", "started"]) stops.first(await database.listen(channel, { onNotification, onGap }));
  const concurrency = { min: config.brokerConcurrencyMin, max: config.brokerConcurrencyMax };
  return { dispatcher, tickets: { broker, concurrency, prefetch: config.brokerPrefetch, countsOf } };
}

/** Queues that somebody made otherwise are left alone, and work goes on without them: a crash would not mend them. */
async function isDeclared(broker: Broker, queues: readonly string[], logger: Logger): Promise<boolean> {
  try {
    await broker.declare(dispatchTopology(queues.map(dispatchRoute)));
    return true;
  } catch (error) {
    if (!isRotaError(error, "BROKER_TOPOLOGY_DIFFERS")) throw error;
    logger.error({ error }, "the broker is not used: turns are taken from the database");
    return false;
  }
}

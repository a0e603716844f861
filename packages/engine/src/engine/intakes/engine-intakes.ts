/** The intakes of an engine, with a broker of their own where one is configured: a flood of events must not delay tickets. */
import type { Broker } from "../../broker/broker.ts";
import { openRabbitmqBroker } from "../../broker/rabbitmq-broker.ts";
import type { Config } from "../../config/options.ts";
import { openIntakes, type Intakes, type IntakesOptions } from "../../intake/open-intakes.ts";

export type EngineIntakes = Pick<Intakes, "tasks" | "receive" | "counts" | "stop"> & {
  /** Those of their batches, which make no second trip through the broker. */
  readonly queues: ReadonlySet<string>;
  /** Begins to consume, if there is anything to consume from. */
  start(): Promise<void>;
};

export function openEngineIntakes(options: IntakesOptions & { readonly config: Config }): EngineIntakes {
  const { logger } = options;
  const { rabbitmqUrl: url, rabbitmqPassword: password } = options.config;
  const intakes = openIntakes(options);
  let broker: Broker | undefined;
  return {
    ...intakes,
    queues: new Set(options.intakes.map(({ queue }) => queue)),
    async start() {
      if (url === undefined || !intakes.hasQueues) return;
      broker = await openRabbitmqBroker({ url, password, logger });
      await intakes.consume(broker);
    },
    async stop() {
      await intakes.stop();
      await broker?.close();
    },
  };
}

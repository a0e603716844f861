/** Opens the intakes of an engine with its configuration: consumers, prefetch and the mirror of events in Redis. */
import type { Broker } from "../broker/broker.ts";
import { openRabbitmqBroker } from "../broker/rabbitmq/rabbitmq-broker.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { IntakeBroker, IntakeDefinition } from "../intake/define-intake.ts";
import { type Intakes, type IntakesOptions, openIntakes } from "../intake/open-intakes.ts";
import type { Logger } from "../runtime/logger.ts";
import type { OpenedCoordinator } from "./open-lock-store.ts";

export type EngineIntakes = Pick<Intakes, "tasks" | "receive" | "counts" | "consumers" | "stop"> & {
  /** Those of their batches, which make no second trip through the broker. */
  readonly queues: ReadonlySet<string>;
  /** Begins to consume, if there is anything to consume from. */
  start(): Promise<void>;
};

type EngineIntakesOptions = {
  readonly intakes: readonly IntakeDefinition[];
  readonly config: Config;
  readonly database: Database;
  readonly coordinator: Pick<OpenedCoordinator, "redis">;
  readonly logger: Logger;
};

/** Opens the intakes with a broker connection of their own: a flood of events must not delay tickets. */
export function openEngineIntakes(options: EngineIntakesOptions): EngineIntakes {
  const { config, database, coordinator, logger } = options;
  const { rabbitmqUrl: url, rabbitmqPassword: password } = config;
  const configured = options.intakes.map((intake) => withConfig(intake, config));
  const intakes = openIntakes({ intakes: configured, database, logger, mirror: mirrorOf(coordinator, config) });
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

function mirrorOf({ redis }: Pick<OpenedCoordinator, "redis">, config: Config): IntakesOptions["mirror"] {
  const limits = { ttlMs: config.eventMirrorTtlMs, bytesMax: config.eventMirrorBytesMax };
  return redis === undefined || limits.bytesMax === 0 ? undefined : { redis, limits };
}

/** Replaces the numbers of consumers and messages that the configuration sets. A single one moves the other if it must. */
function withConfig(intake: IntakeDefinition, config: Config): IntakeDefinition {
  const { intakePrefetch, intakeConsumersMin: min, intakeConsumersMax: max } = config;
  const { broker } = intake;
  if (broker === undefined) return intake;
  const { prefetch, consumers } = broker;
  const set: Required<Pick<IntakeBroker, "prefetch" | "consumers">> = {
    prefetch: intakePrefetch ?? prefetch,
    consumers: {
      min: min ?? Math.min(consumers.min, max ?? consumers.min),
      max: max ?? Math.max(consumers.max, min ?? consumers.max),
    },
  };
  return { ...intake, broker: { ...broker, ...set } };
}

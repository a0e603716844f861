/** Opens what hands the events of the outbox on: to the broker if one is configured, and to the sinks of the engine. */
import { openRabbitmqBroker } from "../../broker/rabbitmq-broker.ts";
import type { Config } from "../../config/options.ts";
import type { Database } from "../../database/database.ts";
import { createBrokerSink } from "../../outbox/broker-sink.ts";
import type { EventSink } from "../../outbox/event.ts";
import { createRelay, type Relay } from "../../outbox/relay.ts";
import type { Logger } from "../../runtime/logger.ts";
import type { Stops } from "../stops.ts";

export type OpenRelayOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  /** Besides the broker. */
  readonly sinks: readonly EventSink[];
};

/** Undefined: there is nobody to hand events to, or the configuration says no. What is opened is added to `stops`. */
export async function openRelay(options: OpenRelayOptions, stops: Stops): Promise<Relay | undefined> {
  const { config, database, logger } = options;
  if (!config.relayEnabled) return undefined;
  const sinks = [...(await openBrokerSinks(options, stops)), ...options.sinks];
  if (sinks.length === 0) return undefined;
  const { relayTriesMax: triesMax, outboxRetentionMs: retentionMs, pollIntervalMs } = config;
  const relay = createRelay({ database, sinks, logger, triesMax, retentionMs, pollIntervalMs });
  stops.first(() => relay.stop());
  return relay;
}

/** On a connection of its own: a full window of events would hold up tickets. */
async function openBrokerSinks({ config, logger }: OpenRelayOptions, stops: Stops): Promise<EventSink[]> {
  const { rabbitmqUrl: url, rabbitmqPassword: password, relayExchange: exchange, relayMandatory: isMandatory } = config;
  if (url === undefined) return [];
  const broker = await openRabbitmqBroker({ url, password, logger });
  stops.first(() => broker.close());
  return [createBrokerSink({ broker, exchange, isMandatory })];
}

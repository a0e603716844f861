/** Opens what publishes the events of the outbox, if a broker is configured. */
import { openRabbitmqBroker } from "../broker/rabbitmq-broker.ts";
import type { Config } from "../config/options.ts";
import type { Database } from "../database/database.ts";
import { createBrokerSink } from "../outbox/broker-sink.ts";
import { createRelay, type Relay } from "../outbox/relay.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Stops } from "./stops.ts";

export type OpenRelayOptions = { readonly config: Config; readonly database: Database; readonly logger: Logger };

/** On a connection of its own: a full window of events would hold up tickets. What is opened is added to `stops`. */
export async function openRelay(
  { config, database, logger }: OpenRelayOptions,
  stops: Stops,
): Promise<Relay | undefined> {
  const { rabbitmqUrl: url, rabbitmqPassword: password, relayExchange: exchange, relayMandatory: isMandatory } = config;
  if (url === undefined || !config.relayEnabled) return undefined;
  const broker = await openRabbitmqBroker({ url, password, logger });
  stops.first(() => broker.close());
  const { relayTriesMax: triesMax, outboxRetentionMs: retentionMs, pollIntervalMs } = config;
  const sinks = [createBrokerSink({ broker, exchange, isMandatory })];
  const relay = createRelay({ database, sinks, logger, triesMax, retentionMs, pollIntervalMs });
  stops.first(() => relay.stop());
  return relay;
}

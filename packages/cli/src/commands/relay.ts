/** Implements `rota relay`: forwards the events of the outbox to RabbitMQ and to webhooks. */
import { type Database, RotaError } from "@rota/engine";
import { createBrokerSink, createRelay, type EventSink } from "@rota/engine/admin";
import { createWebhooks, type Shutdown } from "@rota/engine/internal";
import { openRabbitmqBroker } from "@rota/engine/rabbitmq";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { migrateAll, openConfiguredDatabase } from "../compose.ts";
import { isGiven } from "../flags.ts";
import { printReady, runUntilStopped } from "../run-until-stopped.ts";

export const relayCommand: CommandSpec = {
  name: "relay",
  sentence: "hand the events of the outbox on until Ctrl-C: to RabbitMQ, and to webhooks if asked to",
  flags: [
    {
      flag: "--webhooks",
      sentence: "make deliveries of events; they are sent by whoever works with webhooks",
    },
  ],
  examples: ["rota relay --rabbitmq-url amqp://rota@mq.example.org", "rota relay --webhooks"],
  run: relay,
};

async function relay(context: CommandContext): Promise<void> {
  const { rabbitmqUrl, relayTriesMax, outboxRetentionMs, pollIntervalMs } = context.reading.config;
  if (rabbitmqUrl === undefined && !isGiven(context, "webhooks"))
    throw new RotaError(
      "COMMAND_INVALID",
      "there is nobody to hand events to: give --rabbitmq-url, --webhooks or both",
    );
  await runUntilStopped(context, async (shutdown) => {
    const database = await openConfiguredDatabase(context);
    shutdown.onStop("database", () => database.close());
    if (shutdown.signal.aborted) return;
    await migrateAll(context, database);
    const sinks = [
      ...(await openBrokerSinks(context, shutdown)),
      ...(isGiven(context, "webhooks") ? [openWebhookSink(context, { database, shutdown })] : []),
    ];
    const started = createRelay({
      database,
      sinks,
      logger: context.logger,
      triesMax: relayTriesMax,
      retentionMs: outboxRetentionMs,
      pollIntervalMs,
    });
    shutdown.onStop("relay", () => started.stop());
    await started.start();
    printReady(context, { sinks: sinks.map(({ name }) => name) }, [
      `events go to ${sinks.map(({ name }) => name).join(" and ")}`,
    ]);
  });
}

async function openBrokerSinks({ reading, logger }: CommandContext, shutdown: Shutdown): Promise<EventSink[]> {
  const { rabbitmqUrl: url, rabbitmqPassword: password, relayExchange: exchange, relayMandatory } = reading.config;
  if (url === undefined) return [];
  const broker = await openRabbitmqBroker({ url, password, logger });
  shutdown.onStop("broker", () => broker.close());
  return [createBrokerSink({ broker, exchange, isMandatory: relayMandatory })];
}

type SinkParts = { readonly database: Database; readonly shutdown: Shutdown };

function openWebhookSink({ reading, logger }: CommandContext, { database, shutdown }: SinkParts): EventSink {
  const webhooks = createWebhooks({ database, config: reading.config, logger });
  shutdown.onStop("webhooks", () => webhooks.close());
  return webhooks.sink;
}

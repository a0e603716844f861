/** Measures the relay from the table to a quorum queue, beside a bare loop that publishes the same messages with confirms. */
import { appendEvent, migrate, silentLogger, type Database } from "@rota/engine";
import {
  createBrokerSink,
  createRelay,
  type OutboxEvent,
  type PublishingSink,
  type PublishResult,
} from "@rota/engine/admin";
import { openRabbitmqBroker } from "@rota/engine/rabbitmq";
import { connect } from "amqplib";
import { startRabbitmq } from "../tools/services/rabbitmq-service.ts";
import { URL_VARIABLES } from "../tools/services/supply/decide-supply.ts";
import type { BenchServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import {
  argument,
  figures,
  isFullRun,
  isQuick,
  runRounds,
  type Contender,
  type Measures,
  type Outcome,
} from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

const EVENTS = Number(argument("events") ?? (isQuick ? 1_000 : 200_000));
const APPENDED_AT_ONCE = 5_000;
/** Maximum number of messages that the relay sends at once. */
const IN_FLIGHT = 2_000;
const EXCHANGE = "bench.relay.exchange";
const QUEUE = "bench.relay.queue";
const PAYLOAD = { journalEntryId: "x".repeat(36), sourceEventId: "y".repeat(36), status: "POSTED", amount: "1250.00" };
const BODY = Buffer.from(JSON.stringify(PAYLOAD));

const BARE = "publish with confirm, nothing else";
const MANY = "relay, an aggregate per event";
const SOME = "relay, 1,000 aggregates";
const ONE = "relay, one aggregate";

const contenders: readonly Contender[] = [
  { name: BARE, measure: (server) => onRabbitmq((url) => publishBare(server, url)) },
  { name: MANY, measure: (server) => onRabbitmq((url) => relay(server, url, { aggregates: EVENTS, events: EVENTS })) },
  { name: SOME, measure: (server) => onRabbitmq((url) => relay(server, url, { aggregates: 1_000, events: EVENTS })) },
  { name: ONE, measure: (server) => onRabbitmq((url) => relay(server, url, { aggregates: 1, events: EVENTS / 20 })) },
];

await runRounds({ url: import.meta.url, contenders }, report);

/** Uses its own RabbitMQ. A quick run, which measures nothing, uses the RabbitMQ of the test run. */
async function onRabbitmq(measure: (url: string) => Promise<Measures>): Promise<Measures> {
  const running = isQuick ? process.env[URL_VARIABLES.rabbitmq] : undefined;
  const rabbitmq = running === undefined ? await startRabbitmq() : undefined;
  const url = rabbitmq?.url ?? running ?? "";
  try {
    return await withQueue(url, () => measure(url));
  } finally {
    await rabbitmq?.dispose();
  }
}

async function withQueue(url: string, measure: () => Promise<Measures>): Promise<Measures> {
  const connection = await connect(url);
  const channel = await connection.createChannel();
  await channel.assertExchange(EXCHANGE, "topic", { durable: true });
  await channel.assertQueue(QUEUE, { durable: true, arguments: { "x-queue-type": "quorum" } });
  await channel.bindQueue(QUEUE, EXCHANGE, "#");
  try {
    return await measure();
  } finally {
    await channel.deleteQueue(QUEUE);
    await channel.deleteExchange(EXCHANGE);
    await connection.close();
  }
}

async function publishBare(server: BenchServer, url: string): Promise<Measures> {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  const options = { mandatory: true, persistent: true, contentType: "application/json" };
  const stop = startStopwatch(server.pid);
  for (let sent = 0; sent < EVENTS; sent += IN_FLIGHT) {
    const count = Math.min(IN_FLIGHT, EVENTS - sent);
    for (let nth = 0; nth < count; nth++) {
      channel.publish(EXCHANGE, "bench.posted", BODY, { ...options, messageId: String(sent + nth) });
    }
    await channel.waitForConfirms();
  }
  const measures = stop(EVENTS);
  await connection.close();
  return measures;
}

type Load = { readonly aggregates: number; readonly events: number };

async function relay(server: BenchServer, url: string, { aggregates, events }: Load): Promise<Measures> {
  const database = await server.open(`relay_${String(aggregates)}`, { poolSize: 6 });
  await migrate(database);
  await append(database, { aggregates, events });
  const broker = await openRabbitmqBroker({ url, logger: silentLogger });
  const { sink, allPublished } = countingSink(createBrokerSink({ broker, exchange: EXCHANGE }), events);
  const running = createRelay({ database, sinks: [sink], logger: silentLogger });
  const stop = startStopwatch(server.pid);
  await running.start();
  await allPublished;
  await running.stop(); // marks the last batch
  const measures = stop(events);
  await broker.close();
  await database.close();
  return measures;
}

async function append(database: Database, { aggregates, events }: Load): Promise<void> {
  for (let from = 0; from < events; from += APPENDED_AT_ONCE) {
    const count = Math.min(APPENDED_AT_ONCE, events - from);
    const batch = Array.from({ length: count }, (_, nth) => ({
      tenant: "bench",
      type: "bench.posted",
      aggregate: { type: "ENTRY", id: String((from + nth) % aggregates) },
      payload: PAYLOAD,
    }));
    await appendEvent(database, batch);
  }
}

function countingSink(sink: PublishingSink, events: number) {
  let published = 0;
  let onAll = (): void => {};
  const allPublished = new Promise<void>((resolve) => (onAll = resolve));
  const publish = async (event: OutboxEvent): Promise<PublishResult> => {
    const result = await sink.publish(event);
    if (++published === events) onAll();
    return result;
  };
  return { sink: { ...sink, publish }, allPublished };
}

async function report(outcome: Outcome): Promise<void> {
  const bare = median(figures(outcome, BARE, "perSecond"));
  const rows = contenders.map(({ name }) => {
    const perSecond = figures(outcome, name, "perSecond");
    return [
      name,
      readable(median(perSecond)),
      perSecond.map(readable).join(", "),
      readable(median(perSecond) / bare),
      readable(median(figures(outcome, name, "cpuMicrosecondsEach"))),
    ];
  });
  const head = ["into a quorum queue", "events/s, median", "rounds", "× bare", "CPU µs per event"];
  await writeReport({
    name: "relay",
    title: "Relay from the outbox to RabbitMQ",
    tables: [{ head, rows }],
    findings: [
      `${String(EVENTS)} events of ${String(BODY.length)} bytes, appended before the clock starts; CPU of the relay and PostgreSQL, without RabbitMQ`,
      "bar: at least 10,000 events/s with many aggregates; one aggregate alone waits for each confirmation",
    ],
    isKept: isFullRun,
  });
}

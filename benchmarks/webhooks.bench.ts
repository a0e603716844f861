/** Measures how many deliveries a process makes to a local receiver, and whether a dead endpoint slows another. */
import { randomBytes, randomUUID } from "node:crypto";
import { createEngine, silentLogger, type Webhooks, type WebhookEvent } from "@rota/engine";
import { createWebhooks, systemClock } from "@rota/engine/internal";
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
import { median, percentile, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";
import { startReceiver, type Receiver } from "./webhooks/receiver.ts";

const DELIVERIES = Number(argument("deliveries") ?? (isQuick ? 20 : 10_000));
const ENDPOINTS = isQuick ? 2 : 20;
const WAITING = Number(argument("waiting") ?? (isQuick ? 20 : 10_000));
const PINGS = isQuick ? 5 : 500;
const PING_EVERY_MS = 20;
const SLOTS = 64;
const EVENTS_OF_ONE_CALL = 1_000;
/** Limits high enough to have no effect. */
const UNLIMITED = { eventTypes: ["*"], maxInFlight: 100, ratePerSecond: 10_000 };
const THROUGHPUT = `${String(ENDPOINTS)} endpoints that answer`;
const ALONE = "one endpoint, alone";
const BESIDE = "one endpoint, beside a dead one";

const contenders: readonly Contender[] = [
  { name: THROUGHPUT, measure: (server) => withWebhooks(server, throughput) },
  { name: ALONE, measure: (server) => withWebhooks(server, (place) => latency(place, 0)) },
  { name: BESIDE, measure: (server) => withWebhooks(server, (place) => latency(place, WAITING)) },
];

await runRounds({ url: import.meta.url, contenders }, report);

type Place = {
  readonly webhooks: Webhooks;
  readonly receiver: Receiver;
  readonly serverPid: number;
  readonly send: (tenant: string, count: number) => Promise<void>;
  readonly start: () => Promise<void>;
};

async function withWebhooks(server: BenchServer, measure: (place: Place) => Promise<Measures>): Promise<Measures> {
  const database = await server.open(`webhooks_${randomBytes(3).toString("hex")}`, { poolSize: 6 });
  const receiver = await startReceiver();
  const secretsKey = randomBytes(32).toString("base64");
  const config = { secretsKey, webhookAllowHttp: false, webhookAllowedHosts: "127.0.0.1" };
  const webhooks = createWebhooks({ database, config, logger: silentLogger });
  const engine = await createEngine({ tasks: [webhooks.task], database, slots: SLOTS, logger: silentLogger });
  try {
    return await measure({
      webhooks,
      receiver,
      serverPid: server.pid,
      start: () => engine.start(),
      async send(tenant, count) {
        for (let sent = 0; sent < count; sent += EVENTS_OF_ONE_CALL) {
          const events = Array.from({ length: Math.min(EVENTS_OF_ONE_CALL, count - sent) }, () => anEvent(tenant));
          await webhooks.createDeliveries(database, events);
        }
      },
    });
  } finally {
    await engine.stop();
    webhooks.close();
    await receiver.close();
    await database.close();
  }
}

/** Sends each event to one endpoint. */
async function throughput({ webhooks, receiver, serverPid, send, start }: Place): Promise<Measures> {
  for (let made = 0; made < ENDPOINTS; made++)
    await webhooks.endpoints.create({ ...UNLIMITED, tenant: `tenant-${String(made)}`, url: receiver.url });
  for (let made = 0; made < ENDPOINTS; made++) await send(`tenant-${String(made)}`, DELIVERIES / ENDPOINTS);
  const elapsed = startStopwatch(serverPid);
  await start();
  await receiver.received(DELIVERIES);
  return { ...elapsed(DELIVERIES) };
}

/**
 * Measures from the commit of an event to its arrival, one at a time, while so many wait for an endpoint that never
 * answers.
 */
async function latency({ webhooks, receiver, send, start }: Place, waiting: number): Promise<Measures> {
  const usual = { eventTypes: ["*"], ratePerSecond: 1_000 };
  await webhooks.endpoints.create({ ...usual, tenant: "dead", url: receiver.silentUrl });
  await webhooks.endpoints.create({ ...usual, tenant: "alive", url: receiver.url });
  await send("dead", waiting);
  await start();
  const times: number[] = [];
  for (let pinged = 0; pinged < PINGS; pinged++) {
    const received = receiver.received(pinged + 1);
    const startedMs = performance.now();
    await send("alive", 1);
    await received;
    times.push(performance.now() - startedMs);
    await systemClock.wait(PING_EVERY_MS);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function anEvent(tenant: string): WebhookEvent {
  const payloadText = '{"passport_version_id":"44444444-4444-4444-8444-444444444444"}';
  return { eventId: randomUUID(), tenant, type: "passport.version.signed", payloadText, occurredAt: new Date() };
}

async function report(outcome: Outcome): Promise<void> {
  const perSecond = figures(outcome, THROUGHPUT, "perSecond");
  const latencies = [ALONE, BESIDE].map((name) => [
    name,
    readable(median(figures(outcome, name, "p50"))),
    readable(median(figures(outcome, name, "p99"))),
    figures(outcome, name, "p99").map(readable).join(", "),
  ]);
  const ratio = median(figures(outcome, BESIDE, "p99")) / median(figures(outcome, ALONE, "p99"));
  await writeReport({
    name: "webhooks",
    title: "Webhooks",
    tables: [
      {
        head: ["one process", "deliveries/s, median", "rounds", "CPU µs per delivery"],
        rows: [
          [
            THROUGHPUT,
            readable(median(perSecond)),
            perSecond.map(readable).join(", "),
            readable(median(figures(outcome, THROUGHPUT, "cpuMicrosecondsEach"))),
          ],
        ],
      },
      { head: ["commit to arrival", "p50, ms", "p99, ms", "p99 of the rounds"], rows: latencies },
    ],
    findings: [
      `${String(WAITING)} deliveries wait for the dead endpoint; p99 beside it is ${readable(ratio)} × that alone`,
      "CPU of the engine and PostgreSQL, without the receiver, which is a process of its own",
      "bars: 1,000 deliveries/s; p99 beside a dead endpoint within 1.2 ×",
    ],
    isKept: isFullRun,
  });
}

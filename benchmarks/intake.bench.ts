/**
 * Measures an intake: how fast a quorum queue is emptied into the inbox, how fast the inbox is processed, and how long
 * a single event waits behind a flood.
 */
import { createEngine, defineIntake, silentLogger, type Database, type IntakeDefinition } from "@rota/engine";
import { readOutcome } from "@rota/engine/admin";
import { openIntakes, systemClock } from "@rota/engine/internal";
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
import { countBenchEffects, createBenchEffects, insertBenchEffects } from "./intake.sql.ts";

const EVENTS = Number(argument("events") ?? (isQuick ? 500 : 500_000));
const PUBLISHED_AT_ONCE = 2_000;
const BATCH = 500;
const SLOTS = 4;
const PAYLOAD = {
  amount: "129900",
  currency: "CHF",
  lines: [
    { account: "1000", side: "debit", amount: "129900" },
    { account: "3000", side: "credit", amount: "129900" },
  ],
  reference: "INV-2026-0001234",
  note: "payment of an invoice, with as much text as makes the message about four hundred bytes long, as in the ledger",
};
const BARE = "the same rows inserted in batches, nothing else";
const ONE = "one tenant";
const FOUR = "4 tenants";
const MANY = "100 tenants";

type Load = { readonly name: string; readonly tenants: number; readonly events: number };

/** With many tenants batches are small and take longer in total. */
const LOADS: readonly Load[] = [
  { name: ONE, tenants: 1, events: EVENTS },
  { name: FOUR, tenants: 4, events: EVENTS },
  { name: MANY, tenants: 100, events: EVENTS / 5 },
];
const contenders: readonly Contender[] = [
  { name: BARE, measure: insertBare },
  ...LOADS.map((load) => ({
    name: load.name,
    measure: (server: BenchServer) => onRabbitmq((url) => takeIn(server, url, load)),
  })),
];

await runRounds({ url: import.meta.url, contenders }, report);

/** Uses its own RabbitMQ. A quick run, which measures nothing, uses the RabbitMQ of the test run. */
async function onRabbitmq(measure: (url: string) => Promise<Measures>): Promise<Measures> {
  const running = isQuick ? process.env[URL_VARIABLES.rabbitmq] : undefined;
  if (running !== undefined) return measure(running);
  const rabbitmq = await startRabbitmq();
  try {
    return await measure(rabbitmq.url);
  } finally {
    await rabbitmq.dispose();
  }
}

async function insertBare(server: BenchServer): Promise<Measures> {
  const database = await server.open("intake_bare");
  await database.query(createBenchEffects());
  const stop = startStopwatch(server.pid);
  for (let done = 0; done < EVENTS; done += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, EVENTS - done) }, (_, index) => eventId(done + index));
    await database.query(
      insertBenchEffects(
        "tenant-0",
        ids,
        ids.map(() => PAYLOAD.amount),
      ),
    );
  }
  const { perSecond, cpuMicrosecondsEach } = stop(EVENTS);
  await database.close();
  return { drainPerSecond: perSecond, drainCpu: cpuMicrosecondsEach };
}

async function takeIn(server: BenchServer, url: string, { tenants, events }: Load): Promise<Measures> {
  const database = await server.open(`intake_${String(tenants)}`, { poolSize: SLOTS + 4 });
  await database.query(createBenchEffects());
  const intake = benchIntake(tenants);
  const broker = await openRabbitmqBroker({ url, logger: silentLogger });
  const waiting = openIntakes({ intakes: [intake], database, logger: silentLogger });
  await waiting.consume(broker); // declares the queue
  await waiting.stop();
  await publish(url, intake, { tenants, events });

  const filling = openIntakes({ intakes: [intake], database, logger: silentLogger });
  const stopFill = startStopwatch(server.pid);
  await filling.consume(broker);
  while ((filling.counts()[intake.name]?.stored ?? 0) < events) await systemClock.wait(2);
  const fill = stopFill(events);
  await filling.receive(intake, { tenant: "single", eventId: "single", payload: PAYLOAD }, { waitMs: 0 });
  await filling.stop();
  await broker.close();

  const engine = await createEngine({ tasks: [], intakes: [intake], database, slots: SLOTS, logger: silentLogger });
  const stopDrain = startStopwatch(server.pid);
  const startedMs = performance.now();
  await engine.start();
  const singleMs = (await untilDone(database)) - startedMs;
  while (((await database.query(countBenchEffects()))[0]?.count ?? 0) <= events) await systemClock.wait(20);
  const drain = stopDrain(events);
  await engine.stop();
  await database.close();
  return {
    fillPerSecond: fill.perSecond,
    fillCpu: fill.cpuMicrosecondsEach,
    drainPerSecond: drain.perSecond,
    drainCpu: drain.cpuMicrosecondsEach,
    singleMs,
  };
}

function benchIntake(tenants: number): IntakeDefinition {
  const name = `bench.intake-${String(tenants)}-${String(process.pid)}`;
  return defineIntake({
    name,
    broker: { exchange: `${name}.exchange` },
    readEvent: ({ body }) => readBody(body),
    schema: readPayload,
    batchEventsMax: BATCH,
    handle: async (events, { tx, tenant }) => {
      const amounts = events.map(({ payload }) => payload.amount);
      await tx.query(
        insertBenchEffects(
          tenant,
          events.map((event) => event.eventId),
          amounts,
        ),
      );
    },
  });
}

type Body = { readonly tenantId: string; readonly eventId: string; readonly payload: unknown };

function readBody(body: unknown): { tenant: string; eventId: string; payload: unknown } {
  if (!isBody(body)) throw new Error("it is no body of this benchmark");
  return { tenant: body.tenantId, eventId: body.eventId, payload: body.payload };
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && "tenantId" in value && "eventId" in value;
}

function readPayload(value: unknown): { amount: string } {
  if (typeof value === "object" && value !== null && "amount" in value && typeof value.amount === "string")
    return { amount: value.amount };
  throw new Error("amount must be a text");
}

async function publish(url: string, intake: IntakeDefinition, { tenants, events }: Omit<Load, "name">): Promise<void> {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  for (let nth = 0; nth < events; nth++) {
    const body = { tenantId: `tenant-${String(nth % tenants)}`, eventId: eventId(nth), payload: PAYLOAD };
    channel.publish(intake.broker?.exchange ?? "", "bench.order.paid", Buffer.from(JSON.stringify(body)), {
      persistent: true,
    });
    if (nth % PUBLISHED_AT_ONCE === 0) await channel.waitForConfirms();
  }
  await channel.waitForConfirms();
  await connection.close();
}

/** Returns when the last event, which belongs to a tenant of its own, is processed. */
async function untilDone(database: Database): Promise<number> {
  while ((await readOutcome(database, { tenant: "single", eventId: "single" }))?.kind !== "done")
    await systemClock.wait(5);
  return performance.now();
}

function eventId(nth: number): string {
  return `00000000-0000-7000-8000-${String(nth).padStart(12, "0")}`;
}

async function report(outcome: Outcome): Promise<void> {
  const bare = median(figures(outcome, BARE, "drainPerSecond"));
  const rows = contenders.map(({ name }) => [
    name,
    ...["fillPerSecond", "fillCpu", "drainPerSecond"].map((figure) => readable(median(figures(outcome, name, figure)))),
    readable(median(figures(outcome, name, "drainPerSecond")) / bare),
    ...["drainCpu", "singleMs"].map((figure) => readable(median(figures(outcome, name, figure)))),
  ]);
  await writeReport({
    name: "intake",
    title: "Intake",
    tables: [
      {
        head: ["events of", "filled/s", "CPU µs", "handled/s", "× bare", "CPU µs", "the last tenant's only event, ms"],
        rows,
      },
    ],
    findings: [
      `${String(EVENTS)} events (of 100 tenants a fifth of it) in a quorum queue, stored with no handler running, then handled by one process with ${String(SLOTS)} slots, batches of ${String(BATCH)}; a handler inserts a row for each event; CPU of the engine and PostgreSQL, without RabbitMQ`,
      "bars: filled at 25,000/s or more, handled at 10,000/s or more",
    ],
    isKept: isFullRun,
  });
}

/** Story: processes, PostgreSQL, RabbitMQ and Redis fail at every step of processing, and each event is posted once or kept with its reason. */
import { migrate, openPostgres, silentLogger, sql, type Database } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { openRabbitmqBroker, type Broker } from "@rota/engine/rabbitmq";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startPostgres } from "../../../../tools/services/postgres-service.ts";
import { startRabbitmq } from "../../../../tools/services/rabbitmq-service.ts";
import { queueIsOnDisk } from "../../../../tools/services/rabbitmq/queue-is-on-disk.ts";
import { startRedis } from "../../../../tools/services/redis-service.ts";
import type { Service } from "../../../../tools/services/service.ts";
import { verifyLedger } from "../../src/store/verify-ledger.ts";
import { ledgerMigrations } from "../../src/migrations.ts";
import { addBooks } from "../posting/stored-books.ts";
import { countOutcomes, FAULT_POINTS } from "./fault-points.ts";
import { startLedgerProcess, type LedgerProcess } from "./ledger-processes.ts";
import { FAULT_TENANTS, planEvents, type SentPlan } from "./sent-events.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const SEED = Number(process.env["ROTA_SEED"] ?? 1);
const EVENTS = Number(process.env["ROTA_EVENTS"] ?? (IS_LONG ? 1_000_000 : 1_300));
const SENT_AT_ONCE = 2_000;
const WAIT = { timeout: IS_LONG ? 1_800_000 : 600_000, interval: 20 };
/** Counts rarely in the long mode, because counting a million rows takes time from posting them. */
const WAIT_OF_ALL = { ...WAIT, interval: IS_LONG ? 2_000 : 20 };
const SCHEMA = "faults";
const EXCHANGE = "fis.events.exchange";
const DOWNSTREAM = "downstream.queue";

type Victim = "process" | "postgres" | "rabbitmq" | "redis";
type Fault = { readonly point: number; readonly victim: Victim };
type Servers = Readonly<Record<Exclude<Victim, "process">, Service>>;

/** Kills a process at every point. Stops servers at some points, and in the long mode at all. */
const FAULTS: readonly Fault[] = FAULT_POINTS.flatMap((_, point) => [
  { point, victim: "process" as const },
  ...(IS_LONG || point === 4 ? [{ point, victim: "postgres" as const }] : []),
  ...(IS_LONG || point === 1 ? [{ point, victim: "rabbitmq" as const }] : []),
  ...(IS_LONG || point === 6 ? [{ point, victim: "redis" as const }] : []),
]);

let servers: Servers;
beforeAll(async () => {
  const [postgres, rabbitmq, redis] = await Promise.all([startPostgres(), startRabbitmq(), startRedis()]);
  servers = { postgres, rabbitmq, redis };
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.dispose()));
});

test(
  `each of ${String(EVENTS)} events is posted once or kept with its reason, whatever fails at whichever step (ROTA_SEED=${String(SEED)})`,
  { timeout: IS_LONG ? 7_200_000 : 900_000 },
  async () => {
    const plan = planEvents(EVENTS, SEED);
    const startedMs = performance.now();
    const report = (what: string) => {
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
      if (IS_LONG)
        process.stdout.write(`${String(EVENTS)} events, ${String(FAULTS.length)} faults: ${what} after ${seconds} s\n`);
    };
    const story = await openStory(servers);

    for (const [nth, fault] of FAULTS.entries()) {
      const wave = plan.bodies.slice((EVENTS * nth) / FAULTS.length, (EVENTS * (nth + 1)) / FAULTS.length);
      await story.play(wave, fault);
    }
    report("all faults happened");
    await story.untilSettled(plan);
    await story.stop();
    report("all events were posted or refused, and announced");

    await judge(story, plan);
    report("everything was verified");
  },
);

type Story = {
  readonly database: Database;
  readonly broker: Broker;
  play(bodies: readonly Buffer[], fault: Fault): Promise<void>;
  untilSettled(plan: SentPlan): Promise<void>;
  stop(): Promise<void>;
};

async function openStory(running: Servers): Promise<Story> {
  const { postgres, rabbitmq, redis } = running;
  const database = await openBooks(postgres.url);
  const broker = await openRabbitmqBroker({ url: rabbitmq.url, logger: silentLogger });
  onTestFinished(() => broker.close());
  await broker.declare({
    exchanges: [{ name: "fis.domain.exchange", type: "topic" }],
    queues: [{ name: DOWNSTREAM, kind: "durable", bindings: [{ exchange: "fis.domain.exchange", routingKey: "#" }] }],
  });
  const start = () =>
    startLedgerProcess({
      url: postgres.url,
      schema: SCHEMA,
      // A claim whose answer was lost with the connection has no owner until its lease ends.
      config: { rabbitmqUrl: rabbitmq.url, redisUrl: redis.url, workerSlots: 4, leaseMs: 3_000, leaseRenewMs: 1_000 },
    });
  let ledgerProcess = await start();
  await vi.waitUntil(() => [DOWNSTREAM, "fis.ingestion.queue"].every((queue) => queueIsOnDisk(rabbitmq, queue)), WAIT);

  return {
    database,
    broker,
    async play(bodies, { point, victim }) {
      ledgerProcess.hold(point);
      await publish(broker, bodies);
      await ledgerProcess.untilHeld();
      if (victim === "process") {
        await ledgerProcess.kill();
        ledgerProcess = await start();
        return;
      }
      await running[victim].kill();
      ledgerProcess.letGo();
      await running[victim].start();
    },
    untilSettled: (plan) => untilSettled(database, plan),
    stop: () => finish(database, broker, ledgerProcess),
  };
}

async function openBooks(url: string): Promise<Database> {
  const limits = { poolSize: 2, statementTimeoutMs: 120_000, connectTimeoutMs: 60_000 };
  const database = await openPostgres({ url, schema: SCHEMA, logger: silentLogger, ...limits });
  onTestFinished(() => database.close());
  await database.query(sqlScript(`create schema ${SCHEMA}`));
  await migrate(database);
  await migrate(database, { migrations: await ledgerMigrations() });
  for (const tenant of FAULT_TENANTS) await addBooks(database, { tenant });
  return database;
}

/** Publishes messages and returns when the broker has confirmed all. */
async function publish(broker: Broker, bodies: readonly Buffer[]): Promise<void> {
  await vi.waitUntil(() => broker.isConnected, WAIT);
  for (let start = 0; start < bodies.length; start += SENT_AT_ONCE)
    await Promise.all(
      bodies
        .slice(start, start + SENT_AT_ONCE)
        .map((body) => broker.publish({ exchange: EXCHANGE, routingKey: "shop.till.sale.closed", body })),
    );
}

async function untilSettled(database: Database, plan: SentPlan): Promise<void> {
  const refused = plan.malformed + plan.rejected.size + conflictsOf(plan);
  await vi.waitFor(async () => {
    const [found] = await database.query(countOutcomes());
    expect(found).toEqual({ entries: plan.posted.size, rejected: refused, waiting: 0 });
  }, WAIT_OF_ALL);
}

/** Waits until the outbox has sent everything, then stops the process. */
async function finish(database: Database, broker: Broker, ledgerProcess: LedgerProcess): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await database.query(sql<{ left: bigint }>`
      select (select count(*) from rota.outbox_arrivals)
             + (select count(*) from rota.outbox_events where position > (select min(position) from rota.outbox_sinks)) as left`);
    expect(rows).toEqual([{ left: 0n }]);
    expect((await broker.inspectQueue("fis.ingestion.queue"))?.ready).toBe(0);
  }, WAIT_OF_ALL);
  await ledgerProcess.stop();
}

async function judge({ database, broker }: Story, plan: SentPlan): Promise<void> {
  const entries = await database.query(sql<{ id: string; key: string; amount: string }>`
    select journal_entry_id as id, tenant_id || '/' || event_id as key,
           (select amount::text from rota.fis_journal_line as line
             where line.ledger_id = entry.ledger_id and line.chain_seq = entry.chain_seq and line_no = 1) as amount
      from rota.fis_journal_entry as entry`);
  expect(entries.filter(({ key, amount }) => plan.posted.get(key)?.has(amount) !== true)).toEqual([]);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(plan.posted.size);
  const refused = await database.query(sql<{ key: string; code: string }>`
    select tenant || '/' || event_id as key, code from rota.rejected_events where state = 'OPEN' and kind = 'REJECTED'`);
  expect(new Map(refused.map(({ key, code }) => [key, code]))).toEqual(plan.rejected);
  for (const tenant of FAULT_TENANTS)
    expect(await verifyLedger(database, { tenant })).toMatchObject({ differences: [], equationDelta: 0n });

  const received = await receiveEntryIds(broker, entries.length);
  expect(entries.filter(({ id }) => !received.has(id))).toEqual([]);
  expect(received.size).toBe(entries.length);
}

/** Receives the announcements of entries and returns the ids of the entries. */
async function receiveEntryIds(broker: Broker, least: number): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const consumption = await broker.consume({
    queue: DOWNSTREAM,
    concurrency: { min: 1, max: 1 },
    prefetch: 1_000,
    handledAtOnce: 1_000,
    onMessage: async (message) => {
      const body: unknown = JSON.parse(message.body.toString());
      if (typeof body === "object" && body !== null && "journalEntryId" in body) ids.add(String(body.journalEntryId));
      message.ack();
      return Promise.resolve();
    },
  });
  await vi.waitUntil(() => ids.size >= least, WAIT);
  await consumption.stop();
  return ids;
}

function conflictsOf({ posted }: SentPlan): number {
  return [...posted.values()].reduce((sum, amounts) => sum + amounts.size - 1, 0);
}

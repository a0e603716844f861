/**
 * Drains a filled quorum queue into the journal, with Redis beside it, and reports what each event cost each process.
 */
import { randomBytes } from "node:crypto";
import { createEngine, migrate, silentLogger, type Config, type Database, type Engine } from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import { ledgerMigrations } from "@rota/ledger/migrations";
import { ledgerIntake } from "@rota/ledger/node";
import { startRabbitmq } from "../../tools/services/rabbitmq-service.ts";
import { startRedis } from "../../tools/services/redis-service.ts";
import type { Service } from "../../tools/services/service.ts";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { treeMicroseconds } from "../harness/stopwatch.ts";
import { addBenchBooks, publishEvents, type Flood } from "./bench-books.ts";
import { countPosted, countRejected } from "./bench-books.sql.ts";

const SLOTS = 4;

export type BenchLedger = {
  readonly database: Database;
  readonly rabbitmq: Service;
  readonly redis: Service;
  readonly tenants: readonly string[];
  /** Creates an engine without starting it. `batchEventsMax` is the size of one posting; default that of the ledger. */
  readonly engine: (config?: Readonly<Partial<Config>>, batchEventsMax?: number) => Promise<Engine>;
  /** Fills the queue before any engine consumes. */
  readonly fill: (flood: Omit<Flood, "url" | "tenants"> & { readonly tenants?: readonly string[] }) => Promise<void>;
};

/** Opens books of so many tenants on new servers, with the queue declared and empty. */
export async function withLedger<Result>(
  server: BenchServer,
  tenantCount: number,
  work: (bench: BenchLedger) => Promise<Result>,
): Promise<Result> {
  return withBooks(server, tenantCount, async ({ database, tenants }) => {
    const [rabbitmq, redis] = await Promise.all([startRabbitmq(), startRedis()]);
    const engine: BenchLedger["engine"] = (config = {}, batchEventsMax = ledgerIntake.batchEventsMax) =>
      createEngine({
        tasks: [],
        intakes: [{ ...ledgerIntake, batchEventsMax }],
        database,
        slots: SLOTS,
        logger: silentLogger,
        config: { rabbitmqUrl: rabbitmq.url, redisUrl: redis.url, relayEnabled: false, ...config },
      });
    const fill: BenchLedger["fill"] = (flood) => publishEvents({ url: rabbitmq.url, tenants, ...flood });
    try {
      const first = await engine();
      await first.start(); // makes the queue
      await first.stop();
      return await work({ database, rabbitmq, redis, tenants, engine, fill });
    } finally {
      await Promise.all([rabbitmq.dispose(), redis.dispose()]);
    }
  });
}

export type BenchBooks = Pick<BenchLedger, "database" | "tenants">;

/** Opens the books in their own schema. */
export async function withBooks<Result>(
  server: BenchServer,
  tenantCount: number,
  work: (books: BenchBooks) => Promise<Result>,
): Promise<Result> {
  const schema = `ledger_${randomBytes(4).toString("hex")}`;
  const database = await server.open(schema, { poolSize: SLOTS + 6 });
  try {
    await migrate(database, { migrations: await ledgerMigrations() });
    const tenants = Array.from({ length: tenantCount }, (_, nth) => `tenant-${String(nth)}`);
    for (const tenant of tenants) await addBenchBooks(database, tenant);
    return await work({ database, tenants });
  } finally {
    await database.close();
  }
}

export type Drain = {
  readonly events: number;
  readonly tenants: number;
  readonly isHot?: boolean;
  readonly isRelayed?: boolean;
  /** Maximum number of events in one posting. Default: that of the ledger. */
  readonly batchEventsMax?: number;
};

/** Measures from the start of an engine to the last commit. */
export async function drainQueue(server: BenchServer, drain: Drain): Promise<Measures> {
  const { events, tenants, isHot = false, isRelayed = false, batchEventsMax } = drain;
  return withLedger(server, tenants, async ({ database, rabbitmq, redis, engine: open, fill }) => {
    await fill({ events, isHot });
    const engine = await open({ relayEnabled: isRelayed }, batchEventsMax);
    const own = process.cpuUsage();
    const before = [server.pid, rabbitmq.pid() ?? 0, redis.pid() ?? 0].map(treeMicroseconds);
    const startedMs = performance.now();
    await engine.start();
    await untilPosted(database, events);
    const elapsedMs = performance.now() - startedMs;
    const after = [server.pid, rabbitmq.pid() ?? 0, redis.pid() ?? 0].map(treeMicroseconds);
    const { user, system } = process.cpuUsage(own);
    await engine.stop();
    const each = (index: number) => ((after[index] ?? 0) - (before[index] ?? 0)) / events;
    return {
      perSecond: (events / elapsedMs) * 1_000,
      nodeCpu: (user + system) / events,
      postgresCpu: each(0),
      rabbitmqCpu: each(1),
      redisCpu: each(2),
    };
  });
}

/** Waits until all events are posted. Throws when an event was rejected, because the measurement would be void. */
export async function untilPosted(database: Database, events: number): Promise<void> {
  for (;;) {
    const [counted] = await database.query(countPosted());
    if ((counted?.posted ?? 0) >= events) break;
    await systemClock.wait(10);
  }
  const [counted] = await database.query(countRejected());
  if (counted?.rejected !== 0) throw new Error(`${String(counted?.rejected)} events were rejected`);
}

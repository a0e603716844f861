/** Measures the PostgreSQL drivers for what the engine does: single statements, many in flight, large batches. */
import { openPostgres, silentLogger } from "@rota/engine";
import pg from "pg";
import postgres from "postgres";
import { runningOrOwnServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import { CREATE_TABLE, DROP_TABLE, INSERT_ROW, SELECT_ROW, UPDATE_MANY } from "./driver.sql.ts";

type Value = string | string[];
type Driver = { name: string; run(text: string, values: Value[]): Promise<readonly unknown[]>; close(): Promise<void> };
type Measure = {
  driver: string;
  load: string;
  perSecond: number;
  microsecondsEach: number;
  cpuMicrosecondsEach: number;
};

const CONNECTIONS = 10;
const BATCH_ROWS = 500;
const server = await runningOrOwnServer();
const { url } = server;
const isQuick = process.argv.includes("--quick");
const body = JSON.stringify({ ballots: [1, 2, 3], note: "a small payload" });

const measures: Measure[] = [];
for (const open of [pgPool, pgNamed, pgPipeline, rota, postgresJs, postgresJsUnprepared]) {
  const driver = await open();
  await driver.run("select 1", []);
  await prepareTable();
  measures.push(...(await measureDriver(driver)));
  await driver.close();
}
await onOneClient(DROP_TABLE);
await server.stop();
await writeReport({
  name: "driver",
  title: "PostgreSQL drivers",
  tables: [
    {
      head: ["driver", "load", "per second", "µs each", "client CPU µs each"],
      rows: measures.map(({ driver, load, perSecond, microsecondsEach, cpuMicrosecondsEach }) => [
        ...[driver, load],
        ...[perSecond, microsecondsEach, cpuMicrosecondsEach].map(String),
      ]),
    },
  ],
  findings: [
    "an unlogged table on a server on the same machine, ten connections",
    "drivers are measured one after the other: differences below a third say little",
  ],
  isKept: !isQuick,
});

async function measureDriver(driver: Driver): Promise<Measure[]> {
  const scale = isQuick ? 0.02 : 1;
  const insert = () => driver.run(INSERT_ROW, ["tenant-1", body]);
  const select = () => driver.run(SELECT_ROW, ["17"]);
  const ids = Array.from({ length: BATCH_ROWS }, (_, index) => String(index + 1));
  const states = ids.map(() => "PROCESSING");
  const update = () => driver.run(UPDATE_MANY, [ids, states]);
  await repeat(insert, { times: 1_000, inFlight: 8 });
  return [
    await measure(driver, "select, one at a time", select, { times: 10_000 * scale, inFlight: 1 }),
    await measure(driver, "insert, one at a time", insert, { times: 8_000 * scale, inFlight: 1 }),
    await measure(driver, "insert, 16 in flight", insert, { times: 25_000 * scale, inFlight: 16 }),
    await measure(driver, "insert, 64 in flight", insert, { times: 25_000 * scale, inFlight: 64 }),
    await measure(driver, "update of 500 rows", update, { times: 300 * scale, inFlight: 1 }),
  ];
}

async function measure(
  driver: Driver,
  load: string,
  statement: () => Promise<unknown>,
  amount: { times: number; inFlight: number },
): Promise<Measure> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await repeat(statement, amount);
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  return {
    driver: driver.name,
    load,
    perSecond: Math.round((amount.times / elapsedMs) * 1_000),
    microsecondsEach: Math.round((elapsedMs * 1_000) / amount.times),
    cpuMicrosecondsEach: Math.round((cpu.user + cpu.system) / amount.times),
  };
}

async function repeat(statement: () => Promise<unknown>, amount: { times: number; inFlight: number }): Promise<void> {
  let left = amount.times;
  const runner = async () => {
    while (left-- > 0) await statement();
  };
  await Promise.all(Array.from({ length: amount.inFlight }, runner));
}

function pgPool(): Driver {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const run = async (text: string, values: Value[]) => (await pool.query<object>({ text, values })).rows;
  return { name: "pg, unnamed", run, close: () => pool.end() };
}

function pgNamed(): Driver {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const names = new Map<string, string>();
  const run = async (text: string, values: Value[]) => {
    const name = names.get(text) ?? `s${String(names.size)}`;
    names.set(text, name);
    return (await pool.query<object>({ name, text, values })).rows;
  };
  return { name: "pg, named", run, close: () => pool.end() };
}

/**
 * Distributes statements round-robin over the same number of connections and sends them without waiting for answers.
 */
function pgPipeline(): Driver {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url, pipeline: true }));
  const ready = Promise.all(clients.map((client) => client.connect()));
  const names = new Map<string, string>();
  let turn = 0;
  const run = async (text: string, values: Value[]) => {
    await ready;
    const name = names.get(text) ?? `s${String(names.size)}`;
    names.set(text, name);
    const client = clients[turn++ % clients.length];
    return (await client?.query<object>({ name, text, values }))?.rows ?? [];
  };
  const close = async () => void (await Promise.all(clients.map((client) => client.end())));
  return { name: "pg, named, pipelined", run, close };
}

/** Measures the driver of the engine: `pg` behind the database contract, with its own pool, time limits and parsing. */
async function rota(): Promise<Driver> {
  const options = { poolSize: CONNECTIONS, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
  const database = await openPostgres({ url, schema: "rota", logger: silentLogger, ...options });
  const run = (text: string, values: Value[]) => database.query({ text, values, isScript: false });
  return { name: "rota (pg, named)", run, close: () => database.close() };
}

function postgresJs(): Driver {
  return postgresJsDriver("postgres, prepared", true);
}

function postgresJsUnprepared(): Driver {
  return postgresJsDriver("postgres, unprepared", false);
}

function postgresJsDriver(name: string, prepare: boolean): Driver {
  const client = postgres(url, { max: CONNECTIONS, prepare, onnotice: () => undefined });
  const run = async (text: string, values: Value[]) => client.unsafe(text, values, { prepare });
  return { name, run, close: () => client.end() };
}

async function prepareTable(): Promise<void> {
  await onOneClient(CREATE_TABLE);
}

async function onOneClient(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

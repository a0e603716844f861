/** Implements `rota bench`: measures this machine and database in a schema of its own, which it drops again. */
import { randomBytes } from "node:crypto";
import { cpus } from "node:os";
import { type Database, migrate, type NewTask, submitTasks } from "@rota/engine";
import { completeChunks, describeDatabase, takeTurns } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { openConfiguredDatabase } from "../compose.ts";
import { wholeFlag } from "../flags.ts";
import { answer, count } from "../output/answer.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import { factLines } from "../output/table.ts";
import { askOne, createCommits, dropSchema, insertCommit } from "./bench.sql.ts";

const DEFAULT_CHUNKS = 10_000;
const CHUNKS_MAX = 1_000_000;
const LATENCY_TIMES = 200;
const DROP_MS_MAX = 120_000;

export const benchCommand: CommandSpec = {
  name: "bench",
  sentence: "measure this machine and database for some seconds: commits, submissions, claims",
  flags: [
    {
      flag: "--chunks <count>",
      sentence: `how many chunks are submitted, claimed and settled (default: ${String(DEFAULT_CHUNKS)})`,
    },
  ],
  examples: ["rota bench", "rota bench --chunks 100000 --database-url postgres://rota@db.example.org/rota"],
  run: bench,
};

async function bench(context: CommandContext): Promise<void> {
  const chunks = wholeFlag(context, "chunks", { min: 1, max: CHUNKS_MAX }) ?? DEFAULT_CHUNKS;
  const schema = `rota_bench_${randomBytes(4).toString("hex")}`;
  const database = await openConfiguredDatabase(inSchema(context, schema));
  try {
    await migrate(database);
    answer(context, await measure(database, chunks), describe);
  } finally {
    try {
      await database.query(dropSchema(schema), { timeoutMs: DROP_MS_MAX });
    } finally {
      await database.close();
    }
  }
}

/** Returns the context with another schema, so that the measurement does not touch real data. */
function inSchema(context: CommandContext, schema: string): CommandContext {
  const { reading } = context;
  return { ...context, reading: { ...reading, config: { ...reading.config, schema } } };
}

type Measured = {
  readonly serverVersion: string;
  readonly cores: number;
  readonly chunks: number;
  readonly roundTripMs: Latency;
  readonly commitMs: Latency;
  readonly submittedPerSecond: number;
  readonly settledPerSecond: number;
  readonly claimMs: Latency;
};

async function measure(database: Database, chunks: number): Promise<Measured> {
  const bar = createProgressBar("bench");
  const show = (note: string) => (done: number) => bar.show({ done, total: chunks, note });
  try {
    const { serverVersion } = await describeDatabase(database);
    const roundTripMs = await measureRoundTrip(database, LATENCY_TIMES);
    const commitMs = await measureCommit(database, LATENCY_TIMES);
    const submittedPerSecond = await measureSubmit(database, chunks, show("submit"));
    const { perSecond: settledPerSecond, claimMs } = await measureClaims(database, show("claim and settle"));
    const cores = cpus().length;
    return { serverVersion, cores, chunks, roundTripMs, commitMs, submittedPerSecond, settledPerSecond, claimMs };
  } finally {
    bar.clear();
  }
}

function describe(measured: Measured): string[] {
  const latency = ({ p50, p99 }: Latency): string => `${String(p50)} ms, 99 of 100 within ${String(p99)} ms`;
  return factLines([
    ["database", `PostgreSQL ${measured.serverVersion}, from ${String(measured.cores)} cores`],
    ["round trip", latency(measured.roundTripMs)],
    ["commit", latency(measured.commitMs)],
    ["submit", `${count(measured.submittedPerSecond)} chunks a second`],
    ["claim and settle", `${count(measured.settledPerSecond)} chunks a second, ${String(CLAIM_SIZE)} at a time`],
    ["a claim", latency(measured.claimMs)],
  ]);
}

/** Latencies in milliseconds. */
type Latency = { readonly p50: number; readonly p99: number };
type OnDone = (done: number) => void;

const QUEUE = "bench";
const TENANTS = 10;
const LEASE_MS = 60_000;
/** Number of claimers per queue: while one settles, another claims. */
const CLAIMERS = 2;
const CLAIM_SIZE = 100;
const SUBMIT_SIZE = 1_000;

function measureRoundTrip(database: Database, times: number): Promise<Latency> {
  return timeEach(times, () => database.query(askOne()));
}

async function measureCommit(database: Database, times: number): Promise<Latency> {
  await database.query(createCommits());
  return timeEach(times, (number) => database.query(insertCommit(number)));
}

/** Submits jobs of ten tenants. Returns the rate per second. */
async function measureSubmit(database: Database, chunks: number, onDone: OnDone): Promise<number> {
  const startedMs = performance.now();
  for (let done = 0; done < chunks; done += SUBMIT_SIZE) {
    await submitTasks(database, jobs(Math.min(SUBMIT_SIZE, chunks - done)));
    onDone(Math.min(chunks, done + SUBMIT_SIZE));
  }
  return perSecond(chunks, startedMs);
}

function jobs(length: number): NewTask[] {
  return Array.from({ length }, (_, index) => ({
    queue: QUEUE,
    tenant: `bench-${String(index % TENANTS)}`,
    group: "bench",
    type: "bench.nothing",
    chunks: [{ payload: { index } }],
  }));
}

type ClaimRate = { readonly perSecond: number; readonly claimMs: Latency };

/** Claims and settles all jobs. */
async function measureClaims(database: Database, onDone: OnDone): Promise<ClaimRate> {
  const took: number[] = [];
  let settled = 0;
  const startedMs = performance.now();
  const claimAll = async (_: unknown, claimer: number): Promise<void> => {
    for (;;) {
      const beganMs = performance.now();
      const turns = { queue: QUEUE, limit: CLAIM_SIZE, owner: `bench-${String(claimer)}`, leaseMs: LEASE_MS };
      const chunks = await takeTurns(database, turns);
      if (chunks.length === 0) return;
      took.push(performance.now() - beganMs);
      settled += (await completeChunks(database, chunks)).length;
      onDone(settled);
    }
  };
  await Promise.all(Array.from({ length: CLAIMERS }, claimAll));
  return { perSecond: perSecond(settled, startedMs), claimMs: latencyOf(took) };
}

async function timeEach(times: number, action: (number: number) => Promise<unknown>): Promise<Latency> {
  const took: number[] = [];
  for (let number = 0; number < times; number++) {
    const startedMs = performance.now();
    await action(number);
    took.push(performance.now() - startedMs);
  }
  return latencyOf(took);
}

function perSecond(times: number, startedMs: number): number {
  return Math.round((times * 1_000) / (performance.now() - startedMs));
}

/** Computes the latencies, rounded because hundredths of a millisecond are noise. */
function latencyOf(took: readonly number[]): Latency {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number): number => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
  return { p50: at(0.5), p99: at(0.99) };
}

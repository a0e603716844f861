/** `rota bench`: measures this machine and database for some seconds, in a schema of its own that is dropped again. */
import { randomBytes } from "node:crypto";
import { cpus } from "node:os";
import { describeDatabase, migrate, type Database } from "@rota/engine";
import type { CommandSpec } from "../../../command/command-spec.ts";
import { wholeFlag } from "../../../command/flags.ts";
import type { CommandContext } from "../../../command/with-config.ts";
import { openConfiguredDatabase } from "../../../compose.ts";
import { answer } from "../../../output/answer.ts";
import { count } from "../../../output/one-line.ts";
import { createProgressBar } from "../../../output/progress-bar.ts";
import { factLines } from "../../../output/table.ts";
import { dropSchema } from "./bench.sql.ts";
import { CLAIM_SIZE, measureClaims, measureCommit, measureRoundTrip, measureSubmit, type Latency } from "./measure.ts";

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

/** What is measured must not be what somebody lives from. */
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

/**
 * Measures passports of 93 attributes: the compilation of one with its proof on a core, and the whole pipeline over the
 * API.
 */
import { generateKeyPairSync } from "node:crypto";
import { createEngine, loadConfig, migrate, silentLogger } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { systemClock } from "@rota/engine/internal";
import { compile, loadRules, parseDocument, sealSnapshot, type CompileInput } from "@rota/passports";
import { sampleBatteryPass, shippedRules } from "@rota/passports/node";
import { passportsMigrations } from "@rota/passports/migrations";
import passports from "@rota/passports/workload";
import { createServer } from "@rota/server";
import type { BenchServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Measures, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { treeMicroseconds } from "./harness/stopwatch.ts";
import { sampleMemory } from "./memory/sample-memory.ts";
import { openPipeline, type Pipeline } from "./passports/pipeline.ts";

const COMPILATIONS = isQuick ? 2 : 200;
const ONE_BY_ONE = isQuick ? 2 : 500;
const PASSPORTS = Number(argument("passports") ?? (isQuick ? 3 : 6_000));
/** Documents in one request: as many as its body may contain by default. */
const BATCH = isQuick ? 2 : 40;
/** Connections plan a statement anew the first five times. */
const WARM_UP = Number(argument("warm-up") ?? (isQuick ? 1 : 400));
/** Callers that request passports one by one; each waits for the steps before a compilation. */
const CALLERS = Number(argument("callers") ?? 16);
/** Callers of batches wait while so many batteries are in progress, so that no queue builds up. */
const UNDER_WAY_MAX = 400;
/**
 * For parts of batches, slightly more slots than cores keep two cores busy; single passports wait for each other more.
 */
const SLOTS = { singles: 16, batches: 12 };
const POOL_SIZE = 8;

const COMPILE = "compile, one core";
const SINGLES = "one by one: eight requests and five tasks each";
const BATCHES = `in batches of ${String(BATCH)}: a request for each batch`;

const contenders = [
  { name: COMPILE, measure: async () => measureCompile() },
  {
    name: SINGLES,
    measure: (server: BenchServer) =>
      measurePipeline(server, { schema: "singles", count: ONE_BY_ONE, slots: SLOTS.singles, make: makeSingles }),
  },
  {
    name: BATCHES,
    measure: (server: BenchServer) =>
      measurePipeline(server, { schema: "batches", count: PASSPORTS, slots: SLOTS.batches, make: makeBatches }),
  },
];

await runRounds({ url: import.meta.url, contenders, isOnSocket: true }, report);

function measureCompile(): Measures {
  const input = sampleInput();
  const first = compiled(input);
  for (let warmed = 1; warmed < WARM_UP; warmed++) compiled(input);
  const before = process.cpuUsage();
  for (let made = 0; made < COMPILATIONS; made++) compiled(input);
  const { user, system } = process.cpuUsage(before);
  const startedMs = performance.now();
  loadRules(shipped());
  return {
    ms: (user + system) / 1_000 / COMPILATIONS,
    loadRulesMs: performance.now() - startedMs,
    proofBytes: first.proofCanonical.length,
    nodes: first.nodeCount,
  };
}

function compiled(input: CompileInput) {
  const outcome = compile(input);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.passport;
}

function sampleInput(): CompileInput {
  const snapshotId = "55555555-5555-4555-8555-555555555555";
  const bytes = new TextEncoder().encode(sampleBatteryPass());
  const facts = parseDocument({ kind: "DATA_MODEL", mimeType: "application/json", bytes });
  return {
    tenantId: "11111111-1111-4111-8111-111111111111",
    passportId: "33333333-3333-4333-8333-333333333333",
    passportVersionId: "44444444-4444-4444-8444-444444444444",
    snapshot: { snapshotId, status: "SEALED", facts, ...sealSnapshot(snapshotId, facts) },
    rules: {
      rulePackageVersionId: "66666666-6666-4666-8666-666666666666",
      status: "PUBLISHED",
      package: loadRules(shipped()),
    },
    product: { batteryProductId: "22222222-2222-4222-8222-222222222222", sku: "TP75", name: "Traction pack 75" },
    issuedAt: "2026-01-02T03:04:05Z",
    compilerBuildId: "bench",
    signingKeyId: "bench",
  };
}

function shipped() {
  const [rules] = shippedRules();
  if (rules === undefined) throw new Error("no rules come along");
  return rules;
}

type Way = {
  /** Schema of this measurement: a quick run has one server for all. */
  readonly schema: string;
  readonly count: number;
  readonly slots: number;
  readonly make: (pipeline: Pipeline, amount: { count: number; from: number }) => Promise<void>;
};

async function measurePipeline(server: BenchServer, { schema, count, slots, make }: Way): Promise<Measures> {
  const { privateKey } = generateKeyPairSync("ed25519");
  process.env["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64"] = privateKey
    .export({ format: "der", type: "pkcs8" })
    .toString("base64");
  const database = await server.open(schema, { poolSize: POOL_SIZE });
  await migrate(database, { migrations: await passportsMigrations() });
  const flags = { serverPort: 0, serverRateMax: 100_000_000 };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const parts = { database, config: flags, logger: silentLogger };
  const engine = await createEngine({ workloads: [passports], slots, ...parts });
  const http = await createServer({ engine, config, logger: silentLogger, workloads: [passports] });
  await engine.start();
  try {
    const { key } = await createKey(database, { name: "bench", roles: ["admin"] });
    const pipeline = await openPipeline({ engine, server: http, database, key });
    await make(pipeline, { count: WARM_UP, from: 0 });
    const memoryBefore = sampleMemory();
    const cpuBefore = treeMicroseconds(process.pid);
    const startedMs = performance.now();
    await make(pipeline, { count, from: WARM_UP });
    const perSecond = (count / (performance.now() - startedMs)) * 1_000;
    // The server and the computing processes are children of this process.
    const cpuMs = (treeMicroseconds(process.pid) - cpuBefore) / 1_000 / count;
    const memory = sampleMemory();
    return {
      perSecond,
      cpuMs,
      usedMbBefore: memoryBefore.usedMb,
      usedMb: memory.usedMb,
      rssMb: memory.rssMb,
    };
  } finally {
    await http.close();
    await engine.stop();
    await database.close();
  }
}

async function makeSingles(pipeline: Pipeline, { count, from }: { count: number; from: number }): Promise<void> {
  let next = from;
  const caller = async (): Promise<void> => {
    while (next < from + count) await pipeline.ask(`SN-${String(next++)}`);
  };
  await Promise.all(Array.from({ length: Math.min(CALLERS, count) }, caller));
  await untilDrawn(pipeline, from + count);
}

async function makeBatches(pipeline: Pipeline, { count, from }: { count: number; from: number }): Promise<void> {
  for (let asked = 0; asked < count; asked += BATCH) {
    const size = Math.min(BATCH, count - asked);
    await pipeline.askTogether(Array.from({ length: size }, (_, nth) => `SN-${String(from + asked + nth)}`));
    await untilDrawn(pipeline, from + asked + size - UNDER_WAY_MAX);
  }
  await untilDrawn(pipeline, from + count);
}

async function untilDrawn(pipeline: Pipeline, count: number): Promise<void> {
  while ((await pipeline.drawn()) < count) await systemClock.wait(20);
}

async function report(outcome: Outcome): Promise<void> {
  const of = (name: string, figure: string) => readable(median(figures(outcome, name, figure)));
  const row = (name: string) => {
    const perSecond = figures(outcome, name, "perSecond");
    const rounds = perSecond.map(readable).join(", ");
    return [name, readable(median(perSecond)), rounds, of(name, "cpuMs"), of(name, "usedMbBefore"), of(name, "usedMb")];
  };
  await writeReport({
    name: "passports",
    title: "Passports",
    tables: [
      {
        head: ["93 attributes", "ms, median", "nodes of the proof", "bytes of the proof"],
        rows: [
          [COMPILE, of(COMPILE, "ms"), of(COMPILE, "nodes"), of(COMPILE, "proofBytes")],
          ["reading the rules, once", of(COMPILE, "loadRulesMs"), "", ""],
        ],
      },
      {
        head: ["upload to QR code", "passports/s, median", "rounds", "ms of CPU each", "MB in use before", "MB after"],
        rows: [row(SINGLES), row(BATCHES)],
      },
    ],
    findings: [
      `each passport has a document, a snapshot and a battery of its own; ${String(ONE_BY_ONE)} one by one, ${String(PASSPORTS)} in batches`,
      "documents differ by their serial numbers: most facts are said by all of them and stored once",
      "CPU is that of all processes, with PostgreSQL; requests are handed to the server in its process",
      `${String(CALLERS)} callers one by one; batches are handed in by one, at most ${String(UNDER_WAY_MAX)} batteries ahead`,
      "bars: compile under 20 ms on one core; 100 passports/s on two cores; memory flat",
    ],
    isKept: isFullRun,
  });
}

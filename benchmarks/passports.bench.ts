/** Measures passports of 93 attributes: compiling one with its proof on a core, and the whole pipeline over the API. */
import { generateKeyPairSync } from "node:crypto";
import { createEngine, createKey, loadConfig, migrate, silentLogger, systemClock } from "@rota/engine";
import { compile, loadRules, parseDocument, sealSnapshot, type CompileInput } from "@rota/passports";
import { sampleBatteryPass, shippedRules } from "@rota/passports/node";
import { passports } from "@rota/passports/workload";
import { createServer } from "@rota/server";
import type { BenchServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Measures, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { treeMicroseconds } from "./harness/stopwatch.ts";
import { sampleMemory } from "./memory/sample-memory.ts";
import { openPipeline, type Pipeline } from "./passports/pipeline.ts";

const COMPILATIONS = isQuick ? 2 : 200;
const PASSPORTS = Number(argument("passports") ?? (isQuick ? 2 : 1_500));
/** Connections plan a statement anew the first five times. */
const WARM_UP = Number(argument("warm-up") ?? (isQuick ? 1 : 300));
/** How many are on their way to being compiled at once. */
const CALLERS = Number(argument("callers") ?? 16);
const SLOTS = 16;
const POOL_SIZE = 8;

const COMPILE = "compile, one core";
const PIPELINE = "pipeline, all processes on this machine";

const contenders = [
  { name: COMPILE, measure: async () => measureCompile() },
  { name: PIPELINE, measure: (server: BenchServer) => measurePipeline(server) },
];

await runRounds({ url: import.meta.url, contenders }, report);

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

async function measurePipeline(server: BenchServer): Promise<Measures> {
  const { privateKey } = generateKeyPairSync("ed25519");
  process.env["BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64"] = privateKey
    .export({ format: "der", type: "pkcs8" })
    .toString("base64");
  const database = await server.open("passports", { poolSize: POOL_SIZE });
  await migrate(database, { migrations: await passports.migrations() });
  const flags = { serverPort: 0, serverRateMax: 100_000_000 };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const parts = { database, config: flags, logger: silentLogger };
  const engine = await createEngine({ tasks: passports.tasks, slots: SLOTS, ...parts });
  const http = await createServer({ engine, config, logger: silentLogger, operations: passports.operations });
  await engine.start();
  try {
    const { key } = await createKey(database, { name: "bench", roles: ["admin"] });
    const pipeline = await openPipeline({ engine, server: http, database, key });
    await make(pipeline, { count: WARM_UP, from: 0 });
    const memoryBefore = sampleMemory();
    const cpuBefore = treeMicroseconds(process.pid);
    const startedMs = performance.now();
    await make(pipeline, { count: PASSPORTS, from: WARM_UP });
    const perSecond = (PASSPORTS / (performance.now() - startedMs)) * 1_000;
    // The server and those who compute are children of this process.
    const cpuMs = (treeMicroseconds(process.pid) - cpuBefore) / 1_000 / PASSPORTS;
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

async function make(pipeline: Pipeline, { count, from }: { count: number; from: number }): Promise<void> {
  let next = from;
  const caller = async (): Promise<void> => {
    while (next < from + count) await pipeline.ask(`SN-${String(next++)}`);
  };
  await Promise.all(Array.from({ length: Math.min(CALLERS, count) }, caller));
  while ((await pipeline.drawn()) < from + count) await systemClock.wait(20);
}

async function report(outcome: Outcome): Promise<void> {
  const of = (name: string, figure: string) => readable(median(figures(outcome, name, figure)));
  const perSecond = figures(outcome, PIPELINE, "perSecond");
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
        head: ["upload to QR code", "passports/s, median", "rounds", "MB in use before", "MB in use after"],
        rows: [
          [
            PIPELINE,
            readable(median(perSecond)),
            perSecond.map(readable).join(", "),
            of(PIPELINE, "usedMbBefore"),
            of(PIPELINE, "usedMb"),
          ],
        ],
      },
    ],
    findings: [
      `${String(PASSPORTS)} passports, each of a document, a snapshot and a battery of its own: eight requests and five tasks`,
      `CPU for each, ms: ${of(PIPELINE, "cpuMs")} of all processes, with PostgreSQL`,
      `${String(CALLERS)} callers; requests are handed to the server in its process`,
      "bars: compile under 20 ms on one core; 100 passports/s on two cores; memory flat",
    ],
    isKept: isFullRun,
  });
}

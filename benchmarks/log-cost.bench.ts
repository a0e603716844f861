/**
 * Measures the cost of the dispatch log: claims that write all of it alternate with claims that write only the head
 * state.
 */
import { completeChunks, engineMigrations, takeTurns } from "@rota/engine/internal";
import type { Database, MigrationSet } from "@rota/engine";
import type { FunctionFile } from "@rota/engine/workload";
import type { BenchServer } from "./harness/bench-server.ts";
import { fillDatabase } from "./harness/fill-database.ts";
import { BENCH_QUEUE, findBackend } from "./harness/fill.sql.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Measures, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { treeMicroseconds } from "./harness/stopwatch.ts";

const SHAPE = { tenants: 10, groups: 1, tasks: 1 };
const BATCH = 500;
const WAITING = Number(argument("waiting") ?? (isQuick ? 2_000 : 200_000));
const FINISHED = Number(argument("finished") ?? (isQuick ? 1_000 : 500_000));

/**
 * Parts of take_turns that exist only for the log, and their replacements: the row still contains the head, the rest is
 * empty.
 */
const DONE_FOR_THE_LOG = [
  { what: "leaves", pattern: /^ *v_entry\.leaves := v_entry[^;]*;\n/gm, instead: "" },
  {
    what: "hash",
    pattern: /^ *v_entry\.hash := [^;]*;\n/gm,
    instead: "  v_entry.task_ids := '{}'; v_entry.numbers := '{}'; v_entry.emptied := '{}'; v_entry.changes := '[]';\n",
  },
];

/** One of the two sides that alternate, and its measurements so far. */
type Side = { readonly database: Database; readonly backend: number; readonly claimsMs: number[]; totalMs: number };

const contender = { name: "in turn", measure: measureInTurn };

await runRounds({ url: import.meta.url, contenders: [contender] }, report);

/** Runs a batch on one side after each batch on the other, so that other load of the machine affects both. */
async function measureInTurn(server: BenchServer): Promise<Measures> {
  const engine = await engineMigrations();
  const withLog = await openSide(server, "with_log", engine);
  const headOnly = await openSide(server, "head_only", withoutLog(engine));
  const sides = [withLog, headOnly];
  const cpuBefore = sides.map(({ backend }) => treeMicroseconds(backend));
  for (let batch = 0; batch * BATCH < WAITING; batch++) {
    for (const side of batch % 2 === 0 ? sides : sides.toReversed()) await runBatch(side);
  }
  const [withLogCpu = 0, headOnlyCpu = 0] = sides.map((side, index) => cpuSince(side, cpuBefore[index] ?? 0));
  for (const { database } of sides) await database.close();
  return { ...figuresOf("log", withLog, withLogCpu), ...figuresOf("head", headOnly, headOnlyCpu) };
}

async function openSide(server: BenchServer, schema: string, migrations: MigrationSet): Promise<Side> {
  const database = await server.open(schema, { poolSize: 1, migrations });
  await fillDatabase(database, SHAPE, { waiting: WAITING, finished: FINISHED });
  const [row] = await database.query(findBackend());
  return { database, backend: row?.pid ?? 0, claimsMs: [], totalMs: 0 };
}

async function runBatch(side: Side): Promise<void> {
  const startedAt = performance.now();
  const chunks = await takeTurns(side.database, { queue: BENCH_QUEUE, limit: BATCH, owner: "bench", leaseMs: 60_000 });
  side.claimsMs.push(performance.now() - startedAt);
  await completeChunks(side.database, chunks);
  side.totalMs += performance.now() - startedAt;
}

function cpuSince({ backend }: Side, before: number): number {
  return (treeMicroseconds(backend) - before) / WAITING;
}

function figuresOf(name: string, side: Side, cpu: number): Measures {
  const perSecond = (WAITING / side.totalMs) * 1_000;
  return { [`${name} claim`]: median(side.claimsMs), [`${name} cpu`]: cpu, [`${name} perSecond`]: perSecond };
}

function withoutLog(set: MigrationSet): MigrationSet {
  const { revision, files } = set.functions ?? { revision: 0, files: [] };
  return { ...set, functions: { revision, files: files.map(withoutLogIn) } };
}

function withoutLogIn(file: FunctionFile): FunctionFile {
  return file.name === "take-turns.sql" ? { ...file, text: DONE_FOR_THE_LOG.reduce(takeOut, file.text) } : file;
}

function takeOut(text: string, { what, pattern, instead }: (typeof DONE_FOR_THE_LOG)[number]): string {
  const found = text.match(pattern)?.length ?? 0;
  if (found === 1) return text.replace(pattern, instead);
  throw new Error(`take_turns makes the ${what} of the log in ${String(found)} places instead of one: fix the pattern`);
}

async function report(outcome: Outcome): Promise<void> {
  const of = (figure: string) => median(figures(outcome, contender.name, figure));
  const row = (title: string, name: string) => [
    title,
    ...["claim", "perSecond", "cpu"].map((figure) => readable(of(`${name} ${figure}`))),
  ];
  const rows = [row("with the log", "log"), row("head state only", "head")];
  const head = [
    "take_turns",
    "p50 of a claim, ms",
    "jobs/s, claim and settle in turn",
    "CPU µs per job, its server process",
  ];
  // Within a round both sides ran at the same time, so the ratios of the rounds are compared.
  const cost = (more: string, less: string) => {
    const ratios = figures(outcome, contender.name, more).map(
      (value, round) => value / (figures(outcome, contender.name, less)[round] ?? Number.NaN),
    );
    return `${((median(ratios) - 1) * 100).toFixed(1)} %`;
  };
  const findings = [
    `the log adds ${cost("log claim", "head claim")} to the p50 of a claim of ${String(BATCH)}, ${cost("log cpu", "head cpu")} to the CPU of claim and settle, ${cost("head perSecond", "log perSecond")} to their time`,
    `10 tenants × 1 group × 1 task, ${String(WAITING)} waiting, ${String(FINISHED)} finished, both on one server, batch by batch in turn; "head state only" still inserts one small row a claim`,
    "bar: under 5 %",
  ];
  await writeReport({
    name: "log-cost",
    title: "What the dispatch log costs",
    tables: [{ head, rows }],
    findings,
    isKept: isFullRun,
  });
}

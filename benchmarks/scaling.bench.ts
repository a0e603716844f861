/** Measures the cost of a claim as lanes and waiting chunks grow from few to very many. */
import type { Database } from "@rota/engine";
import { completeChunks, takeTurns, type TakenChunk } from "@rota/engine/internal";
import { fillDatabase, type Filled } from "./harness/fill-database.ts";
import { BENCH_QUEUE, countChanges, insertMore, TIDY_LANES, type Shape } from "./harness/fill.sql.ts";
import type { Table } from "./harness/markdown.ts";
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

type Case = { readonly name: string; readonly shape: Shape; readonly waiting: number };

const BATCHES = isQuick ? [1, 10] : [1, 10, 100, 500];
const CLAIMS = Number(argument("claims") ?? (isQuick ? 2 : 60));
const WARMING_CLAIMS = isQuick ? 1 : 10;
const FINISHED = Number(argument("finished") ?? (isQuick ? 1_000 : 500_000));
/** Minimum in each lane, so that no claim empties one: that is another cost, and the top-up would miss it. */
const WAITING_EACH_MIN = 20;

const few = { tenants: 10, groups: 1, tasks: 1 };
const byLanes = (
  isQuick
    ? [few, shape(10, 2, 2)]
    : [few, shape(1_000, 1, 1), shape(10_000, 1, 1), shape(100, 10, 10), shape(1, 1, 10_000), shape(1, 100, 100)]
).map(laneCase);
const byWaiting = (isQuick ? [1_000] : [1_000, 10_000, 100_000, 1_000_000]).map(waitingCase);
const contenders: Contender[] = [...byLanes, ...byWaiting]
  .map(toContender)
  .filter(({ name }) => name.includes(argument("case") ?? ""));

await runRounds({ url: import.meta.url, contenders }, report);

function shape(tenants: number, groups: number, tasks: number): Shape {
  return { tenants, groups, tasks };
}

function laneCase(of: Shape): Case {
  const lanes = of.tenants * of.groups * of.tasks;
  const waiting = Math.max(isQuick ? 2_000 : 200_000, lanes * WAITING_EACH_MIN);
  return {
    name: [of.tenants, of.groups, of.tasks].map((count) => count.toLocaleString("en")).join(" × "),
    shape: of,
    waiting,
  };
}

function waitingCase(waiting: number): Case {
  return { name: `${waiting.toLocaleString("en")} waiting`, shape: few, waiting };
}

function toContender({ name, shape, waiting }: Case, index: number): Contender {
  return {
    name,
    async measure(server) {
      // One connection, so that all claims run with the plans of one session.
      const database = await server.open(`case_${String(index)}`, { poolSize: 1 });
      const filled = await fillDatabase(database, shape, { waiting, finished: FINISHED });
      await absorbAll(database);
      const measures: Record<string, number> = {};
      for (const limit of BATCHES) Object.assign(measures, await measureClaims(database, filled, limit));
      await database.close();
      return measures;
    },
  };
}

/**
 * Runs claims until all lanes exist and the server has their statistics: a claim absorbs a bounded number of arrivals.
 */
async function absorbAll(database: Database): Promise<void> {
  while (((await database.query(countChanges()))[0]?.count ?? 0n) > 0n)
    await completeChunks(database, await claim(database, 1));
  await database.query(TIDY_LANES);
}

async function measureClaims(database: Database, filled: Filled, limit: number): Promise<Measures> {
  const timesMs: number[] = [];
  for (let nth = 0; nth < WARMING_CLAIMS + CLAIMS; nth++) {
    const startedAt = performance.now();
    const chunks = await claim(database, limit);
    if (nth >= WARMING_CLAIMS) timesMs.push(performance.now() - startedAt);
    if (chunks.length < limit) throw new Error(`a claim of ${String(limit)} gave ${String(chunks.length)} chunks`);
    await replace(database, filled, chunks);
  }
  return { [`p50 of ${String(limit)}`]: median(timesMs), [`min of ${String(limit)}`]: Math.min(...timesMs) };
}

function claim(database: Database, limit: number): Promise<TakenChunk[]> {
  return takeTurns(database, { queue: BENCH_QUEUE, limit, owner: "bench", leaseMs: 60_000 });
}

async function replace(database: Database, { waitingEach }: Filled, chunks: readonly TakenChunk[]): Promise<void> {
  await completeChunks(database, chunks);
  const taken = { taskIds: chunks.map(({ taskId }) => taskId), numbers: chunks.map(({ number }) => number) };
  await database.query(insertMore({ ...taken, waitingEach }));
}

async function report(outcome: Outcome): Promise<void> {
  const tables = [tableOf(outcome, "tenants × groups × tasks", byLanes), tableOf(outcome, "chunks", byWaiting)];
  const findings = [
    `a claim of n chunks: p50 (min), then both against the first row; ${String(FINISHED)} finished chunks are kept; medians over the rounds, the min of all rounds`,
    "bars, for the p50: within 1.5 × for n up to 10, within 2.5 × at n = 500",
  ];
  await writeReport({
    name: "scaling",
    title: "What a claim costs as lanes and backlog grow",
    tables,
    findings,
    isKept: isFullRun,
  });
}

function tableOf(outcome: Outcome, title: string, cases: readonly Case[]): Table {
  const head = [title, ...BATCHES.map((limit) => `n = ${String(limit)}`)];
  const first = cases[0]?.name ?? "";
  return {
    head,
    rows: cases.map(({ name }) => [name, ...BATCHES.map((limit) => cell(outcome, { name, first, limit }))]),
  };
}

function cell(outcome: Outcome, of: { name: string; first: string; limit: number }): string {
  const p50Of = (name: string) => median(figures(outcome, name, `p50 of ${String(of.limit)}`));
  const leastOf = (name: string) => Math.min(...figures(outcome, name, `min of ${String(of.limit)}`));
  const [p50, least] = [p50Of(of.name), leastOf(of.name)];
  const ratios = `${(p50 / p50Of(of.first)).toFixed(2)} × (${(least / leastOf(of.first)).toFixed(2)} ×)`;
  return `${readable(p50)} (${readable(least)}) ms, ${ratios}`;
}

/**
 * Measures the cost of rows that dead workers hold: how fast the rest is claimed and settled, against graphile-worker.
 */
import type { Database } from "@rota/engine";
import { takeTurns } from "@rota/engine/internal";
import { drain } from "./harness/drain.ts";
import { BENCH_QUEUE, TIDY_UP } from "./harness/fill.sql.ts";
import { fillDatabase } from "./harness/fill-database.ts";
import { GRAPHILE_VERSION, processWithGraphile } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";
import { LOCK_JOBS } from "./stuck/stuck.sql.ts";

const SHAPE = { tenants: 10, groups: 1, tasks: 1 };
const WAITING = Number(argument("waiting") ?? (isQuick ? 500 : 100_000));
const STUCK = isQuick ? [0, 500] : [0, 10_000, 100_000];
const SLOTS = 500;
/** Longer than any measurement, so that the rows stay stuck. */
const HELD_MS = 3_600_000;

const contenders: readonly Contender[] = [...STUCK.map(rota), ...STUCK.map(graphile)];

await runRounds({ url: import.meta.url, contenders }, report);

function rota(stuck: number): Contender {
  return {
    name: named("rota", stuck),
    async measure(server) {
      const database = await server.open(`stuck_${String(stuck)}`, { poolSize: 2 });
      await fillDatabase(database, SHAPE, { waiting: WAITING + stuck, finished: 0 });
      await leaveBehind(database, stuck);
      const stop = startStopwatch(server.pid);
      const settled = await drain({ database, slots: SLOTS, way: { loops: 1, isSettledMeanwhile: true } });
      const elapsed = stop(settled);
      await database.close();
      if (settled < WAITING) throw new Error(`${String(settled)} of ${String(WAITING)} chunks were settled`);
      return elapsed;
    },
  };
}

/** Claims chunks and leaves them, as a worker that died would. */
async function leaveBehind(database: Database, stuck: number): Promise<void> {
  for (let left = stuck; left > 0;) {
    const limit = Math.min(SLOTS, left);
    const taken = await takeTurns(database, { queue: BENCH_QUEUE, limit, owner: "dead", leaseMs: HELD_MS });
    if (taken.length === 0) throw new Error(`${String(left)} chunks could not be claimed`);
    left -= taken.length;
  }
  for (const statement of TIDY_UP) await database.query(statement);
}

function graphile(stuck: number): Contender {
  return {
    name: named(`graphile-worker ${GRAPHILE_VERSION}`, stuck),
    measure: (server) =>
      processWithGraphile(server, WAITING, { stuck, leaveBehind: (pool) => pool.query(LOCK_JOBS, [stuck]) }),
  };
}

function named(worker: string, stuck: number): string {
  return `${worker}, ${stuck.toLocaleString("en")} held by the dead`;
}

async function report(outcome: Outcome): Promise<void> {
  const perSecond = (name: string) => median(figures(outcome, name, "perSecond"));
  const rows = contenders.map(({ name }, index) => {
    const without = contenders[index - (index % STUCK.length)]?.name ?? name;
    return [
      name,
      readable(perSecond(name)),
      figures(outcome, name, "perSecond").map(readable).join(", "),
      readable(median(figures(outcome, name, "cpuMicrosecondsEach"))),
      `${(perSecond(name) / perSecond(without)).toFixed(2)} ×`,
    ];
  });
  await writeReport({
    name: "stuck-rows",
    title: "Beside rows that dead workers hold",
    tables: [{ head: ["one process", "jobs/s, median", "rounds", "CPU µs per job", "against none held"], rows }],
    findings: [
      `${String(WAITING)} no-op jobs are claimed and settled, ${String(SLOTS)} slots, while the others are under leases or locks of workers that are gone`,
      "Rota without handlers, graphile-worker with no-op ones, concurrency 100",
      "bar: within 1.5 × of none held",
    ],
    isKept: isFullRun,
  });
}

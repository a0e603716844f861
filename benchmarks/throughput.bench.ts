/** Measures how many chunks a second one process claims and settles, against graphile-worker at its best in the same run. */
import { connectionsFor, drain, type DrainWay } from "./harness/drain.ts";
import { fillDatabase } from "./harness/fill-database.ts";
import { GRAPHILE_VERSION, processWithGraphile } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

const SHAPE = { tenants: 10, groups: 1, tasks: 1 };
const WAITING = Number(argument("waiting") ?? (isQuick ? 1_000 : 200_000));
const FINISHED = Number(argument("finished") ?? (isQuick ? 1_000 : 500_000));
const PEER = `graphile-worker ${GRAPHILE_VERSION}, localQueue 1000, batched completion, concurrency 100`;

const SLOTS = [500, 100];
const DEFAULT_WAYS = [
  { loops: 1, isSettledMeanwhile: true },
  { loops: 2, isSettledMeanwhile: false },
];
/** Measured only with `--ways=all`. */
const OTHER_WAYS = [
  { loops: 2, isSettledMeanwhile: true },
  { loops: 1, isSettledMeanwhile: false },
  { loops: 3, isSettledMeanwhile: false },
];

const ways = argument("ways") === "all" ? [...DEFAULT_WAYS, ...OTHER_WAYS] : DEFAULT_WAYS;
const contenders: readonly Contender[] = [
  ...SLOTS.flatMap((slots) => ways.map((way) => rota(slots, way))),
  { name: PEER, measure: (server) => processWithGraphile(server, WAITING) },
];

await runRounds({ url: import.meta.url, contenders }, report);

function rota(slots: number, way: DrainWay): Contender {
  const loops = way.loops === 1 ? "1 loop" : `${String(way.loops)} loops`;
  return {
    name: `rota, ${String(slots)} slots, ${loops}${way.isSettledMeanwhile ? " that settle while they claim" : ""}`,
    async measure(server) {
      const schema = `rota_${String(slots)}_${String(way.loops)}_${String(way.isSettledMeanwhile)}`;
      const database = await server.open(schema, { poolSize: connectionsFor(way) });
      const { waiting } = await fillDatabase(database, SHAPE, { waiting: WAITING, finished: FINISHED });
      const stop = startStopwatch(server.pid);
      const settled = await drain({ database, slots, way });
      const elapsed = stop(settled);
      await database.close();
      if (settled !== waiting) throw new Error(`${String(settled)} of ${String(waiting)} chunks were settled`);
      return elapsed;
    },
  };
}

async function report(outcome: Outcome): Promise<void> {
  const peer = median(figures(outcome, PEER, "perSecond"));
  const rows = contenders.map(({ name }) => {
    const perSecond = figures(outcome, name, "perSecond");
    const cpu = median(figures(outcome, name, "cpuMicrosecondsEach"));
    return [
      name,
      readable(median(perSecond)),
      perSecond.map(readable).join(", "),
      readable(cpu),
      readable(median(perSecond) / peer),
    ];
  });
  const head = ["one process", "jobs/s, median", "rounds", "CPU µs per job, client and server", "× peer"];
  const findings = [
    `${String(WAITING)} no-op chunks waiting in 10 tenants × 1 group × 1 task beside ${String(FINISHED)} finished ones; the peer deletes what is finished and has none`,
  ];
  await writeReport({
    name: "throughput",
    title: "Claim and settle, jobs a second",
    tables: [{ head, rows }],
    findings,
    isKept: isFullRun,
  });
}

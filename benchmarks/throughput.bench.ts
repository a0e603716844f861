/** Measures how many chunks a second one process claims and settles, against graphile-worker at its best in the same run. */
import { drain, type DrainWay } from "./harness/drain.ts";
import { fillDatabase } from "./harness/fill-database.ts";
import { GRAPHILE_VERSION, processWithGraphile } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

type Way = { readonly slots: number; readonly way: DrainWay };

const SHAPE = { tenants: 10, groups: 1, tasks: 1 };
const WAITING = Number(argument("waiting") ?? (isQuick ? 1_000 : 200_000));
const FINISHED = Number(argument("finished") ?? (isQuick ? 1_000 : 500_000));
const PEER = `graphile-worker ${GRAPHILE_VERSION}, localQueue 1000, batched completion, concurrency 100`;

const SPLIT = { split: true } as const;
const DEFAULT_WAYS: readonly Way[] = [
  { slots: 500, way: SPLIT },
  { slots: 100, way: SPLIT },
];
/** Tried with `--ways=all`. */
const OTHER_WAYS: readonly Way[] = [500, 100].flatMap((slots) =>
  [1, 2, 3, 4].map((loops) => ({ slots, way: { loops } })),
);

const ways = argument("ways") === "all" ? [...DEFAULT_WAYS, ...OTHER_WAYS] : DEFAULT_WAYS;
const contenders: readonly Contender[] = [
  ...ways.map(rota),
  { name: PEER, measure: (server) => processWithGraphile(server, WAITING) },
];

await runRounds({ url: import.meta.url, contenders }, report);

function rota({ slots, way }: Way): Contender {
  const described = "split" in way ? "claiming while settling" : `${String(way.loops)} loops of claim and settle`;
  return {
    name: `rota, ${String(slots)} slots, ${described}`,
    async measure(server) {
      const database = await server.open(`rota_${String(slots)}`, { poolSize: "split" in way ? 2 : way.loops });
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
    tables: [{ head, rows }],
    findings,
    isKept: !isQuick && process.argv.length === 2,
  });
}

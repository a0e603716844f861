/** Measures job throughput while a producer and workers run at the same time, beside graphile-worker and BullMQ. */
import { BULLMQ_VERSION } from "./harness/bullmq.ts";
import { GRAPHILE_VERSION } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { openLiveBullmq } from "./live/live-bullmq.ts";
import { openLiveGraphile } from "./live/live-graphile.ts";
import { openLiveRota } from "./live/live-rota.ts";
import { produceAndWork } from "./live/produce.ts";

const JOBS = Number(argument("jobs") ?? (isQuick ? 300 : 100_000));
const PACED_PER_SECOND = isQuick ? 500 : 200;
const PACED_JOBS = isQuick ? 50 : 6_000;
const amounts = (concurrency: number) => ({
  jobs: JOBS,
  concurrency,
  pacedJobs: PACED_JOBS,
  pacedPerSecond: PACED_PER_SECOND,
});
const GRAPHILE = `graphile-worker ${GRAPHILE_VERSION}, localQueue 1000, batched completion, concurrency 100`;
const BULLMQ = `BullMQ ${BULLMQ_VERSION}, concurrency 100, Redis in memory`;

const contenders: readonly Contender[] = [
  ...[500, 100].map((slots) => ({
    name: `rota, ${String(slots)} slots, fair over 10 tenants`,
    measure: (server: Parameters<Contender["measure"]>[0]) =>
      produceAndWork((options) => openLiveRota(server, `live_${String(slots)}`, options), amounts(slots), server.pid),
  })),
  {
    name: GRAPHILE,
    measure: (server) => produceAndWork((options) => openLiveGraphile(server, options), amounts(100), server.pid),
  },
  // Processor time excludes BullMQ's Redis: the pid is that of the idle server of this process.
  { name: BULLMQ, measure: (server) => produceAndWork(openLiveBullmq, amounts(100), server.pid) },
];

await runRounds({ url: import.meta.url, contenders }, report);

async function report(outcome: Outcome): Promise<void> {
  const of = (name: string, figure: string) => readable(median(figures(outcome, name, figure)));
  const rows = contenders.map(({ name }) => [
    name,
    of(name, "perSecond"),
    figures(outcome, name, "perSecond").map(readable).join(", "),
    of(name, "cpuMicrosecondsEach"),
    of(name, "waitP50"),
    of(name, "waitP99"),
  ]);
  await writeReport({
    name: "continuous",
    title: "Producer and workers at once",
    tables: [
      {
        head: ["one process", "jobs/s, median", "rounds", "CPU µs per job", "paced wait p50, ms", "paced wait p99, ms"],
        rows,
      },
    ],
    findings: [
      `${String(JOBS)} no-op jobs in calls of 100, at most 5,000 ahead of the workers, in the process that runs them; until the last handler ran`,
      `paced: ${String(PACED_PER_SECOND)} calls of one job a second, from the call of submit to the first line of the handler`,
      "CPU of the process and PostgreSQL; that of Redis is not counted",
    ],
    isKept: isFullRun,
  });
}

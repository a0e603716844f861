/**
 * Measures how long quiet tenants wait beside one that floods the queue, and how evenly turns are shared, beside
 * graphile-worker and BullMQ.
 */
import { BULLMQ_VERSION } from "./harness/bullmq.ts";
import { GRAPHILE_VERSION } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { flood } from "./live/flood.ts";
import { openLiveBullmq } from "./live/live-bullmq.ts";
import { openLiveGraphile } from "./live/live-graphile.ts";
import { openLiveRota } from "./live/live-rota.ts";

const QUIET_TENANTS = 9;
const QUIET_JOBS = isQuick ? 5 : 100;
const WORK_MS = isQuick ? 1 : 5;
const CONCURRENCY = 10;
const FLOOD = Number(argument("flood") ?? (isQuick ? 200 : 20_000));
const ALONE = "alone, rota";
const BESIDE = "rota, beside a flood";

const amounts = {
  flood: FLOOD,
  quietTenants: QUIET_TENANTS,
  quietJobs: QUIET_JOBS,
  workMs: WORK_MS,
  concurrency: CONCURRENCY,
};

const contenders: readonly Contender[] = [
  {
    name: ALONE,
    measure: (server) => flood((options) => openLiveRota(server, "alone", options), { ...amounts, flood: 0 }),
  },
  { name: BESIDE, measure: (server) => flood((options) => openLiveRota(server, "beside", options), amounts) },
  {
    name: `graphile-worker ${GRAPHILE_VERSION}, beside a flood`,
    measure: (server) => flood((options) => openLiveGraphile(server, options), amounts),
  },
  { name: `BullMQ ${BULLMQ_VERSION}, beside a flood`, measure: () => flood(openLiveBullmq, amounts) },
];

await runRounds({ url: import.meta.url, contenders }, report);

async function report(outcome: Outcome): Promise<void> {
  const of = (name: string, figure: string) => median(figures(outcome, name, figure));
  const rows = contenders.map(({ name }) => [
    name,
    readable(of(name, "p50")),
    readable(of(name, "p99")),
    readable(of(name, "worst")),
    // Without a flood the first tenants are done before the others have submitted.
    name === ALONE ? "–" : of(name, "jain").toFixed(3),
  ]);
  await writeReport({
    name: "noisy-neighbour",
    title: "Quiet tenants beside a flood",
    tables: [{ head: ["quiet tenants", "wait p50, ms", "wait p99, ms", "worst wait, ms", "Jain index"], rows }],
    findings: [
      `one tenant submits ${String(FLOOD)} jobs, then ${String(QUIET_TENANTS)} others ${String(QUIET_JOBS)} each; handlers of ${String(WORK_MS)} ms, ${String(CONCURRENCY)} at once`,
      "wait: of the quiet tenants' jobs, from the call of submit to the first line of the handler",
      `Jain index of the turns of all tenants until the first quiet one is done: 1 is even, ${(1 / (QUIET_TENANTS + 1)).toFixed(1)} is all for one`,
      `beside the flood the quiet tenants' p99 is ${readable(of(BESIDE, "p99") / of(ALONE, "p99"))} × that alone; a fair share makes it ${readable((QUIET_TENANTS + 1) / QUIET_TENANTS)} ×`,
    ],
    isKept: isFullRun,
  });
}

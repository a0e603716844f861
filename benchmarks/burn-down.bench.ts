/** Measures how fast one worker process burns down a backlog of jobs, end to end, beside graphile-worker and BullMQ. */
import {
  type Announcement,
  createEngine,
  type Database,
  defineTask,
  planTask,
  silentLogger,
  submitTasks,
} from "@rota/engine";
import { BULLMQ_VERSION, processWithBullmq } from "./harness/bullmq.ts";
import { countUnfinished, TIDY_UP } from "./harness/fill.sql.ts";
import { GRAPHILE_VERSION, processWithGraphile } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

const JOBS = Number(argument("jobs") ?? (isQuick ? 1_000 : 200_000));
const TENANTS = 10;
const JOBS_A_CALL = 1_000;
const GRAPHILE = `graphile-worker ${GRAPHILE_VERSION}, localQueue 1000, batched completion, concurrency 100`;
const BULLMQ = `BullMQ ${BULLMQ_VERSION}, concurrency 100, Redis in memory`;

/** Most of the jobs of one process, as the others are compared with. */
const SLOTS = 1_000;
const ANNOUNCING = "the same, each job announces its completion";
const SILENT = nameOf(SLOTS);

const contenders: readonly Contender[] = [
  rota(SLOTS),
  { ...rota(SLOTS, ["completed", "failed"]), name: ANNOUNCING },
  rota(500),
  rota(100),
  { name: GRAPHILE, measure: (server) => processWithGraphile(server, JOBS) },
  { name: BULLMQ, measure: () => processWithBullmq(JOBS) },
];

await runRounds({ url: import.meta.url, contenders }, report);

function nameOf(slots: number): string {
  return `rota, ${String(slots)} slots, fair over ${String(TENANTS)} tenants`;
}

/** Measures from the start of the first job until the last job is settled. Events that are announced stay in the outbox. */
function rota(slots: number, announce: readonly Announcement[] = []): Contender {
  return {
    name: nameOf(slots),
    async measure(server) {
      const database = await server.open(`burn_${String(slots)}_${String(announce.length)}`, { poolSize: 4 });
      const allRan = newSignal();
      let stop: ReturnType<typeof startStopwatch> | undefined;
      let ran = 0;
      const noop = defineTask({
        name: "bench.noop",
        announce,
        run: (payload: { note: string }) => {
          stop ??= startStopwatch(server.pid);
          if (payload.note === "") throw new Error("the payload did not arrive");
          if (++ran === JOBS) allRan.give();
        },
      });
      await submitAll(database, noop);
      const engine = await createEngine({ tasks: [noop], database, slots, logger: silentLogger });
      await engine.start();
      await allRan.given;
      while ((await database.query(countUnfinished()))[0]?.count !== 0n);
      const elapsed = stop?.(JOBS);
      await engine.stop();
      await database.close();
      return { ...elapsed };
    },
  };
}

async function submitAll(database: Database, noop: Parameters<typeof planTask<{ note: string }>>[0]): Promise<void> {
  const payload = { note: "x".repeat(85) };
  for (let submitted = 0; submitted < JOBS; submitted += JOBS_A_CALL) {
    const places = Array.from({ length: Math.min(JOBS_A_CALL, JOBS - submitted) }, (_, index) => index % TENANTS);
    const plan = (place: number) => planTask(noop, payload, { tenant: `t${String(place)}`, group: "g" });
    await submitTasks(database, await Promise.all(places.map(plan)));
  }
  for (const statement of TIDY_UP) await database.query(statement);
}

function newSignal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

async function report(outcome: Outcome): Promise<void> {
  const peer = median(figures(outcome, GRAPHILE, "perSecond"));
  const rows = contenders.map(({ name }) => {
    const perSecond = figures(outcome, name, "perSecond");
    return [
      name,
      readable(median(perSecond)),
      perSecond.map(readable).join(", "),
      readable(median(figures(outcome, name, "cpuMicrosecondsEach"))),
      readable(median(perSecond) / peer),
    ];
  });
  await writeReport({
    name: "burn-down",
    title: "A backlog of jobs, end to end",
    tables: [{ head: ["one process", "jobs/s, median", "rounds", "CPU µs per job", "× graphile-worker"], rows }],
    findings: [
      `${String(JOBS)} no-op jobs, submitted before; from the first one that runs to the last one that is settled; Rota keeps finished jobs, the others delete them`,
      "bars: at least graphile-worker's figure, at least twice BullMQ's",
      `announcing runs at ${(median(figures(outcome, ANNOUNCING, "perSecond")) / median(figures(outcome, SILENT, "perSecond"))).toFixed(2)} × of the same without; bar: 0.7 ×`,
    ],
    isKept: isFullRun,
  });
}

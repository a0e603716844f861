/**
 * Measures bulk submission, a thousand chunks or jobs in each call, against graphile-worker's addJobs in the same run.
 */
import { submitTasks, type NewTask } from "@rota/engine";
import { BENCH_QUEUE, TIDY_UP } from "./harness/fill.sql.ts";
import { GRAPHILE_VERSION, submitWithGraphile } from "./harness/graphile.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

const JOBS = Number(argument("jobs") ?? (isQuick ? 2_000 : 200_000));
const JOBS_A_CALL = 1_000;
/** About 100 bytes as JSON. */
const PAYLOAD = { note: "x".repeat(85) };
const PEER = `graphile-worker ${GRAPHILE_VERSION}, addJobs of 1,000`;
const place = { queue: BENCH_QUEUE, tenant: "t1", group: "g1", type: "noop" };
const oneTask: readonly NewTask[] = [{ ...place, chunks: manyChunks() }];
const manyJobs: readonly NewTask[] = manyChunks().map((chunk) => ({ ...place, chunks: [chunk] }));

const contenders: readonly Contender[] = [
  rota("rota, one task of 1,000 chunks", oneTask),
  rota("rota, 1,000 jobs", manyJobs),
  { name: PEER, measure: (server) => submitWithGraphile(server, JOBS) },
];

await runRounds({ url: import.meta.url, contenders }, report);

function manyChunks() {
  return Array.from({ length: JOBS_A_CALL }, () => ({ payload: PAYLOAD }));
}

function rota(name: string, tasks: readonly NewTask[]): Contender {
  return {
    name,
    async measure(server) {
      const database = await server.open(`submit_${String(tasks.length)}`, { poolSize: 1 });
      await submitTasks(database, tasks);
      for (const statement of TIDY_UP) await database.query(statement);
      const stop = startStopwatch(server.pid);
      for (let submitted = 0; submitted < JOBS; submitted += JOBS_A_CALL) await submitTasks(database, tasks);
      const elapsed = stop(JOBS);
      await database.close();
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
      `${(median(perSecond) / peer).toFixed(2)} ×`,
    ];
  });
  const head = [
    "one connection, one call at a time",
    "jobs/s, median",
    "rounds",
    "CPU µs per job, client and server",
    "against the peer",
  ];
  const findings = [
    `${String(JOBS)} in calls of ${String(JOBS_A_CALL)}, payloads of 100 bytes`,
    "bar: at least twice the peer",
  ];
  await writeReport({
    name: "submit",
    title: "Bulk submission",
    tables: [{ head, rows }],
    findings,
    isKept: isFullRun,
  });
}

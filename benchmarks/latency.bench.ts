/** Measures how long a job waits for its handler on an idle system when another engine submits it. */
import { createEngine, defineTask, silentLogger } from "@rota/engine";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Measures, type Outcome } from "./harness/rounds.ts";
import type { BenchServer } from "./harness/bench-server.ts";
import { median, percentile, readable } from "./harness/statistics.ts";

const JOBS = Number(argument("jobs") ?? (isQuick ? 20 : 500));
const WARM_UP = 10;

const contender = { name: "rota", measure };

await runRounds({ url: import.meta.url, contenders: [contender] }, report);

async function measure(server: BenchServer): Promise<Measures> {
  const database = await server.open("latency", { poolSize: 4 });
  const submitting = await server.open("latency", { poolSize: 2 });
  let started: (atMs: number) => void = () => {};
  const ping = defineTask({ name: "bench.ping", run: () => started(performance.now()) });
  const worker = await createEngine({ tasks: [ping], database, logger: silentLogger, slots: 10 });
  const submitter = await createEngine({ tasks: [ping], database: submitting, logger: silentLogger });
  await worker.start();
  const waits: number[] = [];
  for (let job = 0; job < WARM_UP + JOBS; job++) {
    const ran = new Promise<number>((resolve) => (started = resolve));
    const askedMs = performance.now();
    const task = await submitter.submit(ping, undefined);
    waits.push((await ran) - askedMs);
    await task.result();
  }
  await worker.stop();
  await submitter.stop();
  await Promise.all([database.close(), submitting.close()]);
  const measured = waits.slice(WARM_UP);
  return { p50: median(measured), p99: percentile(measured, 0.99) };
}

async function report(outcome: Outcome): Promise<void> {
  const row = ["p50", "p99"].map((figure) => readable(median(figures(outcome, contender.name, figure))));
  await writeReport({
    name: "latency",
    title: "From submit to handler, idle",
    tables: [{ head: ["p50, ms", "p99, ms"], rows: [row] }],
    findings: [
      `${String(JOBS)} jobs one after the other, from the call of submit, its commit included, to the first line of the handler`,
      "bars: p50 under 5 ms, p99 under 20 ms",
    ],
    isKept: isFullRun,
  });
}

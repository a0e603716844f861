/**
 * Measures work that is dispatched through RabbitMQ beside work claimed from the database: throughput and added
 * latency.
 */
import { createEngine, defineTask, planTask, silentLogger, submitTasks, type Engine } from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import { startRabbitmq } from "../tools/services/rabbitmq-service.ts";
import { URL_VARIABLES } from "../tools/services/supply/decide-supply.ts";
import type { BenchServer } from "./harness/bench-server.ts";
import { countUnfinished } from "./harness/fill.sql.ts";
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
import { startStopwatch } from "./harness/stopwatch.ts";

const TASKS = 40;
const CHUNKS = Number(argument("chunks") ?? (isQuick ? 2 : 500));
const PINGS = isQuick ? 5 : 200;
const PLACES = 16;
const HANDLER_MS = 1;
const DIRECT = `from the database, ${String(PLACES)} slots`;
const BROKERED = `through RabbitMQ, ${String(PLACES)} consumers`;

const contenders: readonly Contender[] = [
  { name: DIRECT, measure: (server) => measure(server, {}) },
  { name: BROKERED, measure: throughRabbitmq },
];

await runRounds({ url: import.meta.url, contenders }, report);

/** Uses its own RabbitMQ. A quick run, which measures nothing, uses the RabbitMQ of the test run. */
async function throughRabbitmq(server: BenchServer): Promise<Measures> {
  const concurrency = { brokerConcurrencyMin: PLACES, brokerConcurrencyMax: PLACES };
  const running = isQuick ? process.env[URL_VARIABLES.rabbitmq] : undefined;
  if (running !== undefined) return measure(server, { rabbitmqUrl: running, ...concurrency });
  const rabbitmq = await startRabbitmq();
  try {
    return await measure(server, { rabbitmqUrl: rabbitmq.url, ...concurrency });
  } finally {
    await rabbitmq.dispose();
  }
}

async function measure(server: BenchServer, config: Readonly<Record<string, string | number>>): Promise<Measures> {
  const database = await server.open(`dispatch_${String(Object.keys(config).length)}`, { poolSize: 6 });
  let onPing: (atMs: number) => void = () => {};
  let ran = 0;
  let onAllRan = (): void => {};
  const allRan = new Promise<void>((resolve) => (onAllRan = resolve));
  const work = defineTask({
    name: "bench.wait",
    queue: "bench",
    split: (chunks: number) => Array.from({ length: chunks }, () => HANDLER_MS),
    run: async (ms) => {
      await systemClock.wait(ms);
      if (++ran === TASKS * CHUNKS) onAllRan();
    },
  });
  const ping = defineTask({ name: "bench.ping", queue: "bench", run: () => onPing(performance.now()) });
  const engine = await createEngine({ tasks: [work, ping], database, config, slots: PLACES, logger: silentLogger });
  await engine.start();
  const waits = await pingAll(
    () => engine.submit(ping, undefined),
    (listener) => (onPing = listener),
  );
  const plan = () => planTask(work, CHUNKS, { tenant: "t", group: "g" });
  const plans = await Promise.all(Array.from({ length: TASKS }, plan));
  const stop = startStopwatch(server.pid);
  await submitTasks(database, plans);
  await allRan;
  while ((await database.query(countUnfinished()))[0]?.count !== 0n);
  const elapsed = stop(TASKS * CHUNKS);
  await engine.stop();
  await database.close();
  return { ...elapsed, latencyMs: median(waits) };
}

/** Sends the jobs one after another and measures each from the call of submit to the first line of the handler. */
async function pingAll(
  submit: () => ReturnType<Engine["submit"]>,
  listen: (listener: (atMs: number) => void) => void,
): Promise<number[]> {
  const waits: number[] = [];
  for (let nth = 0; nth < PINGS; nth++) {
    const ran = new Promise<number>((resolve) => listen(resolve));
    const askedMs = performance.now();
    const task = await submit();
    waits.push((await ran) - askedMs);
    await task.result();
  }
  return waits;
}

async function report(outcome: Outcome): Promise<void> {
  const direct = median(figures(outcome, DIRECT, "perSecond"));
  const rows = contenders.map(({ name }) => {
    const perSecond = figures(outcome, name, "perSecond");
    return [
      name,
      readable(median(perSecond)),
      perSecond.map(readable).join(", "),
      readable(median(perSecond) / direct),
      readable(median(figures(outcome, name, "cpuMicrosecondsEach"))),
      readable(median(figures(outcome, name, "latencyMs"))),
    ];
  });
  const head = ["one process", "chunks/s, median", "rounds", "× direct", "CPU µs per chunk", "idle latency p50, ms"];
  await writeReport({
    name: "dispatch",
    title: "Dispatch through RabbitMQ",
    tables: [{ head, rows }],
    findings: [
      `${String(TASKS)} tasks of ${String(CHUNKS)} chunks, handlers of ${String(HANDLER_MS)} ms; CPU of the engine and PostgreSQL, without RabbitMQ`,
      "bars: at least 0.6 × the direct path; dispatch adds under 10 ms to the p50 of an idle latency",
    ],
    isKept: isFullRun,
  });
}

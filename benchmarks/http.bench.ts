/** Measures the HTTP API with many concurrent callers of one server process: progress of a task, and submissions. */
import autocannon from "autocannon";
import { createEngine, defineTask, loadConfig, silentLogger, submitTasks, type Engine } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { createServer } from "@rota/server";
import type { BenchServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

const SECONDS = Number(argument("seconds") ?? (isQuick ? 1 : 20));
const CONNECTIONS = Number(argument("connections") ?? 50);
const WARM_UP_SECONDS = isQuick ? 1 : 5;
const TASKS = isQuick ? 10 : 1_000;
const CHUNKS = 10;
const POOL_SIZE = 10;

const ping = defineTask({ name: "bench.ping", queue: "bench", run: () => undefined });

type Requests = NonNullable<autocannon.Options["requests"]>;
type Ask = (engine: Engine) => Promise<Requests>;

const contenders: readonly Contender[] = [
  api("GET /v1/tasks/{taskId}/progress", askForProgress),
  api("POST /v1/tasks", async () => [
    {
      method: "POST",
      path: "/v1/tasks",
      body: JSON.stringify({ type: ping.name, tenant: "default", input: { note: "x".repeat(85) } }),
    },
  ]),
];

await runRounds({ url: import.meta.url, contenders }, report);

/** Requests the progress of active tasks, each equally often. */
async function askForProgress({ database }: Engine): Promise<Requests> {
  const chunks = Array.from({ length: CHUNKS }, (_, number) => ({ payload: { number } }));
  const task = { queue: "bench", tenant: "t1", group: "g1", type: "bench.parts", chunks };
  const submitted = await submitTasks(
    database,
    Array.from({ length: TASKS }, () => task),
  );
  return submitted.map(({ taskId }) => ({ method: "GET", path: `/v1/tasks/${String(taskId)}/progress` }));
}

function api(name: string, ask: Ask): Contender {
  return {
    name,
    async measure(server: BenchServer) {
      const database = await server.open("http", { poolSize: POOL_SIZE });
      const flags = { serverPort: 0, serverRateMax: 100_000_000 };
      const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
      const engine = await createEngine({ tasks: [ping], database, config: flags, logger: silentLogger });
      const http = await createServer({ engine, config, logger: silentLogger });
      const { url } = await http.listen();
      const { key } = await createKey(database, { name: "bench", roles: ["operator"] });
      const requests = await ask(engine);
      await load({ url, key, requests, seconds: WARM_UP_SECONDS });
      const stop = startStopwatch(server.pid);
      const { answered, ...times } = await load({ url, key, requests, seconds: SECONDS });
      const measured = { ...times, cpu: stop(answered).cpuMicrosecondsEach };
      await http.close();
      await engine.stop();
      await database.close();
      return measured;
    },
  };
}

type Load = { readonly url: string; readonly key: string; readonly requests: Requests; readonly seconds: number };

/** Creates the load in a separate thread, so that it does not block the server. */
async function load({ url, key, requests, seconds }: Load) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const result = await autocannon({ url, headers, requests, duration: seconds, connections: CONNECTIONS, workers: 1 });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${String(failed)} requests failed`);
  return {
    answered: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

async function report(outcome: Outcome): Promise<void> {
  const rows = contenders.map(({ name }) => {
    const perSecond = figures(outcome, name, "perSecond");
    const [p50, p99] = [figures(outcome, name, "p50"), figures(outcome, name, "p99")];
    const rounds = perSecond.map(readable).join(", ");
    const cpu = readable(median(figures(outcome, name, "cpu")));
    return [name, readable(median(perSecond)), rounds, readable(median(p50)), readable(median(p99)), cpu];
  });
  await writeReport({
    name: "http",
    title: "The HTTP API",
    tables: [
      { head: ["request", "requests/s, median", "rounds", "p50, ms", "p99, ms", "CPU µs each, all processes"], rows },
    ],
    findings: [
      `${String(CONNECTIONS)} connections for ${String(SECONDS)} s against one process; PostgreSQL and autocannon share the machine`,
      `progress of ${String(TASKS)} tasks of ${String(CHUNKS)} chunks in turn; submissions of jobs with 100 bytes`,
      "bars: 3,000 requests/s of progress, 1,000 submissions/s, p99 under 50 ms",
    ],
    isKept: isFullRun,
  });
}

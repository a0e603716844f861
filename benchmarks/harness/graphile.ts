/** Drives graphile-worker in its fastest configuration: jobs fetched and completed by the hundred. */
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, makeWorkerUtils, run, type WorkerUtils } from "graphile-worker";
import pg from "pg";
import type { BenchServer } from "./bench-server.ts";
import { CHECKPOINT, COUNT_JOBS, EMPTY_JOBS, TIDY_JOBS } from "./graphile.sql.ts";
import { packageVersion } from "./package-version.ts";
import type { Measures } from "./rounds.ts";
import { startStopwatch } from "./stopwatch.ts";

const POOL_SIZE = 20;
const JOBS_A_CALL = 1_000;
const PAYLOAD = { note: "x".repeat(85) };
const FASTEST = {
  concurrentJobs: 100,
  localQueue: { size: 1_000, refetchDelay: { durationMs: 10 } },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
  pollInterval: 2_000,
};

export const GRAPHILE_VERSION = packageVersion("graphile-worker");

/** Jobs that no worker will take. */
export type StuckJobs = { readonly stuck: number; readonly leaveBehind: (pool: pg.Pool) => Promise<unknown> };

const NONE_STUCK: StuckJobs = { stuck: 0, leaveBehind: () => Promise.resolve() };

/** Measures from the start of the first job until the last job is completed. */
export async function processWithGraphile(
  server: BenchServer,
  jobs: number,
  { stuck, leaveBehind }: StuckJobs = NONE_STUCK,
): Promise<Measures> {
  return withGraphile(server, async (utils, pool) => {
    await addAll(utils, jobs + stuck);
    await leaveBehind(pool);
    for (const statement of [TIDY_JOBS, CHECKPOINT]) await pool.query(statement);
    let stop: ReturnType<typeof startStopwatch> | undefined;
    let ran = 0;
    let reportAllRan = () => {};
    const allRan = new Promise<void>((resolve) => (reportAllRan = resolve));
    const noop = () => {
      stop ??= startStopwatch(server.pid);
      if (++ran === jobs) reportAllRan();
      return Promise.resolve();
    };
    const worker = newPool(server.url);
    const runner = await run({
      pgPool: worker,
      logger: silent(),
      noHandleSignals: true,
      taskList: { noop },
      preset: { worker: FASTEST },
    });
    await allRan;
    while ((await countJobs(pool)) > stuck) await sleep(1);
    const elapsed = stop?.(jobs);
    await runner.stop();
    await worker.end();
    return { ...elapsed };
  });
}

/** Measures bulk submission with graphile-worker's own bulk call. */
export async function submitWithGraphile(server: BenchServer, jobs: number): Promise<Measures> {
  return withGraphile(server, async (utils, pool) => {
    await addAll(utils, JOBS_A_CALL);
    for (const statement of [EMPTY_JOBS, CHECKPOINT]) await pool.query(statement);
    const stop = startStopwatch(server.pid);
    await addAll(utils, jobs);
    return { ...stop(jobs) };
  });
}

async function withGraphile(
  server: BenchServer,
  work: (utils: WorkerUtils, pool: pg.Pool) => Promise<Measures>,
): Promise<Measures> {
  const pool = newPool(server.url);
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent() });
  await utils.migrate();
  try {
    return await work(utils, pool);
  } finally {
    await utils.release();
    await pool.end();
  }
}

async function addAll(utils: WorkerUtils, jobs: number): Promise<void> {
  for (let added = 0; added < jobs; added += JOBS_A_CALL) {
    const length = Math.min(JOBS_A_CALL, jobs - added);
    await utils.addJobs(Array.from({ length }, () => ({ identifier: "noop", payload: PAYLOAD })));
  }
}

async function countJobs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(COUNT_JOBS);
  return rows[0]?.count ?? 0;
}

/** Ignores failing connections: they are expected when the server stops after the measurement. */
function newPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function silent(): Logger {
  return new Logger(() => () => undefined);
}

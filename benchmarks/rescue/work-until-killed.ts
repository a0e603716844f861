/**
 * The worker's side of a kill: runs jobs with Rota, pg-boss or graphile-worker, and holds each job until it is
 * released.
 */
import { createEngine, defineTask, openPostgres, silentLogger } from "@rota/engine";
import type { FromWorker, ToWorker } from "./worker-process.ts";

export const WORKER_KINDS = ["rota", "pg-boss", "pg-boss, best", "graphile-worker"] as const;
export type WorkerKind = (typeof WORKER_KINDS)[number];

export type WorkerPlace = { readonly url: string; readonly schema: string };

export const JOB_NAME = "held";
/** The shortest intervals that pg-boss accepts. */
export const BOSS_BEST = { expireInSeconds: 1, maintenanceIntervalSeconds: 1, pollingIntervalSeconds: 0.5 } as const;

const CONNECTION_LIMITS = { poolSize: 4, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };

export const heldTask = defineTask({ name: JOB_NAME, run: holdJob });

export async function workUntilKilled(kind: WorkerKind, place: WorkerPlace): Promise<void> {
  process.on("message", (message: ToWorker) => {
    isFinishing = message === "finish";
    release();
  });
  process.once("disconnect", () => process.exit()); // the measuring process has exited
  await START[kind](place);
  say("ready");
}

/** Imports only the code of its own kind, so that the worker starts sooner. */
const START: Readonly<Record<WorkerKind, (place: WorkerPlace) => Promise<unknown>>> = {
  async rota(place) {
    const database = await openPostgres({ ...place, ...CONNECTION_LIMITS, logger: silentLogger });
    const engine = await createEngine({ tasks: [heldTask], database, logger: silentLogger });
    await engine.start();
  },
  "pg-boss": (place) => startBoss(place, {}),
  "pg-boss, best": (place) => startBoss(place, BOSS_BEST),
  async "graphile-worker"({ url }) {
    const { Logger, run } = await import("graphile-worker");
    const logger = new Logger(() => () => undefined);
    await run({ connectionString: url, logger, noHandleSignals: true, taskList: { [JOB_NAME]: holdJob } });
  },
};

async function startBoss({ url, schema }: WorkerPlace, options: Partial<typeof BOSS_BEST>): Promise<void> {
  const { default: PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ connectionString: url, schema, schedule: false, ...options });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.work(JOB_NAME, options, holdJob);
}

let isFinishing = false;
let release = (): void => undefined;

async function holdJob(): Promise<void> {
  say("runs");
  if (!isFinishing) await new Promise<void>((resolve) => (release = resolve));
}

function say(message: FromWorker): void {
  process.send?.(message);
}

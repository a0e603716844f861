/** Jobs that are submitted over HTTP all the time, each with one effect that is written with its completion. */
import { silentLogger } from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import { openCoordinator } from "@rota/engine/redis";
import type { Stage } from "../../stage/stage.ts";
import { until } from "../../stage/until.ts";
import type { Subject, Work } from "../../subject.ts";
import { piecesOf, startStream, type Stream } from "../stream.ts";
import { effectTask, type EffectInput } from "./effect-task.ts";
import { countEffects, makeEffects, selectEffects } from "./effects.sql.ts";

const TENANTS = ["ann", "bob", "cy"] as const;
const SECRET = "chaos";
/** Interval between jobs, and the duration of each. */
const EVERY_MS = 25;
const WORK_MS = { min: 5, max: 100 };
const SECRET_EVERY_MS = 500;
const FINISH_MS_MAX = 120_000;

export const engineSubject: Subject = {
  name: "engine",
  sentence: "jobs of three tenants, 40 a second over HTTP with idempotency keys; every third one needs a secret",
  tasksModule: "chaos/subjects/engine/effect-task.js",
  async begin(stage) {
    await stage.database.query(makeEffects());
    const keeper = await keepSecret(stage);
    const stream = startJobs(stage);
    await until("the first effect", async () => (await countDone(stage)) > 0, FINISH_MS_MAX);
    return workOf(stage, stream, keeper);
  },
};

function workOf(stage: Stage, stream: Stream, keeper: { stop(): Promise<void> }): Work {
  return {
    async finish() {
      await stream.stop();
      const isOver = async () => (await countDone(stage)) >= stream.accepted.size;
      // The time limit ends the wait; lost effects are found by counting.
      await until("all effects", isOver, FINISH_MS_MAX).catch(() => undefined);
      await keeper.stop();
    },
    async pieces() {
      const effects = await stage.database.query(selectEffects());
      return piecesOf(
        stream,
        effects.map(({ name, done_at: doneAt }) => ({ name, atMs: doneAt.getTime() })),
      );
    },
  };
}

/** Each job has its own request, which is sent again until it is answered. */
function startJobs({ client }: Stage): Stream {
  const send = async (nth: number) => {
    const name = `job-${String(nth)}`;
    const workMs = WORK_MS.min + ((nth * 37) % (WORK_MS.max - WORK_MS.min));
    const input: EffectInput = { name, workMs, ...(nth % 3 === 0 ? { secret: SECRET } : {}) };
    const tenant = TENANTS[nth % TENANTS.length] ?? TENANTS[0];
    const body = { type: effectTask.name, input, tenant };
    await client.POST("/v1/tasks", { body, params: { header: { "idempotency-key": name } } });
    return name;
  };
  return startStream({ everyMs: EVERY_MS, send });
}

/** Stores the secret again and again, because Redis may lose it. */
async function keepSecret({ database, redis, secretsKey }: Stage): Promise<{ stop(): Promise<void> }> {
  const config = { redisUrl: redis?.url, redisTimeoutMs: 1_000, redisKeyPrefix: "", secretsKey, lockTtlMs: 60_000 };
  const coordinator = await openCoordinator({ config, database, logger: silentLogger });
  const give = () => coordinator.secrets.put({ key: SECRET, value: new Uint8Array([1, 2, 3]) });
  const over = new AbortController();
  await give();
  const keep = async () => {
    while (!over.signal.aborted) {
      await systemClock.wait(SECRET_EVERY_MS, over.signal);
      await give().catch(() => undefined); // next time
    }
  };
  const keeping = keep();
  return {
    async stop() {
      over.abort();
      await keeping;
      await coordinator.close();
    },
  };
}

async function countDone({ database }: Stage): Promise<number> {
  return Number((await database.query(countEffects()))[0]?.count ?? 0n);
}

/** Jobs that are submitted over HTTP all the time, each with one effect that is written with its completion. */
import { fileURLToPath } from "node:url";
import { openCoordinator, silentLogger, systemClock } from "@rota/engine";
import type { Stage } from "../../stage/stage.ts";
import { until } from "../../stage/until.ts";
import type { Piece, Subject, Work } from "../../subject.ts";
import { effectTask, type EffectInput } from "./effect-task.ts";
import { countEffects, makeEffects, selectEffects } from "./effects.sql.ts";

const TENANTS = ["ann", "bob", "cy"] as const;
const SECRET = "chaos";
/** A job comes so often, and takes so long. */
const EVERY_MS = 25;
const WORK_MS = { min: 5, max: 100 };
const SECRET_EVERY_MS = 500;
const FINISH_MS_MAX = 120_000;

export const engineSubject: Subject = {
  name: "engine",
  sentence: "jobs of three tenants, 40 a second over HTTP with idempotency keys; every third one needs a secret",
  tasksModule: fileURLToPath(new URL("./effect-task.js", import.meta.url)),
  async begin(stage) {
    await stage.database.query(makeEffects());
    const keeper = await keepSecret(stage);
    const producer = startProducer(stage);
    await until("the first effect", async () => (await countDone(stage)) > 0, FINISH_MS_MAX);
    return workOf(stage, producer, keeper);
  },
};

type Producer = {
  /** Resolves when all that was sent is accepted. */
  stop(): Promise<void>;
  readonly accepted: ReadonlyMap<string, number>;
};

function workOf(stage: Stage, producer: Producer, keeper: { stop(): Promise<void> }): Work {
  return {
    async finish() {
      await producer.stop();
      const isOver = async () => (await countDone(stage)) >= producer.accepted.size;
      // What is lost is found by counting: waiting has an end.
      await until("all effects", isOver, FINISH_MS_MAX).catch(() => undefined);
      await keeper.stop();
    },
    async pieces(): Promise<Piece[]> {
      const doneMs = new Map<string, number[]>();
      for (const { name, done_at: doneAt } of await stage.database.query(selectEffects()))
        doneMs.set(name, [...(doneMs.get(name) ?? []), doneAt.getTime()]);
      return [...producer.accepted].map(([name, acceptedMs]) => ({
        name,
        acceptedMs,
        doneMs: doneMs.get(name) ?? [],
      }));
    },
  };
}

/** Each job has its own request, which is sent again until it is answered. */
function startProducer({ client }: Stage): Producer {
  const accepted = new Map<string, number>();
  const requests: Promise<void>[] = [];
  let isStopped = false;
  const send = async (input: EffectInput) => {
    const [tenant] = TENANTS.slice(requests.length % TENANTS.length);
    const body = { type: effectTask.name, input, ...(tenant === undefined ? {} : { tenant }) };
    await client.POST("/v1/tasks", { body, params: { header: { "idempotency-key": input.name } } });
    accepted.set(input.name, Date.now());
  };
  const produce = async () => {
    for (let number = 1; !isStopped; number++) {
      const workMs = WORK_MS.min + ((number * 37) % (WORK_MS.max - WORK_MS.min));
      const name = `job-${String(number)}`;
      requests.push(send({ name, workMs, ...(number % 3 === 0 ? { secret: SECRET } : {}) }));
      await systemClock.wait(EVERY_MS);
    }
    await Promise.all(requests);
  };
  const producing = produce();
  producing.catch(() => undefined); // told by stop()
  return {
    accepted,
    async stop() {
      isStopped = true;
      await producing;
    },
  };
}

/** Somebody who has the secret gives it again and again: Redis may forget it. */
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

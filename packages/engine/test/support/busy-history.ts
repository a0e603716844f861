/** Fills a queue with a seeded history of arrivals, settings, limits, releases and delays. */
import type { Database } from "../../src/database/database.ts";
import { type TakenChunk, takeTurns } from "../../src/fairness/take-turns.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { completeChunks } from "../../src/worker/settle-chunks.ts";
import { appendSetting, returnChunk } from "./support.sql.ts";

export type BusyHistory = {
  readonly queue: string;
  /** Minimum number of chunks to give out. */
  readonly dispatches: number;
  readonly seed: number;
  readonly tenants?: number;
  /** Maximum number of chunks of one claim. */
  readonly limitMax?: number;
};

/** Runs the history. Returns the number of chunks that were given out. */
export async function runBusyHistory(database: Database, history: BusyHistory): Promise<number> {
  const random = randomNumbers(history.seed);
  const running: TakenChunk[] = [];
  let dispatched = 0;
  while (dispatched < history.dispatches) {
    await disturb(database, history, random);
    const limit = 1 + random(history.limitMax ?? 40);
    const taken = await takeTurns(database, { queue: history.queue, limit, owner: "tester", leaseMs: 60_000 });
    dispatched += taken.length;
    running.push(...taken);
    await settle(database, running, random);
  }
  return dispatched;
}

type Random = (below: number) => number;

/** Submits tasks or changes a setting, before about every second claim. */
async function disturb(database: Database, history: BusyHistory, random: Random): Promise<void> {
  const dice = random(10);
  if (dice < 4) await submitTasks(database, [newTask(history, random), newTask(history, random)]);
  if (dice === 4) await submitTasks(database, [{ ...newTask(history, random), chunks: [{}] }]);
  if (dice === 5) await setTenant(database, history, random);
}

function newTask({ queue, tenants = 5 }: BusyHistory, random: Random): NewTask {
  return {
    queue,
    tenant: `tenant-${String(random(tenants))}`,
    group: `group-${String(random(3))}`,
    type: "test.count",
    priority: random(4) === 0 ? 1 : 2,
    weight: random(5) === 0 ? 2 : 1,
    cost: random(8) === 0 ? 3 : 1,
    ...(random(5) === 0 ? { maxInFlight: 3 } : {}),
    chunks: Array.from({ length: 2 + random(60) }, () => ({})),
  };
}

async function setTenant(database: Database, { queue, tenants = 5 }: BusyHistory, random: Random): Promise<void> {
  const choices = [
    { weight: 1 + random(4) },
    { isPaused: random(3) === 0 },
    { isPaused: false },
    { maxInFlight: 2 + random(20) },
    { maxInFlight: null },
    { rateUs: 1_000, rateBurst: 1 + random(5) },
    { rateUs: null },
  ];
  const settings = choices[random(choices.length)] ?? {};
  await database.query(appendSetting({ queue, tenant: `tenant-${String(random(tenants))}`, settings }));
}

/** Completes some of the running chunks, returns few of them, and leaves the others running. */
async function settle(database: Database, running: TakenChunk[], random: Random): Promise<void> {
  const settled = running.splice(0, random(running.length + 1));
  const [returned] = random(3) === 0 ? settled.splice(0, 1) : [];
  await completeChunks(database, settled);
  if (returned !== undefined) await database.query(returnChunk(returned));
}

/** Creates a linear congruential generator, which gives the same history on every machine. */
function randomNumbers(seed: number): Random {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & (2n ** 64n - 1n);
    return Number((state >> 33n) % BigInt(below));
  };
}

/** Makes tasks to submit, by chance. */
import type { Random } from "../src/fairness/simulation/history/random.ts";
import { planTask } from "../src/tasks/definition/plan-task.ts";
import type { NewTask } from "../src/tasks/new-task.ts";
import type { TaskSeen } from "./crash-histories.sql.ts";
import type { Features } from "./crash-histories-features.ts";
import { PLACE, simulatedTasks, type Part } from "./crash-histories-tasks.ts";

export type Submission = Pick<Features, "hasCaps" | "hasParents"> & {
  /** Tasks that there are, to be parents. */
  readonly tasks: readonly TaskSeen[];
  /** Nobody has used it before. */
  readonly key: string;
};

const PARTS_MAX = 4;

/** Only planned: nobody runs their handlers. */
const TASKS = simulatedTasks({
  clock: { now: () => new Date(0), monotonicMs: () => 0, wait: () => Promise.resolve() },
  begin: () => 0,
  decide: () => ({ deed: "complete", waitMs: 0 }),
});

export async function makeTask(random: Random, { hasCaps, hasParents, tasks, key }: Submission): Promise<NewTask> {
  const kind = random.pick(["job", "link", "parts", "parts", "chain"] as const);
  const isJob = kind === "job" || kind === "link";
  // A job cannot be a parent.
  const part = (): Part => ({ isCommit: random.chance(0.6), hasChild: !isJob && hasParents && random.chance(0.2) });
  const parts = Array.from({ length: 1 + random.below(PARTS_MAX) }, part);
  const cap = hasCaps && random.chance(0.5) ? { maxInFlight: 1 + random.below(2) } : {};
  const isKeyed = random.chance(0.5);
  const tenant = isKeyed ? `keyed-${key}` : random.pick(["ann", "bob"]);
  const parent = hasParents && random.chance(0.5) ? tasks[random.below(tasks.length)] : undefined;
  const placement = { ...PLACE, ...cap, tenant, ...(isKeyed ? { unique: { key } } : {}) };
  const task = await (isJob ? planTask(TASKS[kind], part(), placement) : planTask(TASKS[kind], parts, placement));
  return parent === undefined ? task : { ...task, parentId: BigInt(parent.task_id) };
}

/** The tasks of the simulator: their handlers note each run, and do by chance what handlers do. */
import type { Clock } from "../../src/runtime/clock.ts";
import { defineTask, type TaskDefinition } from "../../src/tasks/define-task.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { fail, retryIn, snooze } from "../../src/tasks/outcome.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { fixed } from "../../src/tasks/retry-policy.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import type { RunContext, ThenContext } from "../../src/tasks/task-options.ts";
import type { Client } from "./crash-histories-network.ts";
import { insertEffect } from "./crash-histories.sql.ts";

/** How a chunk is to be completed: with a result, or in one transaction with an effect and perhaps with a child of its task. */
export type Part = { readonly isCommit: boolean; readonly hasChild: boolean };

export type Deed =
  | "complete"
  | "throw"
  | "fail"
  | "snooze"
  | "retry"
  | "hang" // until it is asked to end
  | "linger" // for some time, also when it is asked to end
  | "throw within" // its commit
  | "throw after"; // its commit

export type Run = {
  readonly taskId: number;
  readonly number: number;
  readonly attempt: number;
  readonly by: Client;
};

export type Handlers = {
  readonly clock: Clock;
  /** Notes a run and gives its number. */
  readonly begin: (context: RunContext) => number;
  /** Decides how a run ends, and how long it takes before. */
  readonly decide: () => { readonly deed: Deed; readonly waitMs: number };
};

export const PLACE = { tenant: "ann", group: "g", queue: "crashes" } as const;
export const TYPES = {
  job: "crash.job",
  parts: "crash.parts",
  chain: "crash.chain",
  link: "crash.link",
  after: "crash.after",
} as const;

const SETTINGS = { queue: PLACE.queue, timeoutMs: 5_000, retry: fixed({ delayMs: 300, retries: 2 }) };
const LINGER_MS = 8_000;

export type Tasks = {
  readonly job: TaskDefinition<Part>;
  readonly parts: TaskDefinition<readonly Part[]>;
  readonly chain: TaskDefinition<readonly Part[]>;
  readonly link: TaskDefinition<Part>;
  readonly after: TaskDefinition<{ readonly of: string }>;
};

export function simulatedTasks(handlers: Handlers): Tasks {
  const after = defineTask({
    ...SETTINGS,
    name: TYPES.after,
    run: (_input: { readonly of: string }, context) => runHandler(handlers, context),
  });
  const follow = (of: string): Promise<NewTask> => planTask(after, { of }, PLACE);
  const then = async ({ taskId, submit }: ThenContext): Promise<void> => {
    await submit([await follow(String(taskId))]);
  };
  const run = (part: Part, context: RunContext) =>
    runHandler(handlers, context, part.isCommit ? { child: part.hasChild ? follow : undefined } : undefined);
  const split = (parts: readonly Part[]): readonly Part[] => parts;
  return {
    after,
    job: defineTask({ ...SETTINGS, name: TYPES.job, run }),
    link: defineTask({ ...SETTINGS, name: TYPES.link, run, then }),
    parts: defineTask({ ...SETTINGS, name: TYPES.parts, split, run, finish: (results) => results }),
    chain: defineTask({ ...SETTINGS, name: TYPES.chain, split, run, then }),
  };
}

/** The writes of a chunk when it is completed. */
type Writes = { readonly child: ((of: string) => Promise<NewTask>) | undefined };

async function runHandler(handlers: Handlers, context: RunContext, writes?: Writes): Promise<unknown> {
  const run = handlers.begin(context);
  const { deed, waitMs } = handlers.decide();
  if (waitMs > 0) await handlers.clock.wait(waitMs);
  switch (deed) {
    case "throw":
      throw new Error("thrown");
    case "fail":
      return fail("failed");
    case "snooze":
      return snooze(500, "too early");
    case "retry":
      return retryIn(200, "asked for");
    case "hang":
      await handlers.clock.wait(Infinity, context.signal);
      throw new Error("asked to end");
    case "linger":
      await handlers.clock.wait(LINGER_MS);
      break;
    case "complete":
    case "throw within":
    case "throw after":
  }
  if (writes !== undefined) await commit(run, deed, context, writes);
  return { run };
}

async function commit(
  run: number,
  deed: Deed,
  { taskId, number, commit: commitWith }: RunContext,
  { child }: Writes,
): Promise<void> {
  await commitWith(async (tx) => {
    await tx.query(insertEffect({ taskId, number, run }));
    const task = await child?.(`${String(taskId)}/${String(number)}`);
    if (task !== undefined) await submitTasks(tx, [{ ...task, parentId: taskId }]);
    if (deed === "throw within") throw new Error("thrown within the transaction");
    return { run };
  });
  if (deed === "throw after") throw new Error("thrown after the commit");
}

/** Tasks of the stories about workers that die: each handler reports that it runs, and writes an effect that is counted. */
import { once } from "node:events";
import { systemClock } from "../../src/runtime/clock.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { PermanentError } from "../../src/tasks/outcome.ts";
import { fixed } from "../../src/tasks/retry-policy.ts";
import type { RunContext } from "../../src/tasks/task-options.ts";
import { insertEffect } from "./story-rows.sql.ts";

/** Process that runs the handlers. */
export type StoryTeller = {
  readonly name: string;
  /** Reports to the story that a handler runs. */
  readonly runs: (context: RunContext) => void;
  readonly say: (line: string) => void;
  /** Resolves when waiting handlers may continue. */
  readonly released: Promise<void>;
};

export const POISON_RUNS = 2;
const PATIENT = fixed({ delayMs: 50, retries: 99 });

/** Action of a handler when it may continue. */
export type HeldDeed = "return" | "throw" | "commit" | "progress";

export function storyTasks({ name, runs, say, released }: StoryTeller) {
  const commitEffect = async ({ commit, taskId, number }: RunContext): Promise<void> => {
    await commit((tx) => tx.query(insertEffect({ task_id: taskId, number, worker: name })));
  };

  /** Runs for a while, then writes its effect. */
  const effect = defineTask({
    name: "story.effect",
    retry: PATIENT,
    split: ({ chunks, workMs }: { chunks: number; workMs: number }) =>
      Array.from({ length: chunks }, () => ({ workMs })),
    run: async ({ workMs }, context) => {
      runs(context);
      await systemClock.wait(workMs, context.signal);
      await commitEffect(context);
    },
  });

  /** Has one chunk that kills the process in which it runs. */
  const poison = defineTask({
    name: "story.poison",
    retry: fixed({ delayMs: 0, retries: POISON_RUNS - 1 }),
    split: ({ chunks, poisoned }: { chunks: number; poisoned: number }) =>
      Array.from({ length: chunks }, (_, index) => ({ isPoison: index + 1 === poisoned })),
    run: async ({ isPoison }, context) => {
      runs(context);
      if (isPoison) process.kill(process.pid, "SIGKILL");
      await systemClock.wait(50, context.signal); // longer than the process lives: the poison kills it earlier
      await commitEffect(context);
    },
  });

  /** Blocks its thread. */
  const block = defineTask({
    name: "story.block",
    run: async ({ blockMs }: { blockMs: number }, context) => {
      runs(context);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
      await commitEffect(context);
    },
  });

  /** Waits until it is released, then does its action and prints the outcome. */
  const held = defineTask({
    name: "story.held",
    split: ({ deeds, isDeaf }: { deeds: HeldDeed[]; isDeaf: boolean }) => deeds.map((deed) => ({ deed, isDeaf })),
    run: async ({ deed, isDeaf }, context) => {
      runs(context);
      await Promise.race(isDeaf ? [released] : [released, untilAborted(context.signal)]);
      if (!isDeaf) context.signal.throwIfAborted();
      say(`${deed} continues`);
      if (deed === "throw") throw new PermanentError(`${name} gives up`);
      if (deed === "progress") context.progress(1, 2, name);
      if (deed !== "commit") return name;
      return commitEffect(context);
    },
  });

  return { effect, poison, block, held };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** Follows a task to its end: a bar on a terminal, a line of json for each change with `--json`. */
import { getTask, getTaskProgress, systemClock, type Database, type TaskProgress } from "@rota/engine";
import type { CommandContext } from "../../command/with-config.ts";
import { toJson } from "../../output/answer.ts";
import { count, duration } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { paint } from "../../output/table.ts";

/** Looked at from soon to seldom, so that a short task is not waited for and a long one costs little. */
const LOOK_MS_MIN = 100;
const LOOK_MS_MAX = 1_000;
const LOOK_PART = 1 / 20;

/** Ctrl-C ends the watching, not the task. */
export async function watchTask(context: CommandContext, database: Database, name: bigint | string): Promise<void> {
  const { taskId } = await getTask(database, { task: name });
  const bar = createProgressBar(`task ${String(taskId)}`);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const startedMs = performance.now();
  let told = "";
  for (;;) {
    const progress = await getTaskProgress(database, taskId);
    const isOver = progress.finishedAt !== undefined;
    const line = toJson(summaryOf(progress), 0);
    if (context.flags["json"] === true && line !== told) console.log(line);
    told = line;
    bar.show({ done: progress.percent, total: 100, note: noteOf(progress) });
    if (isOver || stop.signal.aborted) {
      bar.clear();
      return sayEnd(context, progress);
    }
    const pauseMs = (performance.now() - startedMs) * LOOK_PART;
    await systemClock.wait(Math.min(LOOK_MS_MAX, Math.max(LOOK_MS_MIN, pauseMs)), stop.signal);
  }
}

function summaryOf({ taskId, state, total, percent, chunks, finishedAt }: TaskProgress): object {
  const counts = Object.fromEntries(Object.entries(chunks).map(([name, each]) => [name, each.count]));
  return { taskId, state, percent, total, chunks: counts, ...(finishedAt === undefined ? {} : { finishedAt }) };
}

function noteOf({ state, total, chunks, turnsPerSecond, estimatedEndAt }: TaskProgress): string {
  const failed = chunks.FAILED.count + chunks.DEAD_LETTER.count;
  const left = estimatedEndAt === undefined ? undefined : Math.max(0, estimatedEndAt.getTime() - Date.now());
  return [
    state,
    `${count(chunks.COMPLETED.count)} of ${count(total)}`,
    ...(chunks.PROCESSING.count === 0 ? [] : [`${count(chunks.PROCESSING.count)} running`]),
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(turnsPerSecond === undefined ? [] : [`${String(Math.round(turnsPerSecond * 10) / 10)}/s`]),
    ...(left === undefined ? [] : [`about ${duration(left)} left`]),
  ].join(", ");
}

function sayEnd({ flags }: CommandContext, progress: TaskProgress): void {
  const { taskId, state, percent, finishedAt, submittedAt } = progress;
  if (finishedAt !== undefined && state !== "COMPLETED") process.exitCode = 1;
  if (flags["json"] === true) return;
  const took = finishedAt === undefined ? "" : ` after ${duration(finishedAt.getTime() - submittedAt.getTime())}`;
  const colour = state === "COMPLETED" ? "green" : "yellow";
  console.log(`task ${String(taskId)} is ${paint(colour, state)} at ${String(percent)} %${took}`);
}

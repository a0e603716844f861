/** `rota task <id> [show | cancel | pause | resume]`: shows a task, follows it to its end, or decides about it. */
import { getTask, getTaskProgress, type TaskDetails, type TaskProgress } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { isGiven } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { ago, count, duration, oneLine } from "../../output/one-line.ts";
import { barOf } from "../../output/progress-bar.ts";
import { factLines, paint } from "../../output/table.ts";
import { changeTask, refuseStray, TASK_ACTS } from "./change-task.ts";
import { readTask } from "./read-task.ts";
import { watchTask } from "./watch-task.ts";

export const taskCommand: CommandSpec = {
  name: "task",
  sentence: "show a task, follow it to its end, or cancel, pause or resume it",
  words: [
    { name: "task", sentence: "its id, or the key that its workload gave it" },
    { name: "act", sentence: "what to do (default: show)", isOptional: true, choices: ["show", ...TASK_ACTS] },
  ],
  flags: [
    { flag: "--watch", sentence: "show: follow it to its end" },
    { flag: "--actor <name>", sentence: "cancel, pause, resume: who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "cancel, pause, resume: why, for the audit log" },
  ],
  examples: ["rota task 17", "rota task 17 --watch", 'rota task 18 cancel --reason "submitted twice"'],
  saysNo: "--watch saw it end in another state than COMPLETED",
  run: task,
};

async function task(context: CommandContext): Promise<void> {
  const [word = "", act = "show"] = context.words;
  refuseStray(context, act);
  const name = readTask(word);
  await withMigratedDatabase(context, async (database) => {
    if (act !== "show") return changeTask(context, database, { name, act });
    if (isGiven(context, "watch")) return watchTask(context, database, name);
    const details = await getTask(database, { task: name });
    const progress = await getTaskProgress(database, details.taskId);
    answer(context, { ...details, ...progress }, () => describe(details, progress));
  });
}

const LISTED_MAX = 5;

function describe(task: TaskDetails, progress: TaskProgress): string[] {
  const { taskId, taskKey, type, version, tenant, group, queue, state, total, percent, chunks } = task;
  const counts = Object.entries(chunks).filter(([, { count: number }]) => number > 0);
  return [
    `task ${String(taskId)} is ${paint("bold", state)}  ${barOf(percent, 100)}`,
    ...factLines([
      ["  type", `${type}, version ${String(version)}`],
      ["  key", taskKey],
      ["  of", `${tenant} > ${group}, queue ${queue}`],
      ["  chunks", `${count(total)}: ${counts.map(([name, each]) => `${count(each.count)} ${name}`).join(", ")}`],
      [
        "  phases",
        task.phases
          .map(({ name, state: at, ended, total: of }) => `${name} ${at} (${String(ended)}/${String(of)})`)
          .join(", "),
      ],
      ["  waits for", task.waitingFor],
      ["  submitted", `${ago(task.submittedAt)}${task.submittedBy === undefined ? "" : ` by ${task.submittedBy}`}`],
      ["  ended", ago(task.finishedAt)],
      ["  pace", pace(progress)],
    ]),
    ...listed(progress.running.map(describeRunning), "running"),
    ...listed(
      progress.failures.map(({ number, error }) => `#${String(number)} ${describeFailure(error)}`),
      "failed",
    ),
    ...listed(
      progress.waiting.map(({ number, code, reason }) => `#${String(number)} ${code}: ${reason}`),
      "to be tried again",
    ),
  ];
}

function pace({ turnsPerSecond, estimatedEndAt }: TaskProgress): string | undefined {
  if (turnsPerSecond === undefined) return undefined;
  const left =
    estimatedEndAt === undefined ? "" : `, about ${duration(Math.max(0, estimatedEndAt.getTime() - Date.now()))} left`;
  return `${String(Math.round(turnsPerSecond * 10) / 10)} turns a second${left}`;
}

function describeRunning({ number, attempt, owner, reported }: TaskProgress["running"][number]): string {
  const far =
    reported === undefined ? "" : `, ${count(reported.done)} of ${count(reported.total)} ${reported.note ?? ""}`;
  return `#${String(number)} attempt ${String(attempt)} by ${owner}${far}`;
}

function describeFailure(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const [code, message] = ["code", "message"].map((key) => String(Reflect.get(error, key) ?? ""));
  return `${code ?? ""}: ${message ?? ""}`;
}

function listed(lines: readonly string[], title: string): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LISTED_MAX;
  return [
    title,
    ...lines.slice(0, LISTED_MAX).map((line) => `  ${oneLine(line)}`),
    ...(more > 0 ? [`  and ${String(more)} more`] : []),
  ];
}

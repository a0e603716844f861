/** Implements `rota tasks`, `rota task` and `rota explain`: lists, shows, follows and changes tasks, and explains why a chunk waits. */
import {
  appendAudit,
  cancelTask,
  type Database,
  getTask,
  listTasks,
  type Page,
  RotaError,
  type TaskDetails,
  type TaskOutcome,
  type TaskProgress,
  type TaskState,
  type TaskView,
} from "@rota/engine";
import { getTaskProgress, pauseTask, resumeTask } from "@rota/engine/admin";
import {
  type ChunkExplanation,
  type ChunkName,
  explainChunk,
  readTaskOutcome,
  systemClock,
  TASK_TRANSITIONS,
} from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { choiceFlag, isGiven, numberFlag, readActor, spelled, textFlags } from "../flags.ts";
import { ago, answer, count, duration, oneLine, toJson } from "../output/answer.ts";
import { barOf, createProgressBar } from "../output/progress-bar.ts";
import { type Cell, factLines, listLines, paint, stateCell } from "../output/table.ts";

const STATES = Object.keys(TASK_TRANSITIONS).filter((state): state is TaskState =>
  Object.hasOwn(TASK_TRANSITIONS, state),
);

export const tasksCommand: CommandSpec = {
  name: "tasks",
  sentence: "list tasks and jobs, the newest first",
  flags: [
    { flag: "--state <state>", sentence: `only those in this state: ${STATES.join(", ")}` },
    { flag: "--type <name>", sentence: "only those of this type" },
    { flag: "--queue <name>", sentence: "only those of this queue" },
    { flag: "--tenant <name>", sentence: "only those of this tenant" },
    { flag: "--group <name>", sentence: "only those of this group of the tenant" },
    { flag: "--key <key>", sentence: "only the one that a workload gave this key" },
    { flag: "--limit <count>", sentence: "how many (default: 50, with --watch 20; at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
    { flag: "--watch", sentence: "show the list again whenever it changes, until Ctrl-C" },
  ],
  examples: ["rota tasks --state FAILED", "rota tasks --tenant ann --group books --json"],
  run: tasks,
};

async function tasks(context: CommandContext): Promise<void> {
  const listing = {
    ...textFlags(context, ["type", "queue", "tenant", "group", "key", "after"]),
    state: choiceFlag(context, "state", STATES),
    limit: numberFlag(context, "limit") ?? (isGiven(context, "watch") ? WATCHED_TASKS : undefined),
  };
  await withMigratedDatabase(context, async (database) => {
    const read = () => listTasks(database, listing);
    if (isGiven(context, "watch")) return watchTasks(context, read);
    answer(context, await read(), describePage);
  });
}

function describePage({ items, next }: Page<TaskView>): string[] {
  return listLines({ rows: items.map(toRow), next, nothing: "no tasks" }, HEAD);
}

const WATCHED_TASKS = 20;
const WATCH_MS = 1_000;
/** Clears a terminal and goes to its first line. */
const CLEAR = "\x1b[2J\x1b[H";

/** Prints the list whenever it has changed; on a terminal it stays in place, with its ages kept current. */
async function watchTasks({ flags }: CommandContext, read: () => Promise<Page<TaskView>>): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const isInPlace = process.stdout.isTTY && flags["json"] !== true;
  for (let printed = ""; !stop.signal.aborted;) {
    const page = await read();
    const state = toJson(page, 0);
    if (isInPlace) process.stdout.write(`${CLEAR}${describePage(page).join("\n")}\n`);
    else if (state !== printed) console.log(flags["json"] === true ? state : `${describePage(page).join("\n")}\n`);
    printed = state;
    await systemClock.wait(WATCH_MS, stop.signal);
  }
}

const HEAD = ["task", "state", "type", "tenant", "group", "chunks", "done", "submitted"];

function toRow({ taskId, state, type, tenant, group, total, percent, submittedAt }: TaskView): Cell[] {
  const done = `${String(Math.floor(percent))} %`;
  return [String(taskId), stateCell(state), type, tenant, group, count(total), done, ago(submittedAt)];
}

const ACTIONS = {
  cancel: { change: cancelTask, done: "cancelled" },
  pause: { change: pauseTask, done: "paused" },
  resume: { change: resumeTask, done: "resumed" },
} as const;

const TASK_ACTIONS: readonly string[] = Object.keys(ACTIONS);

type TaskChange = { readonly name: bigint | string; readonly action: string };

async function changeTask(context: CommandContext, database: Database, { name, action }: TaskChange): Promise<void> {
  const found = Object.entries(ACTIONS).find(([word]) => word === action);
  if (found === undefined) throw new Error(`the command line let "${action}" pass`);
  const [, { change, done }] = found;
  const { actor, reason } = readActor(context);
  const changed = await database.transaction(async (tx) => {
    const { taskId, tenant } = await getTask(tx, { task: name });
    const isChanged = await change(tx, taskId);
    if (isChanged) {
      const subject = { type: "task", id: String(taskId) };
      const details = reason === undefined ? null : { reason };
      await appendAudit(tx, { tenant, actor, action: `task.${done}`, subject, details });
    }
    return { taskId, isChanged };
  });
  answer(context, changed, ({ taskId, isChanged }) => [
    `task ${String(taskId)} ${isChanged ? "was" : "had been"} ${done}${isChanged ? "" : " before"}`,
  ]);
}

/** Refuses flags that the action would ignore. */
function refuseStray({ flags }: CommandContext, action: string): void {
  const others = action === "show" ? ["actor", "reason"] : ["watch"];
  const stray = others.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw new RotaError("COMMAND_INVALID", `${spelled(stray)} does not go with rota task … ${action}; leave it out`);
}

export const taskCommand: CommandSpec = {
  name: "task",
  sentence: "show a task, follow it to its end, or cancel, pause or resume it",
  words: [
    { name: "task", sentence: "its id, or the key that its workload gave it" },
    { name: "act", sentence: "what to do (default: show)", isOptional: true, choices: ["show", ...TASK_ACTIONS] },
  ],
  flags: [
    { flag: "--watch", sentence: "show: follow it to its end" },
    { flag: "--actor <name>", sentence: "cancel, pause, resume: who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "cancel, pause, resume: why, for the audit log" },
  ],
  examples: [
    "rota task 17",
    "rota task 17 --json",
    "rota task 17 --watch",
    'rota task 18 cancel --reason "submitted twice"',
  ],
  exitOneWhen: "--watch saw it end in another state than COMPLETED",
  run: task,
};

async function task(context: CommandContext): Promise<void> {
  const [word = "", action = "show"] = context.words;
  refuseStray(context, action);
  const name = readTask(word);
  await withMigratedDatabase(context, async (database) => {
    if (action !== "show") return changeTask(context, database, { name, action });
    if (isGiven(context, "watch")) return watchTask(context, database, name);
    const details = await getTask(database, { task: name });
    const progress = await getTaskProgress(database, details.taskId);
    const { result, error } = await readTaskOutcome(database, details);
    const shown = { ...details, ...progress, result: result ?? null, error: error ?? null };
    answer(context, shown, () => describeTask(details, { progress, result }));
  });
}

const LISTED_MAX = 5;

type Shown = Pick<TaskOutcome, "result"> & { readonly progress: TaskProgress };

function describeTask(task: TaskDetails, { progress, result }: Shown): string[] {
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
      ["  pace", task.finishedAt === undefined ? pace(progress) : undefined],
      ["  input", jsonLine(task.input)],
      ["  result", jsonLine(result)],
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

/** Formats a value as JSON that fits into a line; the answer with --json has all of it. */
function jsonLine(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : oneLine(toJson(value, 0));
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

/** Polling intervals. They grow, so that short tasks are reported quickly and long ones cost little. */
const POLL_MS_MIN = 100;
const POLL_MS_MAX = 1_000;
const POLL_PART = 1 / 20;

/** Follows a task to its end. Ctrl-C ends the watching, not the task. */
export async function watchTask(context: CommandContext, database: Database, name: bigint | string): Promise<void> {
  const { taskId } = await getTask(database, { task: name });
  const bar = createProgressBar(`task ${String(taskId)}`);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const startedMs = performance.now();
  let printed = "";
  for (;;) {
    const progress = await getTaskProgress(database, taskId);
    const isOver = progress.finishedAt !== undefined;
    const line = toJson(summaryOf(progress), 0);
    if (context.flags["json"] === true && line !== printed) console.log(line);
    printed = line;
    bar.show({ done: progress.percent, total: 100, note: noteOf(progress) });
    if (isOver || stop.signal.aborted) {
      bar.clear();
      return printEnd(context, progress);
    }
    const pauseMs = (performance.now() - startedMs) * POLL_PART;
    await systemClock.wait(Math.min(POLL_MS_MAX, Math.max(POLL_MS_MIN, pauseMs)), stop.signal);
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

function printEnd({ flags }: CommandContext, progress: TaskProgress): void {
  const { taskId, state, percent, finishedAt, submittedAt } = progress;
  if (finishedAt !== undefined && state !== "COMPLETED") process.exitCode = 1;
  if (flags["json"] === true) return;
  const took = finishedAt === undefined ? "" : ` after ${duration(finishedAt.getTime() - submittedAt.getTime())}`;
  const colour = state === "COMPLETED" ? "green" : "yellow";
  console.log(`task ${String(taskId)} is ${paint(colour, state)} at ${String(percent)} %${took}`);
}

export const explainCommand: CommandSpec = {
  name: "explain",
  sentence: "say where a chunk stands and why it waits",
  words: [{ name: "chunk", sentence: "its task and its number: 17/3, or the id that its workload gave it" }],
  examples: ["rota explain 17/3"],
  run: explain,
};

/** Name of a chunk: `17/3`, `tally_e42_1700000000000/3` or `tally_e42_1700000000000_chunk_3`. */
const CHUNK = /^(?<task>.+?)(?:\/|_chunk_)(?<number>\d{1,9})$/s;

async function explain(context: CommandContext): Promise<void> {
  const [word = ""] = context.words;
  const name = readChunk(word);
  answer(context, await withMigratedDatabase(context, (database) => explainChunk(database, name)), describeExplanation);
}

function describeExplanation({
  taskId,
  taskKey,
  number,
  queue,
  tenant,
  group,
  state,
  sentence,
}: ChunkExplanation): string[] {
  return [
    `chunk ${taskKey ?? String(taskId)}/${String(number)} of ${tenant} > ${group} in queue ${queue} is ${state}`,
    `  ${sentence}`,
  ];
}

function readChunk(word: string): ChunkName {
  const { task, number } = CHUNK.exec(word)?.groups ?? {};
  if (task !== undefined && number !== undefined) return { taskId: task, number: Number(number) };
  throw new RotaError("COMMAND_INVALID", `"${word}" names no chunk; write the task, a slash and the number: 17/3`);
}

const ID = /^\d{1,18}$/;
const KEY_LENGTH_MAX = 300;

/** Parses the name of a task: a number is an id, any other text the key that a workload assigned. */
export function readTask(word: string): bigint | string {
  if (ID.test(word)) return BigInt(word);
  if (word !== "" && word.length <= KEY_LENGTH_MAX) return word;
  throw new RotaError("COMMAND_INVALID", "name a task by its id, such as 17, or by the key that its workload gave it");
}

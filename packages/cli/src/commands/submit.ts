/** Implements `rota submit`: submits a task that a module defines, and follows it to its end if requested. */
import {
  type Announcement,
  createEngine,
  type Engine,
  RotaError,
  type SubmitOptions,
  type TaskOutcome,
} from "@rota/engine";
import { ANNOUNCEMENTS } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { isGiven, loginName, numberFlag, parseJson, readJsonFile, textFlag, textFlags, timeFlag } from "../flags.ts";
import { loadTasks } from "../load-tasks.ts";
import { answer, oneLine, toJson } from "../output/answer.ts";
import { watchTask } from "./tasks.ts";

export const submitCommand: CommandSpec = {
  name: "submit",
  sentence: "submit a task that a module defines",
  words: [{ name: "type", sentence: "the name of the definition" }],
  flags: [
    {
      flag: "--tasks <module>",
      sentence: "the module that exports the definition (default: tasks of rota.config.json)",
    },
    { flag: "--input <json>", sentence: "its input" },
    { flag: "--input-file <file>", sentence: "its input, the json of this file; - for standard input" },
    { flag: "--tenant <name>", sentence: "for whom it is (default: default)" },
    { flag: "--group <name>", sentence: "what the tenant shares its turns out by (default: default)" },
    { flag: "--queue <name>", sentence: "another queue than that of the definition" },
    { flag: "--key <key>", sentence: "submitted once for tenant, type and key; other input is a conflict" },
    { flag: "--task-key <key>", sentence: "an id of your own, unique among all tasks" },
    { flag: "--priority <0-3>", sentence: "0 critical, 1 high, 2 normal, 3 low" },
    { flag: "--cost <count>", sentence: "how much of its lane's share a chunk uses up" },
    { flag: "--weight <count>", sentence: "its share among the tasks of its group" },
    { flag: "--max-in-flight <count>", sentence: "how many of its chunks may run at once" },
    { flag: "--due-at <time>", sentence: "when it may run (default: now)" },
    { flag: "--announce <names>", sentence: "what it announces as events, such as completed,failed" },
    { flag: "--callback-url <url>", sentence: "receives the event of its end; of the origin of a webhook endpoint" },
    { flag: "--wait", sentence: "wait for its end and show its result" },
    { flag: "--watch", sentence: "follow it to its end, with a bar" },
  ],
  examples: [
    `rota submit demo.count-words --tasks tasks.mjs --input '{"pages": ["to be", "or not"]}' --tenant ann --watch`,
    "rota submit demo.count-words --tasks tasks.mjs --input-file pages.json --key pages-of-monday",
    `rota submit demo.count-words --tasks tasks.mjs --input '{"pages": ["to be"]}' --wait --json`,
  ],
  exitOneWhen: "--wait or --watch saw it end in another state than COMPLETED",
  run: submit,
};

async function submit(context: CommandContext): Promise<void> {
  const [type = ""] = context.words;
  if (isGiven(context, "wait") && isGiven(context, "watch"))
    throw new RotaError("COMMAND_INVALID", "give --wait or --watch, not both");
  const submission = { type, options: readOptions(context), ...(await readInput(context)) };
  const { tasks: module } = context.reading.config;
  if (module === undefined)
    throw new RotaError(
      "COMMAND_INVALID",
      "say which module defines it with --tasks, or with tasks in rota.config.json",
    );
  const loaded = await loadTasks(module);
  await withMigratedDatabase(context, async (database) => {
    const engine = await createEngine({ ...loaded, database, config: context.reading.config, logger: context.logger });
    try {
      const submitted = await engine.submitNamed(submission);
      const outcome = isGiven(context, "wait") ? await waitForEnd(engine, submitted.taskId) : undefined;
      answer(context, { ...submitted, ...outcome }, ({ taskId, isNew }) => [
        isNew ? `submitted task ${String(taskId)}` : `task ${String(taskId)} holds the key and stands for it`,
        ...describeOutcome(taskId, outcome),
      ]);
      if (isGiven(context, "watch")) await watchTask(context, database, submitted.taskId);
    } finally {
      await engine.stop();
    }
  });
}

/** The engine polls for as long as one wait takes; then the state is read again. */
const WAIT_MS = 3_600_000;

type Ended = Pick<TaskOutcome, "state" | "result" | "error">;

/** Waits until the task has ended. Ctrl-C ends the waiting, not the task. */
async function waitForEnd(engine: Engine, taskId: bigint): Promise<Ended> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  for (;;) {
    const { state, result, error } = await engine.task(taskId).outcome({ waitMs: WAIT_MS, signal: stop.signal });
    const isOpen = state === "ACTIVE" || state === "PAUSED";
    if (isOpen && !stop.signal.aborted) continue;
    if (state !== "COMPLETED") process.exitCode = 1;
    return { state, result, error };
  }
}

function describeOutcome(taskId: bigint, outcome: Ended | undefined): string[] {
  if (outcome === undefined) return [];
  const { state, result, error } = outcome;
  const reason = error === undefined ? "" : `: ${error.code}: ${error.message}`;
  return [
    `task ${String(taskId)} is ${state}${oneLine(reason, REASON_LENGTH_MAX)}`,
    ...(state === "COMPLETED" ? [toJson(result ?? null)] : []),
  ];
}

const REASON_LENGTH_MAX = 500;

function readOptions(context: CommandContext): SubmitOptions {
  const { key, ...names } = textFlags(context, ["tenant", "group", "queue", "taskKey", "key", "callbackUrl"]);
  const announce = readAnnounce(context);
  const dueAt = timeFlag(context, "dueAt");
  const numbers = ["priority", "cost", "weight", "maxInFlight"].flatMap((name) => {
    const number = numberFlag(context, name);
    return number === undefined ? [] : [[name, number] as const];
  });
  return {
    ...names,
    submittedBy: loginName(),
    ...Object.fromEntries(numbers),
    ...(key === undefined ? {} : { unique: { key } }),
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(announce === undefined ? {} : { announce }),
  };
}

function readAnnounce(context: CommandContext): readonly Announcement[] | undefined {
  const given = textFlag(context, "announce")?.split(",");
  const wrong = given?.find((name) => !ANNOUNCEMENTS.some((known) => known === name));
  if (wrong !== undefined)
    throw new RotaError("COMMAND_INVALID", `--announce holds ${wrong}: give some of ${ANNOUNCEMENTS.join(",")}`);
  return given && ANNOUNCEMENTS.filter((known) => given.includes(known));
}

async function readInput(context: CommandContext): Promise<{ readonly input?: unknown }> {
  const [text, file] = [textFlag(context, "input"), textFlag(context, "inputFile")];
  if (text !== undefined && file !== undefined)
    throw new RotaError("COMMAND_INVALID", "give --input or --input-file, not both");
  if (text !== undefined) return { input: parseJson("--input", text) };
  return file === undefined ? {} : { input: await readJsonFile("--input-file", file) };
}

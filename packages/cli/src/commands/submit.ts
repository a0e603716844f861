/** Implements `rota submit`: submits a task that a module defines, and follows it to its end if requested. */
import { type Announcement, createEngine, RotaError, type SubmitOptions } from "@rota/engine";
import { ANNOUNCEMENTS } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import {
  isGiven,
  loginName,
  numberFlag,
  parseJson,
  readJsonFile,
  requiredFlag,
  textFlag,
  textFlags,
  timeFlag,
} from "../flags.ts";
import { loadTasks } from "../load-tasks.ts";
import { answer } from "../output/answer.ts";
import { watchTask } from "./tasks.ts";

export const submitCommand: CommandSpec = {
  name: "submit",
  sentence: "submit a task that a module defines",
  words: [{ name: "type", sentence: "the name of the definition" }],
  flags: [
    { flag: "--tasks <module>", sentence: "the module that exports the definition" },
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
    { flag: "--watch", sentence: "follow it to its end" },
  ],
  examples: [
    `rota submit demo.count-words --tasks tasks.mjs --input '{"pages": ["to be", "or not"]}' --tenant ann --watch`,
    "rota submit demo.count-words --tasks tasks.mjs --input-file pages.json --key pages-of-monday",
  ],
  exitOneWhen: "--watch saw it end in another state than COMPLETED",
  run: submit,
};

async function submit(context: CommandContext): Promise<void> {
  const [type = ""] = context.words;
  const submission = { type, options: readOptions(context), ...(await readInput(context)) };
  const loaded = await loadTasks(requiredFlag(context, "tasks", "which module defines it"));
  await withMigratedDatabase(context, async (database) => {
    const engine = await createEngine({ ...loaded, database, config: context.reading.config, logger: context.logger });
    try {
      const submitted = await engine.submitNamed(submission);
      answer(context, submitted, ({ taskId, isNew }) => [
        isNew ? `submitted task ${String(taskId)}` : `task ${String(taskId)} holds the key and stands for it`,
      ]);
      if (isGiven(context, "watch")) await watchTask(context, database, submitted.taskId);
    } finally {
      await engine.stop();
    }
  });
}

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

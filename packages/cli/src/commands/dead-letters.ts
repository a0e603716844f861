/** Implements `rota dead-letters`: lists, shows, replays and discards what failed for good. */
import { RotaError } from "@rota/engine";
import {
  type DeadLetter,
  type DeadLetterDetails,
  type DeadLetterFilter,
  type DeadLetterPage,
  discardDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  replayDeadLetters,
  type ReplayReport,
  showDeadLetter,
} from "@rota/engine/admin";
import type { DeadLetterAction, ReplayProgress } from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { choiceFlag, numberFlag, readActor, readJsonFile, textFlag, textFlags, timeFlag } from "../flags.ts";
import { type LoadedTasks, loadTasks } from "../load-tasks.ts";
import { answer, oneLine } from "../output/answer.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import { idWord, withSubCommands } from "../sub-commands.ts";

const FILTER_FLAGS = ["kind", "tenant", "queue", "type", "intake", "code", "from", "before"];
const ACTION_FLAGS = ["actor", "reason"];

export const deadLettersCommand: CommandSpec = withSubCommands({
  name: "dead-letters",
  sentence: "look through what failed for good, chunks and events, and decide about it",
  subCommands: [
    {
      name: "list",
      sentence: "the newest first",
      flags: [...FILTER_FLAGS, "state", "limit", "after"],
      run: printDeadLetters,
    },
    { name: "show", sentence: "all that is kept", flags: ["tasks"], words: ["id"], run: printDeadLetter },
    {
      name: "replay",
      sentence: "try it again",
      flags: [...ACTION_FLAGS, "tasks", "payload", "tenant", "eventId", "force"],
      words: ["id"],
      run: replayOne,
    },
    {
      name: "replay-all",
      sentence: "many, at a rate",
      flags: [...ACTION_FLAGS, ...FILTER_FLAGS, "tasks", "limit", "rate"],
      run: replayAll,
    },
    { name: "discard", sentence: "give it up", flags: ACTION_FLAGS, words: ["id"], run: discardOne },
  ],
  words: [{ name: "id", sentence: "of a letter, as it is listed: chunk-17-3, event-42 or parked-1-7" }],
  flags: [
    { flag: "--kind <kind>", sentence: "chunk, event or, of the outbox, parked (default: all)" },
    { flag: "--tenant <name>", sentence: "only this tenant; with replay: that of a message that says none" },
    { flag: "--queue <name>", sentence: "only chunks of this queue" },
    { flag: "--type <name>", sentence: "only chunks of this type of task" },
    { flag: "--intake <name>", sentence: "only events of this intake" },
    { flag: "--code <code>", sentence: "only those that failed with this code" },
    { flag: "--from <time>", sentence: "only those that failed at this time or later" },
    { flag: "--before <time>", sentence: "only those that failed earlier" },
    { flag: "--state <state>", sentence: "open, replayed or discarded (default: open)" },
    { flag: "--limit <count>", sentence: "how many at most; of a list: 50, up to 1000" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
    { flag: "--tasks <module>", sentence: "the module that exports tasks, intakes and the codec" },
    { flag: "--payload <file>", sentence: "with another payload, the json of this file" },
    { flag: "--event-id <id>", sentence: "that of a message that says none" },
    { flag: "--force", sentence: "also when it was discarded" },
    { flag: "--rate <count>", sentence: "how many a second at most (default: 100)" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why, for the audit log" },
  ],
  examples: [
    "rota dead-letters --tenant ann --code ECONNREFUSED",
    "rota dead-letters show chunk-17-3",
    'rota dead-letters replay chunk-17-3 --payload fixed.json --tasks tasks.mjs --reason "a page was missing"',
    "rota dead-letters replay-all --code ECONNREFUSED --rate 20",
    'rota dead-letters discard event-42 --reason "sent by mistake"',
  ],
  exitOneWhen: "replay-all could not replay some",
});

const DEFAULT_LIMIT = 50;

async function printDeadLetters(context: CommandContext): Promise<void> {
  const after = textFlag(context, "after");
  const state = choiceFlag(context, "state", ["open", "replayed", "discarded"]);
  const listing = {
    ...readFilter(context),
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after }),
    limit: numberFlag(context, "limit") ?? DEFAULT_LIMIT,
  };
  const page = await withMigratedDatabase(context, (database) => listDeadLetters(database, listing));
  answer(context, page, describePage);
}

function describePage({ letters: deadLetters, next }: DeadLetterPage): string[] {
  if (deadLetters.length === 0) return ["no dead letters"];
  return [...deadLetters.map(describeDeadLetter), ...(next === undefined ? [] : [`for more, add --after ${next}`])];
}

function describeDeadLetter(deadLetter: DeadLetter): string {
  const { id, at, tenant = "(no tenant)", code = "(no code)", reason = "" } = deadLetter;
  const what = describeSubject(deadLetter);
  return `${at.toISOString()}  ${id}  ${oneLine(`${tenant}: ${what}`)}  ${oneLine(`${code}: ${reason}`)}`;
}

function describeSubject(deadLetter: DeadLetter): string {
  switch (deadLetter.kind) {
    case "chunk":
      return `${deadLetter.type} in ${deadLetter.queue}`;
    case "event":
      return `event ${deadLetter.eventId ?? "(no id)"} of ${deadLetter.intake}`;
    case "parked":
      return `${deadLetter.type} for ${deadLetter.sink}, ${String(deadLetter.waiting)} behind it`;
  }
}

async function printDeadLetter(context: CommandContext): Promise<void> {
  const { codec } = await loadDefinitions(context);
  const deadLetter = await withMigratedDatabase(context, (database) =>
    showDeadLetter(database, idWord(context), { codec }),
  );
  answer(context, withBase64(deadLetter), () => describe(deadLetter));
}

/** Encodes the raw bytes of an event in base64, since JSON has no form for bytes. */
function withBase64(deadLetter: DeadLetterDetails): object {
  if (deadLetter.kind !== "event" || deadLetter.raw === undefined) return deadLetter;
  return { ...deadLetter, raw: Buffer.from(deadLetter.raw).toString("base64") };
}

function describe(deadLetter: DeadLetterDetails): string[] {
  const { id, state, tenant = "(no tenant)", at, code = "(no code)", reason = "", payload, acts } = deadLetter;
  return [
    `${id} is ${state}: it failed at ${at.toISOString()} with ${oneLine(`${code}: ${reason}`, REASON_SHOWN)}`,
    ...subjectLines(deadLetter, oneLine(tenant)),
    ...acts.map(describeAction),
    `payload: ${payload === undefined ? "none that can be read" : oneLine(JSON.stringify(payload), PAYLOAD_SHOWN)}`,
  ];
}

function subjectLines(deadLetter: DeadLetterDetails, tenant: string): string[] {
  switch (deadLetter.kind) {
    case "chunk":
      return [
        `chunk ${String(deadLetter.number)} of task ${String(deadLetter.taskId)} (${deadLetter.type}, version ${String(deadLetter.version)}) of ${tenant} in queue ${deadLetter.queue}`,
        ...deadLetter.pastAttempts.map(
          ({ attempt, outcome, endedAt, owner = "nobody" }) =>
            `  ${endedAt.toISOString()}  attempt ${String(attempt)}: ${outcome} by ${oneLine(owner)}`,
        ),
        ...(deadLetter.payloadProblem === undefined ? [] : [deadLetter.payloadProblem]),
      ];
    case "event":
      return [
        `event ${oneLine(deadLetter.eventId ?? "(no id)")} of ${tenant} through intake ${deadLetter.intake}, refused ${String(deadLetter.times)} times`,
        `came by ${oneLine(JSON.stringify(deadLetter.origin), REASON_SHOWN)}`,
      ];
    case "parked":
      return [
        `event ${deadLetter.eventId} (${deadLetter.type}) of ${tenant} for sink ${deadLetter.sink}: ${String(deadLetter.waiting)} later ones wait behind it`,
      ];
  }
}

const REASON_SHOWN = 2_000;
const PAYLOAD_SHOWN = 10_000;

function describeAction({ at, action, actor = "the system", details }: DeadLetterAction): string {
  return `  ${at.toISOString()}  ${action} by ${oneLine(actor)}  ${oneLine(JSON.stringify(details), REASON_SHOWN)}`;
}

async function replayOne(context: CommandContext): Promise<void> {
  const file = textFlag(context, "payload");
  const replay = {
    ...readActor(context),
    ...(await loadDefinitions(context)),
    ...(file === undefined ? {} : { payload: await readJsonFile("--payload", file) }),
    ...textFlags(context, ["tenant", "eventId"]),
    force: context.flags["force"] === true,
  };
  const replayed = await withMigratedDatabase(context, (database) =>
    replayDeadLetter(database, idWord(context), replay),
  );
  answer(context, replayed, ({ outcome, id }) => [SENTENCES[outcome](id)]);
}

const SENTENCES = {
  waiting: (id: string) => `${id} was replayed and waits for its turn`,
  duplicate: (id: string) => `${id} was replayed, and its event had been accepted meanwhile: nothing more is done`,
};

async function replayAll(context: CommandContext): Promise<void> {
  const { intakes } = await loadDefinitions(context);
  const [limit, perSecond] = [numberFlag(context, "limit"), numberFlag(context, "rate")];
  const bar = createProgressBar("replay");
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()); // a second Ctrl-C ends the process
  const replay = {
    ...readActor(context),
    ...(intakes === undefined ? {} : { intakes }),
    ...(limit === undefined ? {} : { limit }),
    ...(perSecond === undefined ? {} : { perSecond }),
    signal: stop.signal,
    onProgress: (progress: ReplayProgress) =>
      bar.show({ done: total(progress) - progress.left, total: total(progress), note: describeProgress(progress) }),
  };
  const report = await withMigratedDatabase(context, (database) =>
    replayDeadLetters(database, readFilter(context), replay),
  ).finally(() => bar.clear());
  answer(context, report, describeReport);
  if (report.failed > 0) process.exitCode = 1;
}

function total({ done, failed, left }: ReplayProgress): number {
  return done + failed + left;
}

function describeProgress({ done, failed, left }: ReplayProgress): string {
  return `${String(done)} replayed, ${String(failed)} failed, ${String(left)} left`;
}

function describeReport(report: ReplayReport): string[] {
  const { failures, failed } = report;
  const more = failed - failures.length;
  return [
    describeProgress(report),
    ...failures.map(({ id, code, message }) => `  ${id}  ${oneLine(`${code}: ${message}`)}`),
    ...(more === 0 ? [] : [`  and ${String(more)} more`]),
  ];
}

async function discardOne(context: CommandContext): Promise<void> {
  const id = idWord(context);
  const { actor, reason } = readActor(context);
  if (reason === undefined)
    throw new RotaError("COMMAND_INVALID", 'say why with --reason "…": it is kept in the audit log');
  await withMigratedDatabase(context, (database) => discardDeadLetter(database, id, { actor, reason }));
  answer(context, { id, state: "discarded" }, () => [`${id} was discarded`]);
}

function readFilter(context: CommandContext): DeadLetterFilter {
  const kind = choiceFlag(context, "kind", ["chunk", "event", "parked"]);
  const { from, before } = { from: timeFlag(context, "from"), before: timeFlag(context, "before") };
  return {
    ...(kind === undefined ? {} : { kind }),
    ...textFlags(context, ["tenant", "queue", "type", "intake", "code"]),
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Loads the definitions of the module, if one is given; not every dead letter needs one. */
async function loadDefinitions(context: CommandContext): Promise<Partial<LoadedTasks>> {
  const { tasks: module } = context.reading.config;
  return module === undefined ? {} : loadTasks(module);
}

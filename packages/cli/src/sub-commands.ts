/** Builds commands whose first word selects a sub-command with flags of its own. */
import { RotaError } from "@rota/engine";
import type { FlagSpec, WordSpec } from "@rota/engine/workload";
import type { CommandContext, CommandSpec } from "./command-spec.ts";
import { spelled } from "./flags.ts";

export type SubCommand = {
  readonly name: string;
  readonly sentence: string;
  /** Option names of its flags: `subjectId` for `--subject-id`. */
  readonly flags: readonly string[];
  /** Words that follow its name, such as an id. */
  readonly words?: readonly string[];
  readonly run: (context: CommandContext) => Promise<void>;
};

type SubCommandsSpec = Omit<CommandSpec, "words" | "run"> & {
  /** Sub-commands; the first one is the default. */
  readonly subCommands: readonly SubCommand[];
  /** Words that may follow the name of a sub-command. */
  readonly words?: readonly Omit<WordSpec, "isOptional">[];
};

export function withSubCommands({ subCommands, words = [], flags = [], ...spec }: SubCommandsSpec): CommandSpec {
  const what: WordSpec = {
    name: "what",
    sentence: subCommands.map(describe).join("; "),
    isOptional: true,
    choices: subCommands.map(({ name }) => name),
  };
  return {
    ...spec,
    words: [what, ...words.map((word) => ({ ...word, isOptional: true }))],
    flags: flags.map((flag) => withUsers(flag, subCommands)),
    run: (context) => runSubCommand(spec.name, subCommands, context),
  };
}

function describe({ name, words = [], sentence }: SubCommand): string {
  return `${[name, ...words.map((word) => `<${word}>`)].join(" ")}: ${sentence}`;
}

/** Adds to a flag's description which sub-commands accept it. */
function withUsers(flag: FlagSpec, subCommands: readonly SubCommand[]): FlagSpec {
  const users = subCommands.filter(({ flags }) => flags.some((name) => flag.flag.split(" ")[0] === spelled(name)));
  if (users.length === subCommands.length) return flag;
  return { ...flag, sentence: `${users.map(({ name }) => name).join(", ")}: ${flag.sentence}` };
}

async function runSubCommand(command: string, known: readonly SubCommand[], context: CommandContext): Promise<void> {
  const [name = known[0]?.name ?? ""] = context.words;
  const asked = known.find((one) => one.name === name);
  if (asked === undefined) throw new Error(`the command line let "${name}" pass`);
  refuseWords(command, asked, context.words.slice(1));
  refuseFlagsOfOthers(command, asked, known, context.flags);
  await asked.run(context);
}

function refuseWords(command: string, { name, words = [] }: SubCommand, given: readonly string[]): void {
  if (given.length === words.length) return;
  const usage = [`rota ${command} ${name}`, ...words.map((word) => `<${word}>`)].join(" ");
  throw new RotaError("COMMAND_INVALID", `write ${usage}, and flags behind it`, { command });
}

/** Refuses flags of other sub-commands, which would be ignored. */
function refuseFlagsOfOthers(
  command: string,
  { name, flags }: SubCommand,
  known: readonly SubCommand[],
  given: CommandContext["flags"],
): void {
  const others = new Set(known.flatMap((one) => one.flags).filter((flag) => !flags.includes(flag)));
  const stray = Object.keys(given).find((flag) => others.has(flag));
  if (stray === undefined) return;
  const fitting = known.filter((one) => one.flags.includes(stray)).map((one) => one.name);
  const flag = spelled(stray);
  const message = `${flag} does not go with rota ${command} ${name}, only with ${fitting.join(" and ")}; leave it out`;
  throw new RotaError("COMMAND_INVALID", message, { flag });
}

/** Returns the word after the name of a sub-command, such as an id. */
export function idWord({ words }: CommandContext): string {
  return words[1] ?? "";
}

/** Builds commands that have sub-commands, each with words, flags and help of its own. */
import type { FlagSpec, WordSpec } from "@rota/engine/workload";
import { type CommandContext, type CommandSpec, nameOfFlag } from "./command-spec.ts";
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
  const parts = subCommands.map(({ name, sentence, flags: accepted, words: needed = [] }) => ({
    name,
    sentence,
    words: words.filter((word) => needed.includes(word.name)),
    flags: flags.filter((flag) => accepted.some((option) => nameOfFlag(flag) === spelled(option))),
    examples: examplesOf(spec, name, subCommands),
  }));
  return { ...spec, parts, run: (context) => runSubCommand(subCommands, context) };
}

/** Returns the examples of a sub-command; those without the name of one are of the first. */
function examplesOf(
  { name, examples }: Pick<CommandSpec, "name" | "examples">,
  part: string,
  all: readonly SubCommand[],
) {
  const partOf = (line: string): string | undefined => {
    const [, word] = line.split(`rota ${name} `);
    return all.find((each) => each.name === word?.split(" ")[0])?.name ?? all[0]?.name;
  };
  return examples.filter((line) => partOf(line) === part);
}

async function runSubCommand(known: readonly SubCommand[], context: CommandContext): Promise<void> {
  const [name = ""] = context.words;
  const asked = known.find((one) => one.name === name);
  if (asked === undefined) throw new Error(`the command line let "${name}" pass`);
  await asked.run(context);
}

/** Returns the word after the name of a sub-command, such as an id. */
export function idWord({ words }: CommandContext): string {
  return words[1] ?? "";
}

/** Returns every word that a shell may complete, and every flag, of a command and of its sub-commands. */
export function completedParts({ words = [], flags = [], parts = [] }: CommandSpec): {
  readonly words: readonly string[];
  readonly flags: readonly FlagSpec[];
} {
  const all = [...flags, ...parts.flatMap((part) => part.flags)];
  return {
    words: [...parts.map(({ name }) => name), ...words.flatMap(({ choices = [] }) => choices)],
    flags: [...new Map(all.map((flag) => [nameOfFlag(flag), flag])).values()],
  };
}

/** What can be typed where, for the completion of shells. Pure. */
import { flagName, optionNames, optionTable } from "@rota/engine";
import { COMMON_FLAGS, nameOfFlag, type CommandSpec, type FlagSpec } from "../command/command-spec.ts";

export type CompletedCommand = {
  readonly name: string;
  readonly sentence: string;
  /** What may follow its name as a word. */
  readonly words: readonly string[];
  readonly flags: readonly CompletedFlag[];
};

export type CompletedFlag = { readonly name: string; readonly sentence: string; readonly hasValue: boolean };

export function completedCommands(commands: readonly CommandSpec[]): CompletedCommand[] {
  return commands
    .filter(({ isHidden = false }) => !isHidden)
    .map(({ name, sentence, words = [], flags = [] }) => ({
      name,
      sentence,
      words: words.flatMap(({ choices = [] }) => choices),
      flags: flags.map(toFlag),
    }));
}

/** Those of every command. */
export function completedCommonFlags(): CompletedFlag[] {
  const options = optionNames().map((key) => ({
    name: flagName(key),
    sentence: optionTable[key].sentence,
    hasValue: true,
  }));
  return [
    ...COMMON_FLAGS.map(toFlag),
    { name: "--help", sentence: "explain the command", hasValue: false },
    ...options,
  ];
}

function toFlag(flag: FlagSpec): CompletedFlag {
  return { name: nameOfFlag(flag), sentence: flag.sentence, hasValue: flag.flag.includes("<") };
}

/** What a command is; the command line, its help, the completion of shells and the page about it are all made of this. */
import type { CommandContext } from "./with-config.ts";

export type CommandSpec = {
  /** As it is typed. One of a workload has two words: `elections open`. */
  readonly name: string;
  /** What it does, as it continues "rota … will". */
  readonly sentence: string;
  /** What follows the name, in this order. */
  readonly words?: readonly WordSpec[];
  /** Those of the configuration, `--json` and `--stack` go with every command and are not named here. */
  readonly flags?: readonly FlagSpec[];
  /** Whole lines that can be typed as they are. */
  readonly examples: readonly string[];
  /** Why the check of the pages cannot run them, and what does instead. */
  readonly examplesNotRun?: string;
  /** What its exit code 1 says, where it has one. */
  readonly saysNo?: string;
  /** Not for people: it is in no help, completion or page. */
  readonly isHidden?: boolean;
  readonly run: (context: CommandContext) => Promise<void>;
};

export type WordSpec = {
  readonly name: string;
  readonly sentence: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
};

export type FlagSpec = {
  /** As help shows it: `--limit <count>`, `--watch`, `--no-work`. */
  readonly flag: string;
  readonly sentence: string;
  readonly isRequired?: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
};

/** `--limit` of `--limit <count>`. */
export function nameOfFlag({ flag }: FlagSpec): string {
  return flag.split(" ")[0] ?? flag;
}

/** Flags that every command has. */
export const COMMON_FLAGS: readonly FlagSpec[] = [
  { flag: "--json", sentence: "answer in json, and tell errors in json" },
  { flag: "--config <file>", sentence: "the file of options (default: rota.config.json)" },
  { flag: "--stack", sentence: "show where an error comes from" },
];

/** Contract of a command of the command line: its words, flags and examples, and what it runs with. */
import type { ConfigReading } from "../config/read-config.ts";
import type { Logger } from "../runtime/logger.ts";

/** Command of `rota`. */
export type CommandSpec = {
  /** Name as typed. A command of a workload has two words: `library import`. */
  readonly name: string;
  /** Description of the command, as it continues "rota … will". */
  readonly sentence: string;
  /** Words that follow the name, in this order. */
  readonly words?: readonly WordSpec[];
  /**
   * Flags of this command. The configuration, `--json` and `--stack` belong to every command and are not listed here.
   */
  readonly flags?: readonly FlagSpec[];
  /** Complete lines that can be typed as they are. */
  readonly examples: readonly string[];
  /** Reason why the check of the docs cannot run the examples, and what covers them instead. */
  readonly examplesNotRun?: string;
  /** Meaning of exit code 1, for commands that have one. */
  readonly exitOneWhen?: string;
  /** Leaves the command out of help, completion and docs. */
  readonly isHidden?: boolean;
  readonly run: (context: CommandContext) => Promise<void>;
};

/** Word that follows the name of a command. */
export type WordSpec = {
  readonly name: string;
  readonly sentence: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
};

/** Flag of a command. */
export type FlagSpec = {
  /** Flag as help shows it: `--limit <count>`, `--watch`, `--no-work`. */
  readonly flag: string;
  readonly sentence: string;
  readonly isRequired?: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
};

/** Input of every command: the configuration, a log, its own words and flags. */
export type CommandContext = {
  readonly reading: ConfigReading;
  readonly logger: Logger;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
};

/** Contract of a command of the command line: its words, flags and examples, and what it runs with. */
import type { Database } from "../database/database.ts";
import type { Logger } from "../runtime/logger.ts";
import type { ConfigReading } from "./load-config.ts";

/** Command that a workload adds to `rota`. */
export type CommandSpec = CommandFacts &
  (
    | { readonly run: (context: CommandContext) => Promise<void> }
    /** Sub-commands, one of which the first word selects; without a word the first one runs. */
    | { readonly subCommands: readonly SubCommand[] }
  );

/** Description of a command, from which help, completion and the documentation are made. */
export type CommandFacts = {
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
};

/** Sub-command with flags of its own. */
export type SubCommand = {
  readonly name: string;
  readonly sentence: string;
  /** Option names of its flags: `subjectId` for `--subject-id`. */
  readonly flags: readonly string[];
  /** Words that follow its name, such as an id. */
  readonly words?: readonly string[];
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

/** Input of a command, and what it may do. */
export type CommandContext = {
  readonly reading: ConfigReading;
  readonly logger: Logger;
  /** Words behind the name of the command. */
  readonly words: readonly string[];
  readonly flags: CommandFlags;
  readonly output: CommandOutput;
  /** Login name of the person who runs the command. */
  readonly login: string;
  /** Opens the configured database for `use` and closes it. A database that lacks tables of the engine or of a workload is refused. */
  withDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result>;
  /** Runs until Ctrl-C. What `open` registers is stopped in the end, and at once if `open` fails. */
  runUntilStopped(open: (run: CommandRun) => Promise<void>): Promise<void>;
};

/** Flags of a command by their option names: `subjectId` for `--subject-id`. A value that cannot be used is refused with COMMAND_INVALID. */
export type CommandFlags = {
  /** Returns whether a flag without a value is given. */
  isGiven(name: string): boolean;
  text(name: string): string | undefined;
  /** Returns the text of a flag that must be given; `what` continues "say …" in the refusal. */
  required(name: string, what: string): string;
  whole(name: string, limits: { readonly min: number; readonly max: number }): number | undefined;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
};

/** Output of a command on the terminal and in files, and the form of texts for people. */
export type CommandOutput = {
  /** Answers with the value as JSON if `--json` is given, else with lines. */
  readonly answer: <Value>(value: Value, describe: (value: Value) => readonly string[]) => void;
  /** Shows the progress of long work on a terminal, and nothing elsewhere. */
  readonly progress: (label: string) => CommandProgress;
  /** Writes a new file and creates its folder. A file that exists is refused and left unchanged. */
  readonly writeNew: (file: string, content: object | string, mode?: number) => Promise<void>;
  /** Writes texts to a file, which appears only when it is complete, or to standard output. */
  readonly write: (
    pieces: AsyncIterable<string>,
    place: { readonly file: string | undefined; readonly isOverwriting: boolean },
  ) => Promise<void>;
  /** Formats a number: `1,203`. */
  readonly count: (value: number) => string;
  /** Formats a number with its noun: `1 entry`, `1,203 entries`. */
  readonly nouns: (value: number, one: string, many: string) => string;
  /** Formats a duration: `340 ms`, `4.2 s`, `12 min`. */
  readonly duration: (ms: number) => string;
  /** Cleans a text of control characters, which terminals interpret, and cuts it. */
  readonly oneLine: (text: string, lengthMax?: number) => string;
  /** Formats a table in columns. */
  readonly table: (head: readonly string[], rows: readonly (readonly string[])[]) => string[];
  /** Formats one fact per line, with the names in their own column. */
  readonly facts: (facts: readonly (readonly [name: string, value: string | undefined])[]) => string[];
  /** Formats the steps of a verification, followed by the first failures of each. */
  readonly steps: (steps: readonly VerifiedStep[]) => string[];
};

/** Progress of long work. */
export type CommandProgress = {
  /** Shows the progress; without a total only the note. */
  show(progress: { readonly done: number; readonly total?: number | undefined; readonly note?: string }): void;
  /** Removes the line. */
  clear(): void;
};

/** Step of a verification. */
export type VerifiedStep = {
  readonly step: number;
  readonly name: string;
  readonly verdict: "pass" | "fail" | "none";
  readonly checked: number;
  readonly failed: number;
  readonly failures: readonly { readonly where: string; readonly why: string }[];
  /** Duration, for steps long enough to report it. */
  readonly ms?: number;
};

/** Run of a command that lasts until Ctrl-C. */
export type CommandRun = {
  /** Aborts when the command must end. */
  readonly signal: AbortSignal;
  /** Registers a part to stop; what was registered last is stopped first. */
  onStop(name: string, stop: () => Promise<void> | void): void;
  /** Prints that everything runs: the facts as JSON if `--json` is given, else the lines. */
  ready(facts: object, lines: readonly string[]): void;
};

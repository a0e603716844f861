/** Describes a command: its words, flags and examples, and the configuration, log and flags that it runs with. */
import { type ConfigReading, createLogger, loadConfig, type Logger, RotaError } from "@rota/engine";
import { optionNames } from "@rota/engine/internal";
import type { Command } from "commander";

export type CommandSpec = {
  /** Name as typed. A command of a workload has two words: `elections open`. */
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

export type WordSpec = {
  readonly name: string;
  readonly sentence: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
};

export type FlagSpec = {
  /** Flag as help shows it: `--limit <count>`, `--watch`, `--no-work`. */
  readonly flag: string;
  readonly sentence: string;
  readonly isRequired?: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
};

/** Returns the name of a flag: `--limit` of `--limit <count>`. */
export function nameOfFlag({ flag }: FlagSpec): string {
  return flag.split(" ")[0] ?? flag;
}

/** Flags of every command. */
export const COMMON_FLAGS: readonly FlagSpec[] = [
  { flag: "--json", sentence: "answer in json, and tell errors in json" },
  { flag: "--config <file>", sentence: "the file of options (default: rota.config.json)" },
  { flag: "--stack", sentence: "show where an error comes from" },
];

/** Input of every command: the configuration, a log, its own words and flags. */
export type CommandContext = {
  readonly reading: ConfigReading;
  readonly logger: Logger;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
};

type Action = (...given: unknown[]) => Promise<void>;

export function withConfig(run: (context: CommandContext) => Promise<void>): Action {
  return async (...given) => {
    const command = given.at(-1);
    const words = given.filter((word) => typeof word === "string");
    const flags = optionsOf(command);
    refuseBroken([...words, ...Object.values(flags)]);
    const reading = await loadConfig({ env: process.env, flags: configFlags(flags), cwd: process.cwd() });
    const { logLevel, logJson } = reading.config;
    const logger = createLogger({ level: logLevel, json: logJson });
    for (const hint of reading.hints) logger.warn({}, hint);
    await run({ reading, logger, words, flags });
  };
}

/** Refuses texts that a database cannot store; no name needs them. */
function refuseBroken(given: readonly unknown[]): void {
  const broken = given.find((text) => typeof text === "string" && /\0|\p{Cs}/u.test(text));
  if (broken === undefined) return;
  throw new RotaError("COMMAND_INVALID", "a word or flag holds a NUL or half a character; write it as plain text");
}

function optionsOf(command: unknown): Record<string, unknown> {
  return isCommand(command) ? command.opts() : {};
}

function isCommand(value: unknown): value is Command {
  return typeof value === "object" && value !== null && "opts" in value;
}

function configFlags(flags: Record<string, unknown>): Record<string, unknown> {
  const known = new Set<string>([...optionNames(), "config"]);
  return Object.fromEntries(Object.entries(flags).filter(([name]) => known.has(name)));
}

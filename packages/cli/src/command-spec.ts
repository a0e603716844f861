/** Describes a command: its words, flags and examples, and the configuration, log and flags that it runs with. */
import { type ConfigReading, createLogger, loadConfig, type Logger, RotaError } from "@rota/engine";
import { optionNames } from "@rota/engine/internal";
import type { Command } from "commander";

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

/** What every command gets: the configuration, a log, its own words and flags. */
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

/** No database stores them, and no name needs them. */
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

/** Describes a command as the command line runs it, with the configuration, log and flags that it runs with. */
import { type ConfigReading, createLogger, loadConfig, type Logger, RotaError } from "@rota/engine";
import { optionNames, retiredOptions } from "@rota/engine/internal";
import type { CommandFacts, FlagSpec, WordSpec } from "@rota/engine/workload";
import type { Command } from "commander";

/** Command as the command line runs it. Those of workloads are adapted to it. */
export type CommandSpec = CommandFacts & {
  /** Heading in the help of `rota`. Default: that of the engine's commands. */
  readonly heading?: string;
  /** First page of the documentation of its workload. */
  readonly documentation?: string | undefined;
  /** Sub-commands, the first of which is the default. `run` gets the name of the sub-command as the first word. */
  readonly parts?: readonly CommandPart[];
  /** Whether the command also runs when the configuration cannot be read, then with the defaults. */
  readonly runsWithoutConfig?: boolean;
  readonly run: (context: CommandContext) => Promise<void>;
};

/** Sub-command as help shows it. */
export type CommandPart = Pick<CommandFacts, "name" | "sentence" | "examples"> & {
  readonly words: readonly WordSpec[];
  readonly flags: readonly FlagSpec[];
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

export function withConfig({ run, runsWithoutConfig = false }: CommandSpec): Action {
  return async (...given) => {
    const command = given.at(-1);
    const words = given.filter((word) => typeof word === "string");
    const flags = optionsOf(command);
    refuseBroken([...words, ...Object.values(flags)]);
    const place = { env: process.env, flags: configFlags(flags), cwd: process.cwd() };
    const reading = await (runsWithoutConfig ? loadConfig(place).catch(loadDefaults) : loadConfig(place));
    const { logLevel, logJson } = reading.config;
    const logger = createLogger({ level: logLevel, json: logJson });
    for (const hint of reading.hints) logger.warn({}, hint);
    await run({ reading, logger, words, flags });
  };
}

/** Reads the defaults: the folder of this file holds no file of options. */
function loadDefaults(): Promise<ConfigReading> {
  return loadConfig({ env: {}, flags: {}, cwd: import.meta.dirname });
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
  const known = new Set<string>([...optionNames(), ...Object.keys(retiredOptions), "config"]);
  return Object.fromEntries(Object.entries(flags).filter(([name]) => known.has(name)));
}

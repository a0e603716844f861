/** Reads the configuration before a command runs and tells of what is odd about it. */
import type { Command } from "commander";
import { createLogger, loadConfig, optionNames, RotaError, type ConfigReading, type Logger } from "@rota/engine";

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

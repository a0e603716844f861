/** Structured logs: one JSON object a line, or readable lines in a terminal. Secrets never reach it. */
import { pino, type DestinationStream, type Logger as PinoLogger } from "pino";
import { redactUrls } from "../config/describe-config.ts";
import type { Config } from "../config/options.ts";
import { readableLine } from "./readable-line.ts";
import { redactFields } from "./redact-fields.ts";

/** What the parts of the engine may do with a log: fields first, then one sentence. */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error"> & {
  child(fields: Record<string, unknown>): Logger;
};

export type LoggerOptions = {
  readonly level: Config["logLevel"];
  readonly json: boolean;
  /** Where lines go. Default: standard error, so that standard output is left to what a command answers. */
  readonly destination?: DestinationStream;
};

export function createLogger({ level, json, destination = standardError() }: LoggerOptions): Logger {
  const readable: DestinationStream = { write: (line) => destination.write(readableLine(line)) };
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactFields },
      hooks: { streamWrite: redactUrls },
    },
    json ? destination : readable,
  );
  return redacting(logger);
}

/** Says nothing: for tests. */
export const silentLogger: Logger = pino({ level: "silent" });

/** The fields of a child are written as they are, so they are made safe when the child is born. */
function redacting(logger: PinoLogger): Logger {
  return {
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    child: (fields) => redacting(logger.child(redactFields(fields))),
  };
}

/** Written before the call returns, so that the last words of a process are not lost. */
function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: true });
}

/** Writes structured logs, as JSON lines or as readable lines in a terminal, and removes secrets from them. */
import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { redactUrls } from "../config/describe-config.ts";

/** Log of the parts of the engine: fields first, then one sentence. */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error"> & {
  child(fields: Record<string, unknown>): Logger;
};

/** Level, form and destination of a log. */
export type LoggerOptions = {
  readonly level: Config["logLevel"];
  readonly json: boolean;
  /** Where lines go. Default: standard error, so that standard output is left to what a command answers. */
  readonly destination?: DestinationStream;
};

/** Creates a logger that writes one line per entry: JSON, or text for a terminal. */
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

/** Logger that writes nothing, for tests. */
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

/** Turns one JSON line of the log into a line for people: time, level, sentence, fields. Pure. */
function readableLine(line: string): string {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== "object" || parsed === null) return line;
  const { time, level, msg, ...fields } = { time: "", level: "", msg: "", ...parsed };
  const { stack, ...shown } = withoutStack(fields);
  const words = Object.entries(shown).map(([name, value]) => `${name}=${valueText(value)}`);
  const head = [time.slice(TIME_START, TIME_END), level.toUpperCase().padEnd(LEVEL_WIDTH), msg, ...words];
  return `${head.filter((part) => part !== "").join(" ")}\n${stack}`;
}

/** The clock time within `2030-01-01T00:00:00.000Z`. */
const TIME_START = 11;
const TIME_END = 23;
const LEVEL_WIDTH = 5;

/** An error's stack has lines of its own; the rest of the error fits into one. */
function withoutStack(fields: Record<string, unknown>): Record<string, unknown> & { stack: string } {
  const { error, ...others } = fields;
  if (typeof error !== "object" || error === null) return { ...fields, stack: "" };
  const { name, message, stack, ...rest } = { name: "Error", message: "", stack: "", ...error };
  const frames = stack.split("\n").filter((frame) => frame.startsWith("    at "));
  return { ...others, error: `${name}: ${message}`, ...rest, stack: frames.map((frame) => `${frame}\n`).join("") };
}

function valueText(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** Makes the fields of a log line safe to write: secrets are hidden by name, errors become plain objects. Pure. */
function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0);
}

const HIDDEN = "(hidden)";
const SECRET_NAMES = new Set([
  "pass",
  "token",
  "authorization",
  "cookie",
  "setcookie",
  "apikey",
  "privatekey",
  "pepper",
]);
const SECRET_ENDINGS = /(password|secret|secrets|credentials)$/;
/** Deeper or longer values are cut, so that a line stays a line and a circle ends. */
const DEPTH_MAX = 5;
const ITEMS_MAX = 100;

function redactObject(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, ITEMS_MAX);
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecretName(name) ? HIDDEN : plain(value, depth)]));
}

/** `leaseToken` is no secret: it is the whole name that counts, whatever its case and separators. */
function isSecretName(name: string): boolean {
  const plainName = name.replace(/[-_]/g, "").toLowerCase();
  return SECRET_NAMES.has(plainName) || SECRET_ENDINGS.test(plainName);
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= DEPTH_MAX) return "(more)";
  if (value instanceof Error) return plainError(value, depth);
  if (ArrayBuffer.isView(value)) return `(${String(value.byteLength)} bytes)`;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => plain(item, depth + 1));
  return redactObject(value, depth + 1);
}

function plainError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const own = redactObject(error, depth + 1);
  return { name, message, ...own, stack, ...(cause === undefined ? {} : { cause: plain(cause, depth + 1) }) };
}

/** Structured logs: one JSON object a line, or readable lines in a terminal. Secrets never reach it. */
import type { Logger as PinoLogger } from "pino";

/** What the parts of the engine may do with a log: fields first, then one sentence. */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error"> & {
  child(fields: Record<string, unknown>): Logger;
};

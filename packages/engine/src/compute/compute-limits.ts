/** The limits of a compute pool: each with its sentence, default and range. Pure. */
import { availableParallelism } from "node:os";
import { RotaError } from "../errors.ts";

export type ComputeLimits = {
  /** How many computations run at once, each in a process of its own. Default: one less than the cores, at least 1. */
  readonly processes: number;
  /** What a computation may hold, in MB: objects, texts and buffers together. Default 256. */
  readonly memoryMbMax: number;
  /** How many computations may wait for a process. Default 1,000. */
  readonly queuedMax: number;
  /** How long a computation may run, its waiting not counted. Default 10 minutes. */
  readonly timeoutMs: number;
  /** How long a process without work is kept. Default 30 s. */
  readonly idleMs: number;
  /** How large data or result may be when they are sent. Default 64 MiB. */
  readonly messageBytesMax: number;
};

const DAY_MS = 86_400_000;

const RANGES: Readonly<Record<keyof ComputeLimits, { default: number; min: number; max: number }>> = {
  processes: { default: Math.max(1, availableParallelism() - 1), min: 1, max: 1_000 },
  memoryMbMax: { default: 256, min: 16, max: 1_000_000 },
  queuedMax: { default: 1_000, min: 0, max: 1_000_000 },
  timeoutMs: { default: 600_000, min: 1, max: DAY_MS },
  idleMs: { default: 30_000, min: 0, max: DAY_MS },
  messageBytesMax: { default: 64 * 2 ** 20, min: 1_024, max: 2 ** 30 },
};

export function computeLimits(given: Partial<ComputeLimits>): ComputeLimits {
  const limit = (name: keyof ComputeLimits): number => checkLimit(name, given[name] ?? RANGES[name].default);
  return {
    processes: limit("processes"),
    memoryMbMax: limit("memoryMbMax"),
    queuedMax: limit("queuedMax"),
    timeoutMs: limit("timeoutMs"),
    idleMs: limit("idleMs"),
    messageBytesMax: limit("messageBytesMax"),
  };
}

export function checkLimit(name: keyof ComputeLimits, value: number): number {
  const { min, max } = RANGES[name];
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RotaError(
    "CONFIG_INVALID",
    `${name} (${String(value)}) of the compute pool must be a whole number from ${String(min)} to ${String(max)}`,
    { name, value: String(value), min, max },
  );
}

/** Checks the input of a task and cuts it into the payloads of its chunks. */
import { RotaError } from "../../errors.ts";
import { CHUNKS_MAX } from "../new-task.ts";
import { checkedJson } from "../submission/check-field.ts";
import { checkInput } from "./input/check-input.ts";
import type { AnyOptions } from "./task-options.ts";

export type PlannedChunks = {
  /** Undefined for a job: its payload is the input. */
  readonly input: unknown;
  readonly payloads: readonly unknown[];
};

/**
 * Schemas see what will be stored, that is what JSON makes of the values, and what was given is stored, not what they made
 * of it: so a value that is accepted now is accepted by the same schema when it is run.
 */
export async function planChunks(options: AnyOptions, given: unknown): Promise<PlannedChunks> {
  const task = `task "${options.name}"`;
  const stored = asStored("input", given);
  const input = options.input === undefined ? stored : await checkInput(options.input, stored, `input of ${task}`);
  if (options.split === undefined) return { input: undefined, payloads: [stored] };
  const parts = checkParts(await options.split(input), task);
  const payloads = parts.map((part) => asStored("payload", part));
  if (options.chunk !== undefined)
    for (const [index, payload] of payloads.entries())
      await checkInput(options.chunk, payload, `payload of chunk ${String(index + 1)} of ${task}`);
  return { input: stored, payloads };
}

function asStored(field: string, value: unknown): unknown {
  return JSON.parse(checkedJson(field, value));
}

function checkParts(parts: unknown, task: string): readonly unknown[] {
  if (Array.isArray(parts) && parts.length >= 1 && parts.length <= CHUNKS_MAX) return parts;
  const what = Array.isArray(parts) ? `${String(parts.length)} chunks` : `a value of type ${typeof parts}`;
  throw new RotaError(
    "TASK_SPLIT_INVALID",
    `split of ${task} gave ${what}: it must give a list of 1 to ${String(CHUNKS_MAX)} payloads`,
    { countMax: CHUNKS_MAX },
  );
}

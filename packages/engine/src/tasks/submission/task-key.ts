/** Builds ids that say what a task is about and end in its time, and the ids of its chunks. Pure. */
import type { TimedKey } from "../new-task.ts";
import { refusal } from "./check-field.ts";

/**
 * A key of the form `{type}_{label}{value}…_{time}`. The time, in milliseconds, is given by the database when the task is
 * submitted; where another task has it already, the next free one is taken.
 *
 * @example taskKey("tally_creation", [["e", 42], ["g", 3]]) // tally_creation_e42_g3_1738435200000
 */
export function taskKey(type: string, parts: readonly (readonly [label: string, value: string | number])[]): TimedKey {
  for (const [label, value] of parts) {
    if (!LABEL.test(label)) throw refusal(`label "${label}" of a task key must be lower-case letters`, { label });
    if (!VALUE.test(String(value)))
      throw refusal(`part "${label}${String(value)}" of a task key must be letters, digits or hyphens`, { label });
  }
  return { stem: [type, ...parts.map(([label, value]) => `${label}${String(value)}`)].join("_") };
}

/** The id of a chunk, made from that of its task. */
export function chunkKey(key: string, number: number): string {
  return `${key}_chunk_${String(number)}`;
}

const LABEL = /^[a-z]+$/;
/** Without underscores, which separate the parts: two different lists of parts never give the same key. */
const VALUE = /^[A-Za-z0-9-]+$/;

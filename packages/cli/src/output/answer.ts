/**
 * Prints the result of a command, as JSON for programs or as lines for people, and formats texts, counts and durations.
 */
import type { CommandContext } from "../command-spec.ts";

export function answer<Value>(
  { flags }: Pick<CommandContext, "flags">,
  value: Value,
  describe: (value: Value) => readonly string[],
): void {
  if (flags["json"] === true) console.log(toJson(value));
  else for (const line of describe(value)) console.log(line);
}

/** Serializes a value; bigints become text. */
export function toJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === "bigint" ? String(field) : field), indent);
}

/** Maximum number of characters of a text in a line; the JSON has all of it. */
const SHOWN_LENGTH = 120;

/** Cleans a text for one line: names, errors and events may contain control characters, which terminals interpret. */
export function oneLine(text: string, lengthMax = SHOWN_LENGTH): string {
  const clean = withoutControls(text);
  return clean.length <= lengthMax ? clean : `${clean.slice(0, lengthMax)}…`;
}

export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ");
}

/** Formats a number: `1,203`. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** Formats a number with its noun: `1 entry`, `1,203 entries`. */
export function nouns(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Formats a duration: `340 ms`, `4.2 s`, `12 min`, `3.5 h`, `2 days`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${String(Math.round(ms))} ms`;
  if (ms < 90_000) return `${tenths(ms / 1_000)} s`;
  if (ms < 5_400_000) return `${tenths(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${tenths(ms / 3_600_000)} h`;
  return `${String(Math.round(ms / 86_400_000))} days`;
}

function tenths(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

/** Formats the age of a time, by the clock of this machine. */
export function ago(at: Date | undefined): string {
  return at === undefined ? "" : `${duration(Math.max(0, Date.now() - at.getTime()))} ago`;
}

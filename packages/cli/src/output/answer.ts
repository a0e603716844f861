/** Prints what a command answers: json for programs, lines for people. */
import type { CommandContext } from "../command/with-config.ts";

export function answer<Value>(
  { flags }: Pick<CommandContext, "flags">,
  value: Value,
  describe: (value: Value) => readonly string[],
): void {
  if (flags["json"] === true) console.log(toJson(value));
  else for (const line of describe(value)) console.log(line);
}

/** Whole numbers beyond 53 bits become text. */
export function toJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === "bigint" ? String(field) : field), indent);
}

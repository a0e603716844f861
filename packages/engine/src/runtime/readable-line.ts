/** Turns one JSON line of the log into a line for people: time, level, sentence, fields. Pure. */
export function readableLine(line: string): string {
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

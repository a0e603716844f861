/** Event types and the patterns by which endpoints ask for them: exact, `*` or `prefix.*`. Pure. */
import { RotaError } from "../../errors.ts";

export const TYPES_MAX = 100;
export const TYPE_LENGTH_MAX = 200;
const TYPE = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/** The database decides by `rota.webhook_wants`; a test holds the two together. */
export function wantsEvent(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === "*" || pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
  );
}

export function isEventType(type: unknown): type is string {
  return typeof type === "string" && type.length <= TYPE_LENGTH_MAX && TYPE.test(type);
}

export function checkPatterns(patterns: readonly string[]): void {
  if (!Array.isArray(patterns) || patterns.length < 1 || patterns.length > TYPES_MAX)
    throw new RotaError("WEBHOOK_INVALID", `eventTypes must be a list of 1 to ${String(TYPES_MAX)} event types`, {
      field: "eventTypes",
    });
  const wrong: unknown = patterns.find((pattern) => !isPattern(pattern));
  if (wrong === undefined) return;
  const shown = typeof wrong === "string" ? JSON.stringify(wrong.slice(0, TYPE_LENGTH_MAX)) : `a ${typeof wrong}`;
  throw new RotaError(
    "WEBHOOK_INVALID",
    `eventTypes holds ${shown}: give event types such as passport.version.signed, passport.* for all that begin so, or * for all`,
    { field: "eventTypes" },
  );
}

function isPattern(pattern: unknown): boolean {
  if (pattern === "*") return true;
  return isEventType(typeof pattern === "string" && pattern.endsWith(".*") ? pattern.slice(0, -2) : pattern);
}

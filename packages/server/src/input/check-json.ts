/** Reads JSON and refuses what is JSON but hurts whoever handles it later: depth, `__proto__`, text that cannot be stored. Pure. */
import { RotaError } from "@rota/engine";

/** Deeper ones are nobody's data, and what walks them by recursion would run out of stack. */
export const JSON_DEPTH_MAX = 64;
/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Cs}/u;

/** A key that comes twice counts the second time, for whoever checks and whoever handles it alike. */
export function readJson(text: string): unknown {
  const value = parse(text);
  const levels: Iterator<readonly [string, unknown]>[] = [[["", value] as const].values()];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.next();
    if (next.done === true) {
      levels.pop();
      continue;
    }
    const [name, inner] = next.value;
    if (name === "__proto__") throw refusal("a field is called __proto__");
    if (UNSTORABLE.test(name)) throw unstorable();
    if (typeof inner === "string" && UNSTORABLE.test(inner)) throw unstorable();
    if (typeof inner !== "object" || inner === null) continue;
    if (levels.length > JSON_DEPTH_MAX) throw refusal(`it is nested deeper than ${String(JSON_DEPTH_MAX)} levels`);
    levels.push(Object.entries(inner).values());
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : "it cannot be read");
  }
}

function unstorable(): RotaError {
  return refusal("a text holds NUL or half of a surrogate pair, which cannot be stored");
}

function refusal(why: string): RotaError {
  return new RotaError("REQUEST_INVALID", `the body is not JSON that can be taken: ${why}`);
}

/** Refuses single values of a call that cannot be stored or are outside their limits. Pure. */
import { RotaError, type ErrorCode } from "../../errors.ts";
import type { Range } from "../limits.ts";

/** Which call it is and what its refusals are called. */
export type Checks = {
  text(field: string, value: unknown, bytesMax: number): void;
  range(field: string, value: number | undefined, range: Range): void;
  /** The json of a value; it is bounded and can be stored. */
  json(field: string, value: unknown, bytesMax: number): string;
};

type InvalidCode = Extract<ErrorCode, "LOCK_INVALID" | "ONCE_INVALID" | "SECRET_INVALID">;

const SHOWN_LENGTH = 40;
/** Escapes that JSON.stringify writes and jsonb refuses; a backslash before them must not itself be escaped. */
const UNSTORABLE_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

export function createChecks(code: InvalidCode): Checks {
  const refuse = (message: string, details: Record<string, string | number>, cause?: unknown): never => {
    throw new RotaError(code, `refused: ${message}`, details, { cause });
  };
  const jsonText = (field: string, value: unknown): string => {
    try {
      const text: string | undefined = JSON.stringify(value);
      return text ?? refuse(`${field} is of type ${typeof value}, which has no form in json`, { field });
    } catch (cause) {
      if (cause instanceof RotaError) throw cause;
      return refuse(`${field} cannot be written as json: ${String(cause)}`, { field }, cause);
    }
  };
  return {
    text(field, value, bytesMax) {
      if (typeof value !== "string" || value === "")
        return refuse(`${field} must be a text that is not empty`, { field });
      const bytes = Buffer.byteLength(value);
      if (bytes > bytesMax) {
        const shown = `${field} "${value.slice(0, SHOWN_LENGTH)}…"`;
        refuse(`${shown} has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed`, {
          field,
          bytes,
          bytesMax,
        });
      }
      // A lone surrogate has no form in UTF-8 and would turn into another text on its way.
      if (/\p{Cc}|\p{Cs}/u.test(value))
        refuse(`${field} ${JSON.stringify(value)} holds a control character or half of a surrogate pair`, { field });
    },
    range(field, value, [min, max]) {
      if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
      const wanted = `a whole number from ${String(min)} to ${String(max)}`;
      refuse(`${field} (${String(value)}) must be ${wanted}`, { field, value: String(value), min, max });
    },
    json(field, value, bytesMax) {
      const text = jsonText(field, value);
      const bytes = Buffer.byteLength(text);
      if (bytes > bytesMax)
        refuse(
          `${field} has ${String(bytes)} bytes as json, at most ${String(bytesMax)} are allowed: store it elsewhere and give where it is`,
          { field, bytes, bytesMax },
        );
      if (UNSTORABLE_JSON.test(text))
        refuse(`${field} holds a text with a NUL or half of a surrogate pair, which jsonb cannot store`, { field });
      return text;
    },
  };
}

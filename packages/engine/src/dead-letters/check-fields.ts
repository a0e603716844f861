/** Refuses what callers say about dead letters when it cannot be meant or kept. Pure. */
import { RotaError, type ErrorDetails } from "../errors.ts";

export const ACTOR_BYTES_MAX = 300;
export const REASON_BYTES_MAX = 500;

/** Who does it, for the audit log. */
export function checkActor(actor: unknown): void {
  checkText("actor", actor, ACTOR_BYTES_MAX);
}

export function checkReason(reason: unknown): void {
  checkText("reason", reason, REASON_BYTES_MAX);
}

export function checkNumber(field: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw refusal(`${field} (${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`, { field });
}

export function refusal(message: string, details: ErrorDetails): RotaError {
  return new RotaError("DEAD_LETTER_INVALID", `refused: ${message}`, details);
}

/** Both are kept for good and shown in lines. */
function checkText(field: string, text: unknown, bytesMax: number): void {
  const isFine =
    typeof text === "string" &&
    text.trim() !== "" &&
    Buffer.byteLength(text) <= bytesMax &&
    !/\p{Cc}|\p{Cs}/u.test(text);
  if (isFine) return;
  throw refusal(`${field} must be a text of 1 to ${String(bytesMax)} bytes on one line: it is kept in the audit log`, {
    field,
  });
}

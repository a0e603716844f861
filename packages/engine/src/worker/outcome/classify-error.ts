/** Decides whether another attempt could help after what a handler threw. Pure, and never throws. */
import { isRotaError } from "../../errors.ts";
import { PermanentError } from "./permanent-error.ts";
import { readField, readText } from "./read-thrown.ts";

/** Waiting is what is missing through no fault of the chunk: it spends no attempt. */
export type ErrorClass = "permanent" | "retryable" | "waiting";

/** Told by the code, so that an error of another copy of this package counts as well. */
const WAITING_CODES = new Set(["SECRET_MISSING", "COORDINATOR_UNAVAILABLE"]);

/**
 * Permanent is what says so: a PermanentError, a refusal of ours because something given is invalid (configuration
 * included), and the errors of schema libraries. A secret that is missing is waited for. All else may be gone next time.
 */
export function classifyError(thrown: unknown): ErrorClass {
  try {
    if (thrown instanceof PermanentError || isValidationError(thrown)) return "permanent";
    if (WAITING_CODES.has(readText(thrown, "code") ?? "")) return "waiting";
    return isRotaError(thrown) && thrown.kind === "invalid" ? "permanent" : "retryable";
  } catch {
    return "retryable"; // a proxy that refuses to be asked
  }
}

/** Schema libraries throw errors that list `issues`, each with a message. */
function isValidationError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const issues = readField(thrown, "issues");
  return Array.isArray(issues) && typeof readField(issues[0], "message") === "string";
}

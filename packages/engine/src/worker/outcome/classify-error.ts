/** Decides whether another attempt could help after what a handler threw. Pure, and never throws. */
import { isRotaError } from "../../errors.ts";
import { PermanentError } from "./permanent-error.ts";
import { readField } from "./read-thrown.ts";

export type ErrorClass = "permanent" | "retryable";

/**
 * Permanent is what says so: a PermanentError, a refusal of ours because something given is invalid (configuration
 * included), and the errors of schema libraries. All else may be gone next time.
 */
export function classifyError(thrown: unknown): ErrorClass {
  try {
    if (thrown instanceof PermanentError || isValidationError(thrown)) return "permanent";
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

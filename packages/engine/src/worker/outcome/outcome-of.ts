/** Says how an attempt ended, from what its handler returned or threw. Pure, and never throws. */
import { isOutcome, type AttemptEnding } from "../../tasks/definition/outcome.ts";
import { classifyError } from "./classify-error.ts";
import { readText } from "./read-thrown.ts";
import { resultJson } from "./result-json.ts";

export type AttemptEnd = { readonly returned: unknown } | { readonly thrown: unknown };

/** The result as JSON; undefined when there is none. */
export type ResultJson = string | undefined;

/** A result that cannot be stored is a permanent failure: the next attempt would bring it again. */
export function outcomeOf(end: AttemptEnd): AttemptEnding<ResultJson> {
  return "thrown" in end ? ofThrown(end.thrown) : ofReturned(end.returned);
}

/** How long a chunk waits before it looks again for what is missing: soon enough to be noticed by whoever gives it. */
export const MISSING_LOOK_MS = 5_000;

function ofThrown(error: unknown): AttemptEnding<never> {
  switch (classifyError(error)) {
    case "permanent":
      return { kind: "fail", error };
    case "retryable":
      return { kind: "retry", error };
    case "waiting":
      return {
        kind: "snooze",
        afterMs: MISSING_LOOK_MS,
        reason: readText(error, "message") ?? "",
        code: readText(error, "code") ?? "",
      };
  }
}

function ofReturned(returned: unknown): AttemptEnding<ResultJson> {
  const ending: AttemptEnding<unknown> = isOutcome(returned) ? returned : { kind: "completed", result: returned };
  if (ending.kind !== "completed") return ending;
  try {
    return { kind: "completed", result: resultJson(ending.result) };
  } catch (error) {
    return ofThrown(error);
  }
}

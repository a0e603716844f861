/** Says how an attempt ended, from what its handler returned or threw. Pure, and never throws. */
import { isOutcome, type AttemptEnding } from "../../tasks/definition/outcome.ts";
import { classifyError } from "./classify-error.ts";
import { resultJson } from "./result-json.ts";

export type AttemptEnd = { readonly returned: unknown } | { readonly thrown: unknown };

/** The result as JSON; undefined when there is none. */
export type ResultJson = string | undefined;

/** A result that cannot be stored is a permanent failure: the next attempt would bring it again. */
export function outcomeOf(end: AttemptEnd): AttemptEnding<ResultJson> {
  return "thrown" in end ? ofThrown(end.thrown) : ofReturned(end.returned);
}

function ofThrown(error: unknown): AttemptEnding<never> {
  return { kind: classifyError(error) === "permanent" ? "fail" : "retry", error };
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

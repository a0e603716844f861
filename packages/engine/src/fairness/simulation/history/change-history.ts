/** Other tellings of a history, for properties that compare two of them. Pure. */
import type { History, Step } from "./history.ts";

/** Each claim of n made n claims of 1. */
export function withSingleClaims(history: History): History {
  const steps = history.steps.flatMap((step): Step[] =>
    step.kind === "claim" ? Array.from({ length: step.limit }, () => ({ ...step, limit: 1 })) : [step],
  );
  return { ...history, steps };
}

/**
 * Without rates and due times, since more claims take more time. Without cancelled jobs: a larger claim may look at a lane
 * ahead of its turn, find that nothing is left there and put it to sleep, where single claims have not looked yet.
 */
export function withoutTimeAndCancels(history: History): History {
  const steps = history.steps.filter((step) => {
    if (step.kind === "cancel") return false;
    return step.kind !== "set" || (step.settings.rateUs === undefined && step.settings.rateBurst === undefined);
  });
  return { ...history, steps: steps.map(atOnce) };
}

function atOnce(step: Step): Step {
  if (step.kind === "retry") return { ...step, due: "now" };
  return step.kind === "submit" ? { ...step, works: step.works.map((work) => ({ ...work, due: "now" })) } : step;
}

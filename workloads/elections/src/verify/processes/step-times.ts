/** How long each step took: the time since the thing before counts for the step of whatever was checked. */
import type { StepName } from "../report.ts";

export type StepTimes = { readonly add: (step: StepName) => void; readonly msOf: (step: StepName) => number };

export function createStepTimes(now: () => number = () => performance.now()): StepTimes {
  const times = new Map<StepName, number>();
  let before = now();
  return {
    add: (step) => {
      const at = now();
      times.set(step, (times.get(step) ?? 0) + at - before);
      before = at;
    },
    msOf: (step) => Math.round(times.get(step) ?? 0),
  };
}

/** Makes a failing history short: leaves out steps and work as long as it still fails. */
import type { History, Step } from "./history.ts";

/** How often a history may be tried: shrinking is worth seconds, not hours. */
const TRIES_MAX = 300;

export async function shrinkHistory(
  history: History,
  fails: (shorter: History) => boolean | Promise<boolean>,
): Promise<History> {
  let best = history;
  let tries = 0;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.steps.length && tries < TRIES_MAX; tries++) {
      const shorter = { ...best, steps: best.steps.toSpliced(from, size) };
      if (await fails(shorter)) best = shorter;
      else from += size;
    }
  }
  for (const simpler of simplifications(best)) {
    const candidate = { ...best, steps: simpler(best.steps) };
    if (tries++ < TRIES_MAX && (await fails(candidate))) best = candidate;
  }
  return best;
}

/** Each leaves out one piece of submitted work, the last one first, so that the places before it stay as they are. */
function simplifications({ steps }: History): ((steps: readonly Step[]) => Step[])[] {
  const places = steps.flatMap((step, at) =>
    step.kind === "submit" ? step.works.map((_, work) => ({ at, work })).reverse() : [],
  );
  return places.map(
    ({ at, work }) =>
      (from) =>
        from.map((step, index) =>
          index === at && step.kind === "submit" ? { ...step, works: step.works.toSpliced(work, 1) } : step,
        ),
  );
}

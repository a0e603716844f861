/** Properties of the model alone, on random histories: bounds are kept, no slot idles, and batches change nothing. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findBrokenBound } from "../../test/fairness/check-bounds.ts";
import { type History, makeHistory, withoutTimeAndCancels, withSingleClaims } from "../../test/fairness/history.ts";
import { simulateOnModel } from "../../test/fairness/simulation.ts";

const RUNS = process.env["ROTA_LONG"] === "1" ? 50_000 : 300;
const STEPS = 36;
const TIMEOUT_MS = 3_600_000;

/** Generates histories by seed and length. A failing one is shortened by leaving out steps. */
const histories = fc
  .record({ seed: fc.integer({ min: 1 }), left: fc.array(fc.nat({ max: STEPS - 1 }), { maxLength: 10 }) })
  .map(({ seed, left }): History => {
    const { steps } = makeHistory(seed, STEPS);
    return { seed, steps: steps.filter((_, index) => !left.includes(index)) };
  });

test(
  "whatever happens, siblings that stay eligible stay as close as promised and no slot stays free",
  () => {
    const property = fc.property(histories, (history) => {
      const { events, fault } = simulateOnModel(history);
      expect({ broken: findBrokenBound(events), fault }).toEqual({ broken: undefined, fault: undefined });
    });
    fc.assert(property, { numRuns: RUNS });
  },
  TIMEOUT_MS,
);

test(
  "a claim of n gives the same chunks as n claims of one",
  () => {
    const property = fc.property(histories, (given) => {
      const history = withoutTimeAndCancels(given);
      expect(simulateOnModel(withSingleClaims(history)).order).toEqual(simulateOnModel(history).order);
    });
    fc.assert(property, { numRuns: RUNS / 5 });
  },
  TIMEOUT_MS,
);

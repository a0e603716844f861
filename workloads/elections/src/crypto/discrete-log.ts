/** Finds a small count from its power of g, by baby steps and giant steps, and gives up at a bound. */
import { RotaError } from "@rota/engine/errors";
import type { Group } from "./group/group.ts";

/**
 * The t from 0 to max with g^t = element. Refuses when there is none: a damaged ciphertext would be searched for ever.
 *
 * @example createDiscreteLog(group, { max: 1_000 })(group.power(group.g, 42n)) === 42
 */
export function createDiscreteLog(group: Group, { max }: { max: number }): (element: bigint) => number {
  const steps = Math.max(1, Math.ceil(Math.sqrt(max + 1)));
  const babySteps = new Map<bigint, number>();
  let power = 1n;
  for (let step = 0; step < steps; step++) {
    // In a small group powers repeat: the smallest exponent stays.
    if (!babySteps.has(power)) babySteps.set(power, step);
    power = group.multiply(power, group.g);
  }
  const giantStep = group.divide(1n, power);
  return (element) => {
    let rest = element;
    for (let giant = 0; giant < steps; giant++) {
      const found = giant * steps + (babySteps.get(rest) ?? max + 1);
      if (found <= max) return found;
      rest = group.multiply(rest, giantStep);
    }
    throw new RotaError("TALLY_OUT_OF_RANGE", `no count from 0 to ${String(max)} fits the decrypted value`, { max });
  };
}

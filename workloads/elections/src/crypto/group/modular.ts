/** Arithmetic modulo a number. Pure. */

/** The representative of a value from 0 to modulus - 1. */
export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** The x with value x = 1. For public values: its steps depend on them. Throws RangeError where there is none. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, nextRest] = [modulus, mod(value, modulus)];
  let [factor, nextFactor] = [0n, 1n];
  while (nextRest !== 0n) {
    const quotient = rest / nextRest;
    [rest, nextRest] = [nextRest, rest - quotient * nextRest];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  if (rest !== 1n) throw new RangeError("the value has no inverse: it shares a factor with the modulus");
  return mod(factor, modulus);
}

/** Bits without leading zeros; 0 for zero. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/**
 * How powers are computed: one small contract, and the way that works wherever BigInt does.
 *
 * The steps depend on the length of an exponent only, never on its bits. BigInt itself takes a little more or less
 * time for different values; where that matters, as for a guardian's key, use the native way of Node.
 */
import { bitLength, mod } from "./modular.ts";
import type { GroupParameters } from "./parameters.ts";

export type Exponentiation = {
  /** base^exponent mod p, for any base from 0 to p - 1 and any exponent from 0. */
  readonly power: (base: bigint, exponent: bigint) => bigint;
};

/** Makes the way of computing powers for one group. */
export type MakeExponentiation = (group: Pick<GroupParameters, "p" | "q" | "g">) => Exponentiation;

const DIGIT_BITS = 4;

/** Powers by BigInt: about 7 ms in a group of 4096 bits. */
export const plainExponentiation: MakeExponentiation = ({ p, q }) => {
  const digitsOfScalar = Math.ceil(bitLength(q) / DIGIT_BITS);
  return {
    power: (base, exponent) => {
      const powers = smallPowers(base, p);
      let result = mod(1n, p);
      for (const digit of exponent.toString(16).padStart(digitsOfScalar, "0")) {
        for (let squaring = 0; squaring < DIGIT_BITS; squaring++) result = (result * result) % p;
        result = (result * (powers[parseInt(digit, 16)] ?? 1n)) % p;
      }
      return result;
    },
  };
};

/** base^0 to base^15. */
function smallPowers(base: bigint, p: bigint): bigint[] {
  const powers = [mod(1n, p)];
  for (let power = mod(base, p); powers.length < 2 ** DIGIT_BITS; power = (power * base) % p) powers.push(power);
  return powers;
}

/**
 * Computes in a group: powers, products, and membership of the subgroup of order q.
 *
 * The steps of a power depend only on the length of its exponent, never on its bits. BigInt itself takes slightly
 * different times for different values; where that matters, as for a guardian's key, use the powers of OpenSSL in
 * core/node.
 */
import type { GroupParameters } from "./group-parameters.ts";

/** A power in a product. `isFixed` marks a base that is used often, such as g or a public key. */
export type Term = { readonly base: bigint; readonly exponent: bigint; readonly isFixed?: boolean };

export type Group = GroupParameters & {
  /** Returns base^exponent mod p, for any base and any exponent from 0. */
  readonly power: (base: bigint, exponent: bigint) => bigint;
  /** Returns the same for a base that is used often, such as g or a public key. It gets a table once that pays. */
  readonly fixedPower: (base: bigint, exponent: bigint) => bigint;
  readonly multiply: (a: bigint, b: bigint) => bigint;
  readonly divide: (a: bigint, b: bigint) => bigint;
  readonly product: (factors: Iterable<bigint>) => bigint;
  /** Returns a value modulo q. */
  readonly scalar: (value: bigint) => bigint;
  /** True for 0 < value < p, the only way to write an element. */
  readonly isResidue: (value: bigint) => boolean;
  /** True for 0 < value < p with value^q = 1. Costs one power. */
  readonly isElement: (value: bigint) => boolean;
  readonly isScalar: (value: bigint) => boolean;
  /** Returns whether a commitment of a proof is the product of these powers. All bases are in the subgroup. */
  readonly holds: (commitment: bigint, terms: readonly Term[]) => boolean;
};

export type GroupOptions = {
  readonly exponentiation?: MakeExponentiation;
  /** Number of powers after which a base gets a table. Default 250, about the cost of making the table. */
  readonly tableAfter?: number;
  /**
   * Bits of an exponent that one table lookup covers. Default 8: 4 MiB a table for 4096 bits; 12 is faster and takes 44
   * MiB.
   */
  readonly windowBits?: number;
  /** Maximum number of tables; the least used one is dropped. Default 16. */
  readonly tablesMax?: number;
};

type Base = { powers: number; table: ((exponent: bigint) => bigint) | undefined };

/** @example createGroup(GROUP_V1_4096, { exponentiation: nativeExponentiation() }) */
export function createGroup(parameters: GroupParameters, options: GroupOptions = {}): Group {
  const { p, q } = parameters;
  const { power } = (options.exponentiation ?? plainExponentiation)(parameters);
  const fixedPower = createFixedPower(parameters, power, options);
  const multiply = (a: bigint, b: bigint) => (a * b) % p;
  const scalar = (value: bigint) => mod(value, q);
  const raise = ({ base, exponent, isFixed = false }: Term) => (isFixed ? fixedPower : power)(base, scalar(exponent));
  return {
    ...parameters,
    power,
    fixedPower,
    multiply,
    divide: (a, b) => multiply(a, inverse(b, p)),
    product: (factors) => [...factors].reduce(multiply, 1n),
    holds: (commitment, terms) => terms.map(raise).reduce(multiply, 1n) === commitment,
    scalar,
    // value^(q + 1) = value is equivalent to value^q = 1, which OpenSSL refuses to compute.
    isElement: (value) => value > 0n && value < p && power(value, q + 1n) === value,
    isResidue: (value) => value > 0n && value < p,
    isScalar: (value) => value >= 0n && value < q,
  };
}

function createFixedPower({ p, q }: GroupParameters, power: Group["power"], options: GroupOptions) {
  const tableAfter = options.tableAfter ?? 250;
  const { windowBits = WINDOW_BITS, tablesMax = 16 } = options;
  const bases = new Map<bigint, Base>();
  return (base: bigint, exponent: bigint): bigint => {
    const known = bases.get(base) ?? remember(bases, base, tablesMax);
    known.powers++;
    if (exponent < 0n || exponent > q) return power(base, exponent);
    if (known.table === undefined && known.powers > tableAfter)
      known.table = fixedBase({ base, p, exponentMax: q, windowBits });
    return known.table?.(exponent) ?? power(base, exponent);
  };
}

function remember(bases: Map<bigint, Base>, base: bigint, tablesMax: number): Base {
  if (bases.size >= tablesMax) {
    const [least] = [...bases].sort(([, a], [, b]) => a.powers - b.powers);
    if (least !== undefined) bases.delete(least[0]);
  }
  const made: Base = { powers: 0, table: undefined };
  bases.set(base, made);
  return made;
}

export type Exponentiation = {
  /** Returns base^exponent mod p, for any base from 0 to p - 1 and any exponent from 0. */
  readonly power: (base: bigint, exponent: bigint) => bigint;
};

/** Creates the function that computes powers in one group. */
export type MakeExponentiation = (group: Pick<GroupParameters, "p" | "q" | "g">) => Exponentiation;

const DIGIT_BITS = 4;

/** Computes powers with BigInt: about 7 ms in a group of 4096 bits. */
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

/** Returns base^0 to base^15. */
function smallPowers(base: bigint, p: bigint): bigint[] {
  const powers = [mod(1n, p)];
  for (let power = mod(base, p); powers.length < 2 ** DIGIT_BITS; power = (power * base) % p) powers.push(power);
  return powers;
}

/** Window width: 8 bits take 4 MiB and 0.6 ms in a group of 4096 bits; 12 bits take 44 MiB and 0.38 ms. */
export const WINDOW_BITS = 8;

type FixedBase = {
  readonly base: bigint;
  readonly p: bigint;
  /** Largest exponent. */
  readonly exponentMax: bigint;
  readonly windowBits: number;
};

/** Creates the function that raises the base. Every window costs the same multiplication, even a window of zeros. */
export function fixedBase({ base, p, exponentMax, windowBits }: FixedBase): (exponent: bigint) => bigint {
  const bits = BigInt(windowBits);
  const mask = 2n ** bits - 1n;
  const rows: bigint[][] = [];
  let rowBase = base;
  for (let window = 0; window * windowBits < bitLength(exponentMax); window++) {
    const row = powersOf({ base: rowBase, p, count: 2 ** windowBits });
    rows.push(row);
    rowBase = ((row.at(-1) ?? 1n) * rowBase) % p;
  }
  return (exponent) => {
    let result = 1n;
    let rest = exponent;
    for (const row of rows) {
      result = (result * (row[Number(rest & mask)] ?? 1n)) % p;
      rest >>= bits;
    }
    return result;
  };
}

function powersOf({ base, p, count }: { base: bigint; p: bigint; count: number }): bigint[] {
  const powers = [1n];
  for (let power = base; powers.length < count; power = (power * base) % p) powers.push(power);
  return powers;
}

/** Returns the representative of a value from 0 to modulus - 1. */
export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/**
 * Returns the x with value * x = 1. Only for public values, because its steps depend on them. Throws RangeError when
 * there is none.
 */
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

/** Returns the number of bits without leading zeros; 0 for zero. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

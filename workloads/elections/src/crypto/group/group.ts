/** A group to compute in: powers, products and the test whether a value belongs to the subgroup of order q. */
import { plainExponentiation, type MakeExponentiation } from "./exponentiation.ts";
import { fixedBase, WINDOW_BITS } from "./fixed-base.ts";
import { inverse, mod } from "./modular.ts";
import type { GroupParameters } from "./parameters.ts";

/** A power in a product. `isFixed` for a base that returns often, such as g or a public key. */
export type Term = { readonly base: bigint; readonly exponent: bigint; readonly isFixed?: boolean };

export type Group = GroupParameters & {
  /** base^exponent mod p, for any base and exponent from 0. */
  readonly power: (base: bigint, exponent: bigint) => bigint;
  /** The same for a base that returns often, such as g or a public key: it gets a table once that pays. */
  readonly fixedPower: (base: bigint, exponent: bigint) => bigint;
  readonly multiply: (a: bigint, b: bigint) => bigint;
  readonly divide: (a: bigint, b: bigint) => bigint;
  readonly product: (factors: Iterable<bigint>) => bigint;
  /** A value modulo q. */
  readonly scalar: (value: bigint) => bigint;
  /** True for 0 < value < p: written in the only way that counts. */
  readonly isResidue: (value: bigint) => boolean;
  /** True for 0 < value < p with value^q = 1: one power. */
  readonly isElement: (value: bigint) => boolean;
  readonly isScalar: (value: bigint) => boolean;
  /** Whether a commitment of a proof is the product of these powers. All bases are of the subgroup. */
  readonly holds: (commitment: bigint, terms: readonly Term[]) => boolean;
};

export type GroupOptions = {
  readonly exponentiation?: MakeExponentiation;
  /** A base gets its table with this power. Default 250, about what its making costs. */
  readonly tableAfter?: number;
  /** Bits of an exponent that one look-up takes. Default 8: 4 MiB a table for 4096 bits; 12 is faster and takes 44. */
  readonly windowBits?: number;
  /** Tables at most, the least used one goes. Default 16. */
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
    // value^(q + 1) = value says the same as value^q = 1, which OpenSSL refuses to compute.
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

/** SplitMix64: the same seed gives the same numbers on every machine. */

const MASK = (1n << 64n) - 1n;

export type Random = {
  /** From 0 to 2^64 - 1. */
  readonly next: () => bigint;
  /** From 0 to `bound` - 1. */
  readonly below: (bound: number) => number;
};

export function splitMix64(seed: bigint): Random {
  let state = seed & MASK;
  const next = () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  };
  return { next, below: (bound) => Number(next() % BigInt(bound)) };
}

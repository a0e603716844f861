/** Generates random numbers that one seed repeats: a failing history is known by its seed alone. */

export type Random = {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
};

/** Counts up and mixes the bits of the count (splitmix32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    below,
    chance: (probability) => fraction() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
}

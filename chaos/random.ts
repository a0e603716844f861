/** Repeatable randomness: the same seed and cell give the same numbers. Pure. */
import { createHash } from "node:crypto";

export type Random = {
  /** Returns a number from `min` up to, but not including, `max`. */
  between(min: number, max: number): number;
  /** Returns one of the items. Throws when there is none. */
  pick<Item>(items: readonly Item[]): Item;
};

/** Each cell has its own numbers, so that its run is the same whether or not others run before it. */
export function createRandom(seed: string, cell: string): Random {
  let draws = 0;
  const next = () => {
    const digest = createHash("sha256")
      .update(`${seed}\n${cell}\n${String(draws++)}`)
      .digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  return {
    between,
    pick(items) {
      const item = items[Math.floor(between(0, items.length))];
      if (item === undefined) throw new Error("there is nothing to pick from");
      return item;
    },
  };
}

/** While a history is played, all chance in this process comes from its seed, so that it goes the same way every time. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { seededRandom } from "../src/fairness/simulation/history/random.ts";

const BYTE = 256;
const FRACTIONS = 2 ** 30;

/** Lease tokens and the jitter of loops are the chance that workers know; tokens decide the order in which leases are rescued. */
export async function withSeededChance<Result>(seed: number, play: () => Promise<Result>): Promise<Result> {
  const bytes = seededRandom(seed ^ 0x5eed);
  const fractions = seededRandom(seed ^ 0x71c7);
  const before = { randomBytes: crypto.randomBytes, random: Math.random };
  const randomBytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => bytes.below(BYTE)));
  const random = (): number => fractions.below(FRACTIONS) / FRACTIONS;
  replace(randomBytes, random);
  try {
    return await play();
  } finally {
    replace(before.randomBytes, before.random);
  }
}

function replace(randomBytes: unknown, random: () => number): void {
  Object.assign(crypto, { randomBytes });
  Math.random = random;
  syncBuiltinESMExports(); // so that those who imported the function by its name get the other one
}

/** Random numbers below q, each equally likely, from the generator of the platform. */
import { bitLength } from "./group/modular.ts";

/** Fills bytes with randomness; what tests replace to repeat a run. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

export const platformRandom: RandomBytes = (bytes) => globalThis.crypto.getRandomValues(bytes);

/** From 1 to q - 1. Numbers that are too large are drawn again: a remainder would favour small ones. */
export function randomScalar({ q }: { q: bigint }, random: RandomBytes = platformRandom): bigint {
  const bits = bitLength(q);
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  for (;;) {
    const drawn = [...random(bytes)].reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const value = BigInt.asUintN(bits, drawn);
    if (value > 0n && value < q) return value;
  }
}

/** Hashed ElGamal: bytes encrypted to a public key, with a code that tells whether they were changed. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import type { Group } from "./group/group.ts";
import { hash } from "./hash/hash.ts";
import { toBytes } from "./hash/hex.ts";

export type HashedCiphertext = { readonly pad: bigint; readonly data: Uint8Array; readonly mac: Uint8Array };

const BLOCK_BYTES = 32;

export type BytesEncryption = {
  readonly message: Uint8Array;
  readonly nonce: bigint;
  readonly publicKey: bigint;
  /** Binds the ciphertext to its purpose; needed again to decrypt. */
  readonly seed: bigint;
};

/** The message gets zeros up to a whole block. */
export function encryptBytes(group: Group, { message, nonce, publicKey, seed }: BytesEncryption): HashedCiphertext {
  const pad = group.fixedPower(group.g, nonce);
  const keys = keysOf({ key: hash(group, pad, group.power(publicKey, nonce)), seed, bytes: paddedLength(message) });
  const data = xorBlocks(message, keys.blockKey);
  return { pad, data, mac: hmac(sha256, keys.macKey, concatBytes(toBytes(pad), data)) };
}

/** Undefined when the ciphertext was changed or is for another key or purpose. */
export function decryptBytes(
  group: Group,
  { pad, data, mac }: HashedCiphertext,
  { secret, seed }: { secret: bigint; seed: bigint },
): Uint8Array | undefined {
  const keys = keysOf({ key: hash(group, pad, group.power(pad, secret)), seed, bytes: data.length });
  const expected = hmac(sha256, keys.macKey, concatBytes(toBytes(pad), data));
  return areEqual(mac, expected) ? xorBlocks(data, keys.blockKey) : undefined;
}

// Key and seed are written without leading zeros, as others do: about one key in 256 is a byte shorter.
function keysOf({ key, seed, bytes }: { key: bigint; seed: bigint; bytes: number }) {
  const keyFor = (counter: number) =>
    hmac(sha256, toBytes(key), concatBytes(littleEndian(counter), toBytes(seed), littleEndian(bytes * 8)));
  return { macKey: keyFor(0), blockKey: (block: number) => keyFor(block + 1) };
}

function xorBlocks(bytes: Uint8Array, blockKey: (block: number) => Uint8Array): Uint8Array {
  const result = new Uint8Array(paddedLength(bytes));
  for (let start = 0; start < result.length; start += BLOCK_BYTES) {
    const key = blockKey(start / BLOCK_BYTES);
    for (let index = 0; index < BLOCK_BYTES; index++) {
      result[start + index] = (bytes[start + index] ?? 0) ^ (key[index] ?? 0);
    }
  }
  return result;
}

function paddedLength(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES;
}

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** In a time that does not tell where they differ. */
function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

/** Encrypts counts with exponential ElGamal and bytes with hashed ElGamal, and recovers small counts. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { ElectionError } from "../../errors.ts";
import type { Group } from "./group.ts";
import { hash, toBytes } from "./hash.ts";

/** The pair (g^r, g^m K^r) for a message m, a nonce r and a public key K. */
export type Ciphertext = { readonly pad: bigint; readonly data: bigint };

export type Encryption = { readonly message: bigint; readonly nonce: bigint; readonly publicKey: bigint };

export function encrypt(group: Group, { message, nonce, publicKey }: Encryption): Ciphertext {
  const hidden = group.fixedPower(publicKey, nonce);
  return {
    pad: group.fixedPower(group.g, nonce),
    data: group.multiply(group.fixedPower(group.g, message), hidden),
  };
}

/** Returns g^m. The message is its discrete logarithm. */
export function decryptWithSecret(group: Group, ciphertext: Ciphertext, secret: bigint): bigint {
  return group.divide(ciphertext.data, group.power(ciphertext.pad, secret));
}

/** Returns g^m, computed from the nonce of the encryption. */
export function decryptWithNonce(
  group: Group,
  ciphertext: Ciphertext,
  { nonce, publicKey }: { nonce: bigint; publicKey: bigint },
): bigint {
  return group.divide(ciphertext.data, group.fixedPower(publicKey, nonce));
}

/**
 * Returns the ciphertext of the sum. Order and grouping make no difference. The sum of no ciphertexts is the neutral
 * one, which hides 0.
 */
export function addCiphertexts(group: Group, ciphertexts: Iterable<Ciphertext>): Ciphertext {
  const all = [...ciphertexts];
  return { pad: group.product(all.map(({ pad }) => pad)), data: group.product(all.map(({ data }) => data)) };
}

/**
 * Creates the function that finds the t from 0 to max with g^t = element. It refuses when there is none: a damaged
 * ciphertext would be searched for ever.
 *
 * @example createDiscreteLog(group, { max: 1_000 })(group.power(group.g, 42n)) === 42
 */
export function createDiscreteLog(group: Group, { max }: { max: number }): (element: bigint) => number {
  const steps = Math.max(1, Math.ceil(Math.sqrt(max + 1)));
  const babySteps = new Map<bigint, number>();
  let power = 1n;
  for (let step = 0; step < steps; step++) {
    // In a small group powers repeat: the smallest exponent is kept.
    if (!babySteps.has(power)) babySteps.set(power, step);
    power = group.multiply(power, group.g);
  }
  const giantStep = group.divide(1n, power);
  return (element) => {
    let rest = element;
    for (let giant = 0; giant < steps; giant++) {
      const found = giant * steps + (babySteps.get(rest) ?? max + 1);
      if (found <= max) return found;
      rest = group.multiply(rest, giantStep);
    }
    throw new ElectionError("TALLY_OUT_OF_RANGE", `no count from 0 to ${String(max)} fits the decrypted value`, {
      max,
    });
  };
}

export type HashedCiphertext = { readonly pad: bigint; readonly data: Uint8Array; readonly mac: Uint8Array };

const BLOCK_BYTES = 32;

type BytesEncryption = {
  readonly message: Uint8Array;
  readonly nonce: bigint;
  readonly publicKey: bigint;
  /** Binds the ciphertext to its purpose; decryption needs it too. */
  readonly seed: bigint;
};

/** Encrypts a message, padded with zeros to a whole block. */
export function encryptBytes(group: Group, { message, nonce, publicKey, seed }: BytesEncryption): HashedCiphertext {
  const pad = group.fixedPower(group.g, nonce);
  const keys = keysOf({ key: hash(group, pad, group.power(publicKey, nonce)), seed, bytes: paddedLength(message) });
  const data = xorBlocks(message, keys.blockKey);
  return { pad, data, mac: hmac(sha256, keys.macKey, concatBytes(toBytes(pad), data)) };
}

/** Returns undefined when the ciphertext was changed or is for another key or purpose. */
export function decryptBytes(
  group: Group,
  { pad, data, mac }: HashedCiphertext,
  { secret, seed }: { secret: bigint; seed: bigint },
): Uint8Array | undefined {
  const keys = keysOf({ key: hash(group, pad, group.power(pad, secret)), seed, bytes: data.length });
  const expected = hmac(sha256, keys.macKey, concatBytes(toBytes(pad), data));
  return areEqual(mac, expected) ? xorBlocks(data, keys.blockKey) : undefined;
}

// Key and seed are written without leading zeros, as other implementations do: about one key in 256 is a byte shorter.
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

/** Compares in a time that does not depend on where they differ. */
function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

export const MESSAGE_BYTES = 512;
const COUNT_BYTES = 2;

/** Pads a message with zeros to one size. All messages have one size, so that their length reveals nothing. */
export function padMessage(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  const zeros = MESSAGE_BYTES - COUNT_BYTES - message.length;
  if (zeros < 0) {
    const max = MESSAGE_BYTES - COUNT_BYTES;
    throw new ElectionError(
      "CRYPTO_VALUE_INVALID",
      `the message has ${String(message.length)} bytes, at most ${String(max)}`,
    );
  }
  const padded = new Uint8Array(MESSAGE_BYTES);
  new DataView(padded.buffer).setUint16(0, zeros);
  padded.set(message, COUNT_BYTES);
  return padded;
}

/** Returns undefined when the bytes are not a padded message. */
export function unpadMessage(padded: Uint8Array): string | undefined {
  if (padded.length !== MESSAGE_BYTES) return undefined;
  const zeros = new DataView(padded.buffer, padded.byteOffset).getUint16(0);
  const end = MESSAGE_BYTES - zeros;
  if (end < COUNT_BYTES || padded.subarray(end).some((byte) => byte !== 0)) return undefined;
  return new TextDecoder().decode(padded.subarray(COUNT_BYTES, end));
}

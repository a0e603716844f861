/**
 * Computes powers and scrypt with OpenSSL, and keeps one group per name and process.
 *
 * Powers use the Diffie-Hellman object of Node: constant time for the exponent, about 1.2 ms for 4096 bits. Creating
 * the object for p takes two seconds, because OpenSSL checks that p is prime. An object for 3 k p is created at once,
 * since a multiple of 3 is not prime. Powers modulo 3 k p are the same modulo p and take a sixth longer. So a thread
 * starts with that object and changes to the other after enough powers to make it pay.
 */
import { createDiffieHellman, type DiffieHellman, scrypt } from "node:crypto";
import { ElectionError } from "../../errors.ts";
import {
  GROUP_V1_4096,
  type GroupParameters,
  TOY_GROUP_16,
  TOY_GROUP_256,
  TOY_GROUP_64,
} from "../crypto/group-parameters.ts";
import { bitLength, createGroup, type Group, type MakeExponentiation, plainExponentiation } from "../crypto/group.ts";
import type { Scrypt } from "../guardians/key-file.ts";

/** Number of powers after which the object for p has saved the cost of creating it. */
const PRIME_AFTER = 10_000;
/** Minimum size for OpenSSL. Below this, BigInt is as fast. */
const NATIVE_BITS_MIN = 1_024;
/** The factor 3 k, of 511 bits: OpenSSL is fast for numbers whose length is a multiple of 512 bits. */
const MULTIPLE = 3n * (2n ** 509n + 1n);

type Objects = { readonly multiple: DiffieHellman; prime: DiffieHellman | undefined; powers: number };

/** One entry for each p, shared by all groups of a thread, because two groups do not mean more powers to compute. */
const objects = new Map<bigint, Objects>();

/**
 * Computes powers with OpenSSL, and with BigInt for small groups. `primeAfter` 0 creates the faster object with the
 * first power.
 */
export function nativeExponentiation(options: { primeAfter?: number } = {}): MakeExponentiation {
  const primeAfter = options.primeAfter ?? PRIME_AFTER;
  return (group) => {
    const plain = plainExponentiation(group);
    if (bitLength(group.p) < NATIVE_BITS_MIN) return plain;
    return {
      power: (base, exponent) => {
        if (base <= 1n || base >= group.p - 1n || exponent <= 0n) return plain.power(base, exponent);
        const result = nativePower(objectFor(group.p, primeAfter), base, exponent);
        return result === undefined ? plain.power(base, exponent) : result % group.p;
      },
    };
  };
}

/** Returns undefined where OpenSSL refuses, which is when the result is 1 or the modulus less 1. */
function nativePower(object: DiffieHellman, base: bigint, exponent: bigint): bigint | undefined {
  object.setPrivateKey(toBytes(exponent));
  try {
    return BigInt(`0x${object.computeSecret(toBytes(base)).toString("hex")}`);
  } catch {
    return undefined;
  }
}

function objectFor(p: bigint, primeAfter: number): DiffieHellman {
  const known = objects.get(p) ?? { multiple: createObject(p * MULTIPLE), prime: undefined, powers: 0 };
  objects.set(p, known);
  known.powers++;
  if (known.powers <= primeAfter) return known.multiple;
  known.prime ??= createObject(p);
  return known.prime;
}

/** Creates the object with a generator that is never used. */
function createObject(modulus: bigint): DiffieHellman {
  return createDiffieHellman(toBytes(modulus), 2);
}

function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

const REAL: readonly GroupParameters[] = [GROUP_V1_4096];
const TOYS: readonly GroupParameters[] = [TOY_GROUP_16, TOY_GROUP_64, TOY_GROUP_256];
const made = new Map<string, Group>();

/**
 * Finds the group of an election by name. It is created once per process, because its tables and the checks of OpenSSL
 * take seconds.
 */
export function groupOf(name: string): Group {
  const known = made.get(name);
  if (known !== undefined) return known;
  const group = makeGroup(name);
  made.set(name, group);
  return group;
}

function makeGroup(name: string): Group {
  const real = REAL.find((parameters) => parameters.name === name);
  if (real !== undefined) return createGroup(real, { exponentiation: nativeExponentiation() });
  const toy = TOYS.find((parameters) => parameters.name === name);
  if (toy !== undefined) return createGroup(toy);
  throw new ElectionError("ELECTION_MANIFEST_INVALID", `no group is called "${name}"`, { group: name });
}

/** Computes scrypt with OpenSSL, about five times as fast as in TypeScript. */
export const nativeScrypt: Scrypt = (passphrase, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    // OpenSSL's own limit is 32 MiB.
    const maxmem = 256 * N * r;
    scrypt(passphrase, salt, dkLen, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(Uint8Array.from(key));
      else reject(error);
    });
  });

/**
 * Powers by the Diffie-Hellman object of Node: OpenSSL, constant time for the exponent, about 1.2 ms for 4096 bits.
 *
 * Making the object for p costs two seconds, for OpenSSL checks that p is prime. An object for 3 k p is made at once, since
 * a multiple of 3 is no prime; powers modulo 3 k p are the same modulo p and take a sixth longer. So a thread begins
 * with that one and changes to the other when it has computed so many powers that it pays.
 */
import { createDiffieHellman, type DiffieHellman } from "node:crypto";
import { plainExponentiation, type MakeExponentiation } from "./exponentiation.ts";
import { bitLength } from "./modular.ts";

/** What the object for p saves after so many powers is what its making costs. */
const PRIME_AFTER = 10_000;
/** Below this, BigInt is as fast. */
const NATIVE_BITS_MIN = 1_024;
/** 3 k, of 511 bits: OpenSSL is fast for numbers whose length is a multiple of 512 bits. */
const MULTIPLE = 3n * (2n ** 509n + 1n);

type Objects = { readonly multiple: DiffieHellman; prime: DiffieHellman | undefined; powers: number };

/** One for each p, whoever asks: a thread has no more powers to compute because it has made two groups. */
const objects = new Map<bigint, Objects>();

/** Powers by OpenSSL, for small groups by BigInt. `primeAfter` 0 makes the faster object with the first power. */
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

/** Undefined where OpenSSL refuses: it does when the result is 1 or the modulus less 1. */
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

/** Its generator is never used. */
function createObject(modulus: bigint): DiffieHellman {
  return createDiffieHellman(toBytes(modulus), 2);
}

function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

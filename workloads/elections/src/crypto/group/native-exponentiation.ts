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

type Modulus = { object: DiffieHellman; modulus: bigint; powers: number };

/** One for each p, whoever asks: a thread has no more powers to compute because it has made two groups. */
const moduli = new Map<bigint, Modulus>();

/** Powers by OpenSSL, for small groups by BigInt. `primeAfter` 0 makes the faster object with the first power. */
export function nativeExponentiation(options: { primeAfter?: number } = {}): MakeExponentiation {
  const primeAfter = options.primeAfter ?? PRIME_AFTER;
  return (group) => {
    const plain = plainExponentiation(group);
    if (bitLength(group.p) < NATIVE_BITS_MIN) return plain;
    return {
      power: (base, exponent) => {
        if (base <= 1n || base >= group.p - 1n || exponent <= 0n) return plain.power(base, exponent);
        const result = nativePower(modulusFor(group.p, primeAfter), base, exponent);
        return result === undefined ? plain.power(base, exponent) : result % group.p;
      },
    };
  };
}

/** Undefined where OpenSSL refuses: it does when the result is 1 or the modulus less 1. */
function nativePower({ object }: Modulus, base: bigint, exponent: bigint): bigint | undefined {
  object.setPrivateKey(toBytes(exponent));
  try {
    return BigInt(`0x${object.computeSecret(toBytes(base)).toString("hex")}`);
  } catch {
    return undefined;
  }
}

function modulusFor(p: bigint, primeAfter: number): Modulus {
  const known = moduli.get(p) ?? { ...objectFor(p * MULTIPLE), powers: 0 };
  known.powers++;
  if (known.modulus !== p && known.powers > primeAfter) Object.assign(known, objectFor(p));
  moduli.set(p, known);
  return known;
}

/** Its generator is never used. */
function objectFor(modulus: bigint): Pick<Modulus, "object" | "modulus"> {
  return { object: createDiffieHellman(toBytes(modulus), 2), modulus };
}

function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

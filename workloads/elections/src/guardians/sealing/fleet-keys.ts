/**
 * The key pair of the worker fleet: X25519 and ML-KEM-1024 side by side, so that both have to be broken.
 *
 * Both secret halves follow from one seed that only workers are given; server, database and coordinator know the
 * public half.
 */
import { x25519 } from "@noble/curves/ed25519.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { ml_kem1024 } from "@noble/post-quantum/ml-kem.js";
import { RotaError } from "@rota/engine/errors";
import { platformRandom, type RandomBytes } from "../../crypto/random-scalar.ts";

export const X25519_BYTES = 32;
const ML_KEM_SEED_BYTES = 64;
const ML_KEM_PUBLIC_BYTES = 1_568;
export const FLEET_SEED_BYTES = X25519_BYTES + ML_KEM_SEED_BYTES;
export const FLEET_PUBLIC_BYTES = X25519_BYTES + ML_KEM_PUBLIC_BYTES;

export type FleetKeys = {
  /** What guardians seal to: the key of X25519 and that of ML-KEM, one behind the other. */
  readonly publicKey: Uint8Array;
  readonly x25519Secret: Uint8Array;
  readonly mlKemSecret: Uint8Array;
};

/** 96 random bytes, to be kept where only workers read them. */
export function createFleetSeed(random: RandomBytes = platformRandom): Uint8Array {
  return random(new Uint8Array(FLEET_SEED_BYTES));
}

export function fleetKeysOf(seed: Uint8Array): FleetKeys {
  if (seed.length !== FLEET_SEED_BYTES) {
    const message = `the fleet's seed has ${String(seed.length)} bytes, it must have ${String(FLEET_SEED_BYTES)}: make one with rota elections fleet-key`;
    throw new RotaError("SEALING_KEY_INVALID", message, { bytes: seed.length, wanted: FLEET_SEED_BYTES });
  }
  const x25519Secret = seed.slice(0, X25519_BYTES);
  const mlKem = ml_kem1024.keygen(seed.slice(X25519_BYTES));
  const publicKey = concatBytes(x25519.getPublicKey(x25519Secret), mlKem.publicKey);
  return { publicKey, x25519Secret, mlKemSecret: mlKem.secretKey };
}

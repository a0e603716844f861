/**
 * Seals the credential of a guardian to the key pair of the worker fleet, X25519 and ML-KEM-1024 together.
 *
 * Both secret halves of the fleet's key pair are derived from one seed that only workers have. Server, database and
 * lock service know the public half. The sealing key is derived (HKDF) from both shared secrets and from everything
 * that both sides know: the fleet's key, the message, and the purpose of the bytes.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { x25519 } from "@noble/curves/ed25519.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { ml_kem1024 } from "@noble/post-quantum/ml-kem.js";
import { ElectionError } from "../../errors.ts";
import type { RotaError } from "@rota/engine/errors";
import type { Group } from "../crypto/group.ts";
import { platformRandom, type RandomBytes } from "../crypto/scalars.ts";
import { guardianSecretOf, readGuardianSecret } from "./guardian-secret.ts";
import type { GuardianKeys } from "./key-ceremony.ts";

const X25519_BYTES = 32;
const ML_KEM_SEED_BYTES = 64;
const ML_KEM_PUBLIC_BYTES = 1_568;
const FLEET_SEED_BYTES = X25519_BYTES + ML_KEM_SEED_BYTES;
const FLEET_PUBLIC_BYTES = X25519_BYTES + ML_KEM_PUBLIC_BYTES;

export type FleetKeys = {
  /** Public key that guardians seal to: the key of X25519, followed by that of ML-KEM. */
  readonly publicKey: Uint8Array;
  readonly x25519Secret: Uint8Array;
  readonly mlKemSecret: Uint8Array;
};

/** Returns 96 random bytes. Store them where only workers can read them. */
export function createFleetSeed(random: RandomBytes = platformRandom): Uint8Array {
  return random(new Uint8Array(FLEET_SEED_BYTES));
}

export function fleetKeysOf(seed: Uint8Array): FleetKeys {
  if (seed.length !== FLEET_SEED_BYTES) {
    const message = `the fleet's seed has ${String(seed.length)} bytes, it must have ${String(FLEET_SEED_BYTES)}: make one with rota elections fleet-key`;
    throw new ElectionError("SEALING_KEY_INVALID", message, { bytes: seed.length, wanted: FLEET_SEED_BYTES });
  }
  const x25519Secret = seed.slice(0, X25519_BYTES);
  const mlKem = ml_kem1024.keygen(seed.slice(X25519_BYTES));
  const publicKey = concatBytes(x25519.getPublicKey(x25519Secret), mlKem.publicKey);
  return { publicKey, x25519Secret, mlKemSecret: mlKem.secretKey };
}

/** Purpose of the sealed bytes. They do not open for any other purpose. */
export type SealPurpose = { readonly electionId: string; readonly guardianId: string };

const VERSION = 1;
const ML_KEM_CIPHERTEXT_BYTES = 1_568;
const ML_KEM_COINS_BYTES = 32;
const NONCE_BYTES = 24;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const SENT_BYTES = 1 + X25519_BYTES + ML_KEM_CIPHERTEXT_BYTES;

export type BytesToSeal = SealPurpose & {
  readonly bytes: Uint8Array;
  /** Public key of the fleet, as the server publishes it. */
  readonly publicKey: Uint8Array;
  readonly random?: RandomBytes;
};

/** Returns, in this order: version, key of X25519, ciphertext of ML-KEM, nonce and ciphertext. */
export function sealForWorkers({ bytes, publicKey, random = platformRandom, ...purpose }: BytesToSeal): Uint8Array {
  if (publicKey.length !== FLEET_PUBLIC_BYTES) throw badPublicKey(publicKey);
  const ownSecret = random(new Uint8Array(X25519_BYTES));
  const encapsulated = encapsulate(publicKey, random(new Uint8Array(ML_KEM_COINS_BYTES)));
  const shared = sharedBetween(ownSecret, publicKey.subarray(0, X25519_BYTES));
  if (encapsulated === undefined || shared === undefined) throw badPublicKey(publicKey);
  const sent = concatBytes(Uint8Array.of(VERSION), x25519.getPublicKey(ownSecret), encapsulated.cipherText);
  const transcript = transcriptOf({ publicKey, sent, purpose });
  const nonce = random(new Uint8Array(NONCE_BYTES));
  const key = keyOf({ mlKem: encapsulated.sharedSecret, x25519: shared, transcript });
  return concatBytes(sent, nonce, xchacha20poly1305(key, nonce, transcript).encrypt(bytes));
}

/** Opens sealed bytes. Another fleet, another purpose and a changed byte give the same error. */
export function openSealed(keys: FleetKeys, { sealed, ...purpose }: SealPurpose & { sealed: Uint8Array }): Uint8Array {
  const opened = tryToOpen(keys, sealed, purpose);
  if (opened !== undefined) return opened;
  const { electionId, guardianId } = purpose;
  const message = `what guardian ${guardianId} sealed for election ${electionId} does not open: it was sealed to another fleet, for something else, or was changed; let the guardian seal it again`;
  throw new ElectionError("SEALED_UNREADABLE", message, { electionId, guardianId });
}

function tryToOpen(keys: FleetKeys, sealed: Uint8Array, purpose: SealPurpose): Uint8Array | undefined {
  if (sealed.length < SENT_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) return undefined;
  const sent = sealed.subarray(0, SENT_BYTES);
  const shared = sharedBetween(keys.x25519Secret, sent.subarray(1, 1 + X25519_BYTES));
  if (shared === undefined) return undefined;
  // A wrong ciphertext gives a wrong secret, not an error: ML-KEM does not reveal which one it was.
  const mlKem = ml_kem1024.decapsulate(sent.subarray(1 + X25519_BYTES), keys.mlKemSecret);
  const transcript = transcriptOf({ publicKey: keys.publicKey, sent, purpose });
  const nonce = sealed.subarray(SENT_BYTES, SENT_BYTES + NONCE_BYTES);
  try {
    const key = keyOf({ mlKem, x25519: shared, transcript });
    return xchacha20poly1305(key, nonce, transcript).decrypt(sealed.subarray(SENT_BYTES + NONCE_BYTES));
  } catch {
    return undefined;
  }
}

/** Returns undefined for an invalid key. */
function encapsulate(publicKey: Uint8Array, coins: Uint8Array) {
  try {
    return ml_kem1024.encapsulate(publicKey.subarray(X25519_BYTES), coins);
  } catch {
    return undefined;
  }
}

/** Returns undefined for one of the few keys that give zero with every secret. */
function sharedBetween(secret: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  try {
    return x25519.getSharedSecret(secret, publicKey);
  } catch {
    return undefined;
  }
}

type Exchange = { readonly publicKey: Uint8Array; readonly sent: Uint8Array; readonly purpose: SealPurpose };

function transcriptOf({ publicKey, sent, purpose: { electionId, guardianId } }: Exchange): Uint8Array {
  const about = utf8ToBytes(JSON.stringify(["rota-sealed-for-workers", electionId, guardianId]));
  return sha256(concatBytes(publicKey, sent, about));
}

function keyOf(secrets: { mlKem: Uint8Array; x25519: Uint8Array; transcript: Uint8Array }): Uint8Array {
  const { mlKem, x25519: shared, transcript } = secrets;
  return hkdf(sha256, concatBytes(mlKem, shared), transcript, utf8ToBytes("rota-sealed-for-workers v1"), KEY_BYTES);
}

function badPublicKey(publicKey: Uint8Array): RotaError {
  const message = `the fleet's public key (${String(publicKey.length)} bytes) is none: get it again from the server`;
  return new ElectionError("SEALING_KEY_INVALID", message, { bytes: publicKey.length, wanted: FLEET_PUBLIC_BYTES });
}

export type CredentialToSeal = {
  readonly keys: GuardianKeys;
  readonly electionId: string;
  readonly publicKey: Uint8Array;
  readonly random?: RandomBytes;
};

/** @example await engine.secrets.put(name, sealCredential({ keys, electionId: "42", publicKey })) */
export function sealCredential({ keys, electionId, ...how }: CredentialToSeal): Uint8Array {
  const { guardianId } = keys.public;
  return sealForWorkers({ bytes: guardianSecretOf(keys), electionId, guardianId, ...how });
}

/** Opens a credential in a worker: returns the keys, checked against those that the guardian published. */
export function openCredential(
  group: Group,
  { fleetKeys, ...sealed }: SealPurpose & { fleetKeys: FleetKeys; sealed: Uint8Array },
): GuardianKeys {
  return readGuardianSecret(group, openSealed(fleetKeys, sealed));
}

/**
 * Seals bytes for the worker fleet: from the guardian's machine on, only a worker can open them.
 *
 * The key follows (HKDF) from the secrets of X25519 and of ML-KEM-1024 together, and from everything that both sides
 * saw: the fleet's key, what was sent, and what the bytes are for.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { x25519 } from "@noble/curves/ed25519.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { ml_kem1024 } from "@noble/post-quantum/ml-kem.js";
import { RotaError } from "@rota/engine/errors";
import { platformRandom, type RandomBytes } from "../../crypto/random-scalar.ts";
import { FLEET_PUBLIC_BYTES, X25519_BYTES, type FleetKeys } from "./fleet-keys.ts";

/** What the bytes are for: opened for anything else, they do not open. */
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
  /** Of the fleet, as the server publishes it. */
  readonly publicKey: Uint8Array;
  readonly random?: RandomBytes;
};

/** Version, key of X25519, ciphertext of ML-KEM, nonce and ciphertext, one behind the other. */
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

/** Refused alike whatever is wrong with it: another fleet, another purpose, or a changed byte. */
export function openSealed(keys: FleetKeys, { sealed, ...purpose }: SealPurpose & { sealed: Uint8Array }): Uint8Array {
  const opened = tryToOpen(keys, sealed, purpose);
  if (opened !== undefined) return opened;
  const { electionId, guardianId } = purpose;
  const message = `what guardian ${guardianId} sealed for election ${electionId} does not open: it was sealed to another fleet, for something else, or was changed; let the guardian seal it again`;
  throw new RotaError("SEALED_UNREADABLE", message, { electionId, guardianId });
}

function tryToOpen(keys: FleetKeys, sealed: Uint8Array, purpose: SealPurpose): Uint8Array | undefined {
  if (sealed.length < SENT_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) return undefined;
  const sent = sealed.subarray(0, SENT_BYTES);
  const shared = sharedBetween(keys.x25519Secret, sent.subarray(1, 1 + X25519_BYTES));
  if (shared === undefined) return undefined;
  // A wrong ciphertext gives a wrong secret, not an error: ML-KEM tells nobody which it was.
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

/** Undefined for a key that is none. */
function encapsulate(publicKey: Uint8Array, coins: Uint8Array) {
  try {
    return ml_kem1024.encapsulate(publicKey.subarray(X25519_BYTES), coins);
  } catch {
    return undefined;
  }
}

/** Undefined for one of the few keys with which every secret gives zero. */
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
  return new RotaError("SEALING_KEY_INVALID", message, { bytes: publicKey.length, wanted: FLEET_PUBLIC_BYTES });
}

/** Numbers, guardians, tallies and shares as the crypto service writes them: decimal digits as text, objects as maps. Pure. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { ShareProof } from "../crypto/proofs/share-proof.ts";
import type { GuardianPublic } from "../guardians/guardian-keys.ts";
import type { KeyBackup } from "../guardians/key-backup.ts";
import type { JsonValue } from "../records/json-reader.ts";

/** Longer than any number of a group. */
const DIGITS_MAX = 1_300;

/** Refuses what is no number in decimal digits, naming the field. */
export function decimal(json: JsonValue): bigint {
  const text = json.text();
  if (text.length <= DIGITS_MAX && /^\d+$/.test(text)) return BigInt(text);
  throw new RotaError("CRYPTO_VALUE_INVALID", `${json.path} must be a number in decimal digits`, { path: json.path });
}

/** What a guardian publishes, and the sealed backups that it leaves for others. */
export function guardianForm(guardian: GuardianPublic, backups: readonly KeyBackup[] = []) {
  return {
    guardian_id: guardian.guardianId,
    sequence_order: guardian.sequence,
    commitments: guardian.commitments.map(String),
    proofs: guardian.proofs.map(({ commitment, challenge, response }) => ({
      commitment: String(commitment),
      challenge: String(challenge),
      response: String(response),
    })),
    backups: Object.fromEntries(
      backups.map(({ receiverId, encryptedPoint: { pad, data, mac } }) => [
        receiverId,
        { pad: String(pad), data: bytesToHex(data), mac: bytesToHex(mac) },
      ]),
    ),
  };
}

export function readGuardianForm(json: JsonValue): GuardianPublic {
  const commitments = json.member("commitments").list().map(decimal);
  return {
    guardianId: json.member("guardian_id").text(),
    sequence: json.member("sequence_order").integer(),
    commitments,
    proofs: json
      .member("proofs")
      .list()
      .map((proof, degree) => ({
        publicKey: commitments[degree] ?? 0n,
        commitment: decimal(proof.member("commitment")),
        challenge: decimal(proof.member("challenge")),
        response: decimal(proof.member("response")),
      })),
  };
}

/** The backup that a guardian left for a receiver. Refuses when there is none. */
export function readBackup(json: JsonValue, receiver: GuardianPublic): KeyBackup {
  const sealed = json.member("backups").member(receiver.guardianId);
  return {
    senderId: json.member("guardian_id").text(),
    receiverId: receiver.guardianId,
    receiverSequence: receiver.sequence,
    encryptedPoint: {
      pad: decimal(sealed.member("pad")),
      data: bytes(sealed.member("data")),
      mac: bytes(sealed.member("mac")),
    },
  };
}

export function ciphertextForm({ pad, data }: Ciphertext) {
  return { pad: String(pad), data: String(data) };
}

export function readCiphertextForm(json: JsonValue): Ciphertext {
  return { pad: decimal(json.member("pad")), data: decimal(json.member("data")) };
}

export function shareForm({ share, proof }: { share: bigint; proof: ShareProof }) {
  const { pad, data, challenge, response } = proof;
  return {
    share: String(share),
    proof: { pad: String(pad), data: String(data), challenge: String(challenge), response: String(response) },
  };
}

export function readShareForm(json: JsonValue): { share: bigint; proof: ShareProof } {
  const proof = json.member("proof");
  return {
    share: decimal(json.member("share")),
    proof: {
      ...readCiphertextForm(proof),
      challenge: decimal(proof.member("challenge")),
      response: decimal(proof.member("response")),
    },
  };
}

function bytes(json: JsonValue): Uint8Array {
  const digits = json.text();
  if (/^([0-9a-f]{2})+$/i.test(digits)) return hexToBytes(digits);
  throw new RotaError("CRYPTO_VALUE_INVALID", `${json.path} must be bytes in hexadecimal digits`, { path: json.path });
}

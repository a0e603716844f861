/** Writes what is public about guardians in the JSON shape of ElectionGuard 1.4: keys with proofs, and sealed backups. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { toHex } from "../../crypto/hash/hex.ts";
import type { HashedCiphertext } from "../../crypto/hashed-elgamal.ts";
import { publicKeyOf, type GuardianPublic } from "../../guardians/guardian-keys.ts";
import type { KeyBackup } from "../../guardians/key-backup.ts";

export function guardianToJson(guardian: GuardianPublic) {
  const { guardianId, sequence, commitments, proofs } = guardian;
  return {
    guardian_id: guardianId,
    sequence_order: sequence,
    election_public_key: toHex(publicKeyOf(guardian)),
    election_commitments: commitments.map(toHex),
    election_proofs: proofs.map(({ publicKey, commitment, challenge, response }) => ({
      public_key: toHex(publicKey),
      commitment: toHex(commitment),
      challenge: toHex(challenge),
      response: toHex(response),
      usage: "Prove knowledge of secret value",
    })),
  };
}

export function backupToJson({ senderId, receiverId, receiverSequence, encryptedPoint }: KeyBackup) {
  return {
    owner_id: senderId,
    designated_id: receiverId,
    designated_sequence_order: receiverSequence,
    encrypted_coordinate: hashedCiphertextToJson(encryptedPoint),
  };
}

export function hashedCiphertextToJson({ pad, data, mac }: HashedCiphertext) {
  return { pad: toHex(pad), data: bytesToHex(data).toUpperCase(), mac: bytesToHex(mac).toUpperCase() };
}

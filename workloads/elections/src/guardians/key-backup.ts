/** The second and third round of the key ceremony: each guardian gets a checked point of every other's polynomial. */
import { RotaError } from "@rota/engine/errors";
import { requireElement } from "../crypto/check-values.ts";
import type { Group } from "../crypto/group/group.ts";
import { hash } from "../crypto/hash/hash.ts";
import { fromHex, toHex } from "../crypto/hash/hex.ts";
import { decryptBytes, encryptBytes, type HashedCiphertext } from "../crypto/hashed-elgamal.ts";
import { padMessage, unpadMessage } from "../crypto/padded-message.ts";
import { pointAt, publicPointAt } from "../crypto/polynomial.ts";
import { randomScalar, type RandomBytes } from "../crypto/random-scalar.ts";
import { publicKeyOf, secretKeyOf, type GuardianKeys, type GuardianPublic } from "./guardian-keys.ts";

/** The sender's point for the receiver, which only the receiver can read. */
export type KeyBackup = {
  readonly senderId: string;
  readonly receiverId: string;
  readonly receiverSequence: number;
  readonly encryptedPoint: HashedCiphertext;
};

export function sealBackup(
  group: Group,
  { sender, receiver }: { sender: GuardianKeys; receiver: GuardianPublic },
  random?: RandomBytes,
): KeyBackup {
  const point = pointAt(group, sender.coefficients, receiver.sequence);
  return {
    senderId: sender.public.guardianId,
    receiverId: receiver.guardianId,
    receiverSequence: receiver.sequence,
    encryptedPoint: encryptBytes(group, {
      message: padMessage(JSON.stringify({ coordinate: toHex(point) })),
      nonce: randomScalar(group, random),
      publicKey: publicKeyOf(receiver),
      seed: seedFor(group, receiver),
    }),
  };
}

/** The point, after it was checked against what the sender published. Refuses a wrong one, naming the sender. */
export function openBackup(
  group: Group,
  { backup, sender, receiver }: { backup: KeyBackup; sender: GuardianPublic; receiver: GuardianKeys },
): bigint {
  const { guardianId, sequence } = receiver.public;
  const refuse = (why: string) =>
    new RotaError("KEY_BACKUP_INVALID", `the backup of guardian ${sender.guardianId} for ${guardianId} ${why}`, {
      senderId: sender.guardianId,
      receiverId: guardianId,
    });
  if (backup.senderId !== sender.guardianId) throw refuse(`was sent by ${backup.senderId}`);
  if (backup.receiverId !== guardianId || backup.receiverSequence !== sequence) throw refuse("is for somebody else");
  requireElement(group, backup.encryptedPoint.pad, `the pad of the backup of guardian ${sender.guardianId}`);
  const seed = seedFor(group, receiver.public);
  const opened = decryptBytes(group, backup.encryptedPoint, { secret: secretKeyOf(receiver), seed });
  const point = opened === undefined ? undefined : readPoint(opened);
  if (point === undefined) throw refuse("cannot be opened: it was changed on its way, or made for another key");
  if (!isPointOf(group, { point, sender, sequence })) throw refuse("does not fit what the sender published");
  return point;
}

/** Whether a point is that of the sender's polynomial: what everybody checks when a backup is disputed. */
export function isPointOf(
  group: Group,
  { point, sender, sequence }: { point: bigint; sender: GuardianPublic; sequence: number },
): boolean {
  return group.isScalar(point) && group.fixedPower(group.g, point) === recoveryKey(group, sender, sequence);
}

/** g^(point) of a guardian's polynomial: the public key under which compensated shares are checked. */
export function recoveryKey(group: Group, guardian: GuardianPublic, sequence: number): bigint {
  return publicPointAt(group, guardian.commitments, sequence);
}

function seedFor(group: Group, { guardianId, sequence }: { guardianId: string; sequence: number }): bigint {
  return hash(group, guardianId, sequence);
}

function readPoint(opened: Uint8Array): bigint | undefined {
  const text = unpadMessage(opened);
  const digits = /^\{"coordinate": ?"([0-9A-Fa-f]+)"\}$/.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : fromHex(digits, "the point");
}

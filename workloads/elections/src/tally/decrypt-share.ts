/** A guardian's part in decrypting: with its own key, or with its point of a missing guardian's polynomial. */
import { RotaError } from "@rota/engine/errors";
import { requireElement } from "../crypto/check-values.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group/group.ts";
import { objectionToShareProof, proveShare, type ShareProof } from "../crypto/proofs/share-proof.ts";
import type { ElectionContext } from "../guardians/election-context.ts";
import { publicKeyOf, secretKeyOf, type GuardianKeys, type GuardianPublic } from "../guardians/guardian-keys.ts";
import { recoveryKey } from "../guardians/key-backup.ts";
import type { CompensatedShare } from "./tally.ts";

export type DirectShare = { readonly guardianId: string; readonly share: bigint; readonly proof: ShareProof };

/** The nonce of the proof must be random, or follow from a secret and from what is decrypted, and never return. */
type ToDecrypt = { readonly ciphertext: Ciphertext; readonly context: ElectionContext; readonly nonce: bigint };

export function decryptShare(group: Group, keys: GuardianKeys, work: ToDecrypt): DirectShare {
  return { guardianId: keys.public.guardianId, ...shareWith(group, secretKeyOf(keys), work) };
}

/** `point` is the one that the missing guardian's backup held for this guardian. */
export function compensateShare(
  group: Group,
  { guardian, missing, point }: { guardian: GuardianPublic; missing: GuardianPublic; point: bigint },
  work: ToDecrypt,
): CompensatedShare {
  return {
    guardianId: guardian.guardianId,
    missingGuardianId: missing.guardianId,
    recoveryKey: recoveryKey(group, missing, guardian.sequence),
    ...shareWith(group, point, work),
  };
}

/** Refuses a share whose proof does not hold, naming the guardian. */
export function checkDirectShare(
  group: Group,
  { share, guardian, ciphertext, context }: Checked<DirectShare> & { guardian: GuardianPublic },
): void {
  const about = {
    ciphertext,
    share: share.share,
    extendedHash: context.extendedHash,
    publicKey: publicKeyOf(guardian),
  };
  refuseIf(objectionToShareProof(group, about, share.proof), `the share of guardian ${share.guardianId}`);
}

/** The recovery key is computed again, never believed. */
export function checkCompensatedShare(
  group: Group,
  work: Checked<CompensatedShare> & { guardian: GuardianPublic; missing: GuardianPublic },
): void {
  const { share, guardian, missing, ciphertext, context } = work;
  const what = `the share of guardian ${share.guardianId} for ${share.missingGuardianId}`;
  const publicKey = recoveryKey(group, missing, guardian.sequence);
  refuseIf(publicKey === share.recoveryKey ? undefined : "its recovery key is another", what);
  const about = { ciphertext, share: share.share, extendedHash: context.extendedHash, publicKey };
  refuseIf(objectionToShareProof(group, about, share.proof), what);
}

type Checked<Share> = { readonly share: Share; readonly ciphertext: Ciphertext; readonly context: ElectionContext };

function shareWith(group: Group, secret: bigint, { ciphertext, context, nonce }: ToDecrypt) {
  requireElement(group, ciphertext.pad, "the pad to decrypt");
  const share = group.power(ciphertext.pad, secret);
  const about = { ciphertext, share, extendedHash: context.extendedHash };
  return { share, proof: proveShare(group, about, { secret, nonce }) };
}

function refuseIf(objection: string | undefined, what: string): void {
  if (objection !== undefined) throw new RotaError("DECRYPTION_SHARES_INVALID", `${what} is wrong: ${objection}`);
}

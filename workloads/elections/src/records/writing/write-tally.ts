/** Writes encrypted and decrypted tallies in the JSON shape of ElectionGuard 1.4. */
import { toHex } from "../../crypto/hash/hex.ts";
import type { ShareProof } from "../../crypto/proofs/share-proof.ts";
import type {
  CompensatedShare,
  DecryptedSelection,
  DecryptedTally,
  EncryptedTally,
  GuardianShare,
} from "../../tally/tally.ts";
import { ciphertextToJson } from "./write-ballot.ts";

export function encryptedTallyToJson({ contests }: EncryptedTally, tallyId: string) {
  const described = ({ sequence, descriptionHash }: { sequence: number; descriptionHash: bigint }) => ({
    sequence_order: sequence,
    description_hash: toHex(descriptionHash),
  });
  return {
    object_id: tallyId,
    contests: byId(contests, "contestId", (contest) => ({
      object_id: contest.contestId,
      ...described(contest),
      selections: byId(contest.selections, "selectionId", (selection) => ({
        object_id: selection.selectionId,
        ...described(selection),
        ciphertext: ciphertextToJson(selection.ciphertext),
      })),
    })),
  };
}

/** Of the whole election, or of one challenged ballot. */
export function decryptedTallyToJson({ tallyId, contests }: DecryptedTally) {
  return {
    object_id: tallyId,
    contests: byId(contests, "contestId", ({ contestId, selections }) => ({
      object_id: contestId,
      selections: byId(selections, "selectionId", selectionToJson),
    })),
  };
}

function selectionToJson({ selectionId, count, value, ciphertext, shares }: DecryptedSelection) {
  return {
    object_id: selectionId,
    tally: count,
    value: toHex(value),
    message: ciphertextToJson(ciphertext),
    shares: shares.map((share) => shareToJson(selectionId, share)),
  };
}

function shareToJson(selectionId: string, share: GuardianShare) {
  const isDirect = share.kind === "direct";
  return {
    object_id: selectionId,
    guardian_id: share.guardianId,
    share: toHex(share.share),
    proof: isDirect ? proofToJson(share.proof) : null,
    recovered_parts: isDirect ? null : byId(share.parts, "guardianId", (part) => partToJson(selectionId, part)),
  };
}

function partToJson(selectionId: string, part: CompensatedShare) {
  return {
    object_id: selectionId,
    guardian_id: part.guardianId,
    missing_guardian_id: part.missingGuardianId,
    share: toHex(part.share),
    recovery_key: toHex(part.recoveryKey),
    proof: proofToJson(part.proof),
  };
}

function proofToJson({ pad, data, challenge, response }: ShareProof) {
  return {
    ...ciphertextToJson({ pad, data }),
    challenge: toHex(challenge),
    response: toHex(response),
    usage: "Prove knowledge of secret value",
  };
}

/** An object with the ids as names. JavaScript moves names that are numbers to the front: readers go by name. */
function byId<Name extends string, Item extends Readonly<Record<Name, string>>, Written>(
  items: readonly Item[],
  name: Name,
  write: (item: Item) => Written,
): Record<string, Written> {
  return Object.fromEntries(items.map((item) => [item[name], write(item)]));
}

/** Reads encrypted and decrypted tallies in the JSON shapes of ElectionGuard 0.95 and 1.4. */
import type { ShareProof } from "../crypto/proofs/share-proof.ts";
import type { DecryptedTally, EncryptedTally, GuardianShare } from "../tally/tally.ts";
import type { JsonValue } from "./json-reader.ts";
import { readCiphertext } from "./read-ballot.ts";

export function readEncryptedTally(json: JsonValue): EncryptedTally {
  const described = (value: JsonValue) => ({
    sequence: value.member("sequence_order").integer(),
    descriptionHash: value.member("description_hash").hex(),
  });
  const contests = json
    .member("contests")
    .entries()
    .map(([contestId, contest]) => ({
      contestId,
      ...described(contest),
      selections: contest
        .member("selections")
        .entries()
        .map(([selectionId, selection]) => ({
          selectionId,
          ...described(selection),
          ciphertext: readCiphertext(selection.member("ciphertext")),
        })),
    }));
  return { contests };
}

/** Of the whole election, or of one challenged ballot. */
export function readDecryptedTally(json: JsonValue): DecryptedTally {
  const contests = json
    .member("contests")
    .entries()
    .map(([contestId, contest]) => ({
      contestId,
      selections: contest
        .member("selections")
        .entries()
        .map(([selectionId, selection]) => ({
          selectionId,
          count: selection.member("tally").integer(),
          value: selection.member("value").hex(),
          ciphertext: readCiphertext(selection.member("message")),
          shares: selection.member("shares").list().map(readShare),
        })),
    }));
  return { tallyId: json.member("object_id").text(), contests };
}

function readShare(json: JsonValue): GuardianShare {
  const guardianId = json.member("guardian_id").text();
  const share = json.member("share").hex();
  const proof = json.optional("proof");
  if (proof !== undefined) return { kind: "direct", guardianId, share, proof: readShareProof(proof) };
  const parts = json
    .member("recovered_parts")
    .entries()
    .map(([, part]) => ({
      guardianId: part.member("guardian_id").text(),
      missingGuardianId: part.member("missing_guardian_id").text(),
      share: part.member("share").hex(),
      recoveryKey: part.member("recovery_key").hex(),
      proof: readShareProof(part.member("proof")),
    }));
  return { kind: "reconstructed", guardianId, share, parts };
}

function readShareProof(json: JsonValue): ShareProof {
  return {
    ...readCiphertext(json),
    challenge: json.member("challenge").hex(),
    response: json.member("response").hex(),
  };
}

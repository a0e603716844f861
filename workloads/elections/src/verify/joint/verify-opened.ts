/** Steps 9 and 12 where guardians decrypt together: one proof for each count, and every count belongs to its value. */
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { JointBallot, JointProof, JointTally, OpenedSelection } from "../../records/joint/joint-record.ts";
import { keyOf } from "../../tally/aggregate.ts";
import type { Findings, StepName } from "../report.ts";
import type { Profile } from "./profile.ts";

type Opened = {
  readonly findings: Findings;
  readonly tally: JointTally;
  /** What had to be opened, by contest and selection. */
  readonly ciphertexts: ReadonlyMap<string, Ciphertext>;
  /** All of a challenged ballot belongs to one step. */
  readonly step?: StepName;
};

export function verifyOpened<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  { findings: { note }, tally, ciphertexts, step }: Opened,
): void {
  const name = step === undefined ? "tally" : `ballot ${tally.tallyId}`;
  const waiting = new Map(ciphertexts);
  for (const { contestId, selections } of tally.contests) {
    for (const selection of selections) {
      const where = `${name}, ${contestId}, ${selection.selectionId}`;
      const key = keyOf(contestId, selection.selectionId);
      const ciphertext = waiting.get(key);
      waiting.delete(key);
      note(step ?? "counts", where, objectionToCount(profile, selection));
      const why =
        ciphertext === undefined
          ? "it was not submitted, or is opened twice"
          : objectionToSelection(profile, selection, ciphertext);
      note(step ?? "direct shares", where, why);
    }
  }
  note(step ?? "counts", `${name}, all selections`, waiting.size === 0 ? undefined : "some were not decrypted");
}

function objectionToCount<Ballot extends JointBallot>(
  { group, publicKey }: Profile<Ballot>,
  { count, value }: OpenedSelection,
): string | undefined {
  const isCount = count >= 0 && group.isResidue(publicKey) && group.fixedPower(publicKey, BigInt(count)) === value;
  return isCount ? undefined : "the count does not belong to the value";
}

function objectionToSelection<Ballot extends JointBallot>(
  profile: Profile<Ballot>,
  { ciphertext: repeated, value, proof }: OpenedSelection,
  ciphertext: Ciphertext,
): string | undefined {
  const { group } = profile;
  const isSame = repeated === undefined || (repeated.pad === ciphertext.pad && repeated.data === ciphertext.data);
  if (!isSame) return "what was opened is not what was submitted";
  if (![ciphertext.pad, ciphertext.data, value].every(group.isResidue)) return "it is not of numbers of the group";
  const shares = group.divide(ciphertext.data, value);
  const challengeOf = (commitment: Ciphertext) => profile.openingChallenge({ ciphertext, commitment, shares });
  return objectionToJointProof(profile, { pad: ciphertext.pad, shares, proof, challengeOf });
}

/** Of all guardians together: `shares` is `pad` to the power of the secret that belongs to the joint key. */
export function objectionToJointProof(
  { group, publicKey }: Pick<Profile, "group" | "publicKey">,
  about: {
    readonly pad: bigint;
    readonly shares: bigint;
    readonly proof: JointProof;
    readonly challengeOf: (commitment: Ciphertext) => bigint;
  },
): string | undefined {
  const { pad, shares, proof, challengeOf } = about;
  const { g, fixedPower, isResidue, isScalar, multiply, power } = group;
  if (![proof.challenge, proof.response].every(isScalar)) return "challenge or response is not below q";
  if (!isResidue(publicKey)) return "the joint key is no number of the group";
  const commitment = {
    pad: multiply(fixedPower(g, proof.response), fixedPower(publicKey, proof.challenge)),
    data: multiply(power(pad, proof.response), power(shares, proof.challenge)),
  };
  return challengeOf(commitment) === proof.challenge ? undefined : "the challenge is not the hash of the statement";
}

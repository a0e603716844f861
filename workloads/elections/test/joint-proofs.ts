/** Makes the proofs of 1.91 and 2.0 from the formulas of the specification; the product only checks them. */
import type { Ciphertext } from "../src/core/crypto/elgamal.ts";
import type { Group } from "../src/core/crypto/group.ts";
import type { RangeProof } from "../src/core/crypto/ballot-proofs.ts";
import { randomScalar } from "../src/core/crypto/scalars.ts";
import type { JointBallot, JointProof, JointTally } from "../src/core/records/joint-record.ts";
import { addBallots, keyOf } from "../src/core/tally/tally.ts";
import type { Profile } from "../src/verify/verify-joint.ts";

export type Encrypted = { readonly ciphertext: Ciphertext; readonly nonce: bigint };

/** Returns (g^r, K^(m + r)). */
export function encryptJointly(group: Group, { value, publicKey }: { value: number; publicKey: bigint }): Encrypted {
  const nonce = randomScalar(group);
  const pad = group.fixedPower(group.g, nonce);
  return { nonce, ciphertext: { pad, data: group.fixedPower(publicKey, group.scalar(nonce + BigInt(value))) } };
}

export type RangeToProve = Encrypted & { readonly value: number; readonly limit: number };

/**
 * Makes a range proof. For every value but the true one, challenge and commitment are simulated; for the true one the
 * hash determines them.
 */
export function proveRange(
  { group, publicKey, rangeChallenge }: Pick<Profile<never>, "group" | "publicKey" | "rangeChallenge">,
  { ciphertext, nonce, value, limit }: RangeToProve,
): RangeProof {
  const values = Array.from({ length: limit + 1 }, (_, index) => index);
  const randoms = values.map(() => randomScalar(group));
  const madeUp = values.map((other) => (other === value ? 0n : randomScalar(group)));
  const commitments = values.map((other, index) => {
    const shift = BigInt(value - other) * (madeUp[index] ?? 0n);
    const random = randoms[index] ?? 0n;
    return {
      pad: group.fixedPower(group.g, random),
      data: group.fixedPower(publicKey, group.scalar(random + shift)),
    };
  });
  const left = rangeChallenge(ciphertext, commitments) - madeUp.reduce((sum, challenge) => sum + challenge, 0n);
  const challenges = madeUp.map((challenge, index) => (index === value ? group.scalar(left) : challenge));
  const responses = challenges.map((challenge, index) => group.scalar((randoms[index] ?? 0n) - challenge * nonce));
  return { challenges, responses };
}

/** Proves that `pad` was raised to the secret of the joint key, all parts of which the tests know. */
export function proveJointly(
  group: Group,
  { pad, secret, challengeOf }: { pad: bigint; secret: bigint; challengeOf: (commitment: Ciphertext) => bigint },
): JointProof {
  const random = randomScalar(group);
  const challenge = challengeOf({ pad: group.fixedPower(group.g, random), data: group.power(pad, random) });
  return { challenge, response: group.scalar(random - challenge * secret) };
}

export type Counted = { readonly contestId: string; readonly selectionId: string; readonly count: number };

/** Opens the sum of ballots whose counts the tests know. */
export function openJointly(
  { group, publicKey, openingChallenge }: Pick<Profile<never>, "group" | "publicKey" | "openingChallenge">,
  work: { tallyId: string; ballots: readonly JointBallot[]; counts: readonly Counted[]; secret: bigint },
): JointTally {
  const { tallyId, ballots, counts, secret } = work;
  const { sums } = addBallots(group, ballots);
  const contestIds = [...new Set(counts.map(({ contestId }) => contestId))];
  const contests = contestIds.map((contestId) => ({
    contestId,
    selections: counts
      .filter((counted) => counted.contestId === contestId)
      .map(({ selectionId, count }) => {
        const ciphertext = sums.get(keyOf(contestId, selectionId)) ?? { pad: 1n, data: 1n };
        const value = group.fixedPower(publicKey, BigInt(count));
        const shares = group.divide(ciphertext.data, value);
        const challengeOf = (commitment: Ciphertext) => openingChallenge({ ciphertext, commitment, shares });
        const proof = proveJointly(group, { pad: ciphertext.pad, secret, challengeOf });
        return { selectionId, count, value, ciphertext, proof };
      }),
  }));
  return { tallyId, contests };
}

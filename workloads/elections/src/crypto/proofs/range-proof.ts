/** Proofs that a ciphertext hides 0, 1, … up to a limit, as ElectionGuard has them since 1.91: only checked here. */
import { objectionToElement } from "../check-values.ts";
import type { Ciphertext } from "../elgamal.ts";
import type { Group } from "../group/group.ts";

/** One challenge and one response for each value from 0; commitments are not published but computed again. */
export type RangeProof = { readonly challenges: readonly bigint[]; readonly responses: readonly bigint[] };

export type RangeStatement = {
  /** (g^r, K^(m + r)). */
  readonly ciphertext: Ciphertext;
  readonly publicKey: bigint;
  readonly limit: number;
  /** The hash of the statement and of all commitments, in the way of the version. */
  readonly challengeOf: (commitments: readonly Ciphertext[]) => bigint;
};

/** Why the proof does not hold; undefined when it does. */
export function objectionToRange(group: Group, about: RangeStatement, proof: RangeProof): string | undefined {
  const { ciphertext, limit } = about;
  const { challenges, responses } = proof;
  for (const [name, value] of Object.entries(ciphertext)) {
    const outside = objectionToElement(group, value);
    if (outside !== undefined) return `the ${name} of the ciphertext ${outside}`;
  }
  if (!group.isResidue(about.publicKey)) return "the public key is no number of the group";
  if (challenges.length !== limit + 1 || responses.length !== limit + 1) return "it does not cover every value";
  if (![...challenges, ...responses].every(group.isScalar)) return "a challenge or response is not below q";
  const commitments = challenges.map((challenge, value) =>
    commitmentFor(group, about, { value, challenge, response: responses[value] ?? 0n }),
  );
  const sum = group.scalar(challenges.reduce((total, challenge) => total + challenge, 0n));
  return sum === about.challengeOf(commitments) ? undefined : "the challenges do not sum up to the hash";
}

function commitmentFor(
  group: Group,
  { ciphertext, publicKey }: RangeStatement,
  { value, challenge, response }: { value: number; challenge: bigint; response: bigint },
): Ciphertext {
  const { g, fixedPower, multiply, power, scalar } = group;
  const shifted = scalar(response - BigInt(value) * challenge);
  return {
    pad: multiply(fixedPower(g, response), power(ciphertext.pad, challenge)),
    data: multiply(fixedPower(publicKey, shifted), power(ciphertext.data, challenge)),
  };
}

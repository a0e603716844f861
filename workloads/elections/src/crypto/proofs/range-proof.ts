/** Proofs that a ciphertext hides 0, 1, … up to a limit, as ElectionGuard has them since 1.91: only checked here. */
import { objectionToElement } from "../check-values.ts";
import type { Ciphertext } from "../elgamal.ts";
import type { Group, Term } from "../group/group.ts";

/** One challenge and one response for each value from 0. */
export type RangeProof = {
  readonly challenges: readonly bigint[];
  readonly responses: readonly bigint[];
  /** 1.91 publishes them, and so they can be checked in batches; 2.0 leaves them to be computed again. */
  readonly commitments?: readonly Ciphertext[];
};

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
  const values = challenges.map((challenge, value) => ({ value, challenge, response: responses[value] ?? 0n }));
  const { commitments = values.map((step) => commitmentFor(group, about, step)) } = proof;
  if (commitments.length !== limit + 1) return "it does not cover every value";
  if (!commitments.flatMap(({ pad, data }) => [pad, data]).every(group.isResidue))
    return "a commitment is not from 1 to p - 1";
  const sum = group.scalar(challenges.reduce((total, challenge) => total + challenge, 0n));
  if (sum !== about.challengeOf(commitments)) return "the challenges do not sum up to the hash";
  const isProven = (step: Step) => proof.commitments === undefined || holdsFor(group, about, { proof, step });
  return values.every(isProven) ? undefined : "a commitment does not belong to its challenge and response";
}

/** What is shown for one value, or seems to be. */
type Step = { readonly value: number; readonly challenge: bigint; readonly response: bigint };

function commitmentFor(group: Group, about: RangeStatement, step: Step): Ciphertext {
  const { pad, data } = termsOf(group, about, step);
  const raise = ({ base, exponent, isFixed = false }: Term) =>
    (isFixed ? group.fixedPower : group.power)(base, group.scalar(exponent));
  return { pad: group.product(pad.map(raise)), data: group.product(data.map(raise)) };
}

function holdsFor(group: Group, about: RangeStatement, { proof, step }: { proof: RangeProof; step: Step }): boolean {
  const { pad, data } = termsOf(group, about, step);
  const commitment = proof.commitments?.[step.value];
  return commitment !== undefined && group.holds(commitment.pad, pad) && group.holds(commitment.data, data);
}

/** a = g^v alpha^c, b = K^(v - j c) beta^c for the value j. */
function termsOf(
  { g }: Group,
  { ciphertext, publicKey }: RangeStatement,
  { value, challenge, response }: Step,
): { pad: Term[]; data: Term[] } {
  const shifted = response - BigInt(value) * challenge;
  return {
    pad: [
      { base: g, exponent: response, isFixed: true },
      { base: ciphertext.pad, exponent: challenge },
    ],
    data: [
      { base: publicKey, exponent: shifted, isFixed: true },
      { base: ciphertext.data, exponent: challenge },
    ],
  };
}

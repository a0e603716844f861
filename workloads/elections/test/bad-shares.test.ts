/** Tests that wrong, missing and repeated shares are refused with the name of the guardian. */
import { expect, test } from "vitest";
import { createDiscreteLog, encrypt } from "../src/core/crypto/elgamal.ts";
import { pointAt, randomScalar } from "../src/core/crypto/scalars.ts";
import {
  combineShares,
  compensateShare,
  decryptShare,
  type SharesToCombine,
} from "../src/core/tally/decryption-shares.ts";
import { holdCeremony, toyGroup as group } from "./toy-election.ts";

const { guardians, context } = holdCeremony({ count: 3, quorum: 2 });
const ciphertext = encrypt(group, { message: 7n, nonce: 99n, publicKey: context.publicKey });
const [first, second, third] = guardians;
if (first === undefined || second === undefined || third === undefined) throw new Error("three guardians");
const work = () => ({ ciphertext, context, nonce: randomScalar(group) });
const direct = [first, second].map((keys) => decryptShare(group, keys, work()));
const compensated = [first, second].map((keys) => {
  const point = pointAt(group, third.coefficients, keys.public.sequence);
  return compensateShare(group, { guardian: keys.public, missing: third.public, point }, work());
});
const countOf = createDiscreteLog(group, { max: 10 });
const combine = (changes: Partial<SharesToCombine>) => {
  const published = guardians.map((keys) => keys.public);
  const all = { selectionId: "ann", ciphertext, context, guardians: published, direct, compensated, ...changes };
  return combineShares(group, all, countOf);
};
const flip = <Share extends { share: bigint }>(shares: readonly Share[]) =>
  shares.map((share, index) => (index === 0 ? { ...share, share: share.share ^ 1n } : share));

test("two guardians and their shares for the third decrypt the count", () => {
  expect(combine({}).count).toBe(7);
});

test("all three guardians decrypt the same", () => {
  expect(combine({ direct: [...direct, decryptShare(group, third, work())], compensated: [] }).count).toBe(7);
});

test.each<[title: string, changes: Partial<SharesToCombine>, reason: string]>([
  ["a share with one bit flipped", { direct: flip(direct) }, "the share of guardian guardian-1 is wrong"],
  [
    "a compensated share with one bit flipped",
    { compensated: flip(compensated) },
    "guardian-1 for guardian-3 is wrong",
  ],
  ["a compensated share that is missing", { compensated: compensated.slice(1) }, "guardian-1 gave none for guardian-3"],
  ["a share given twice", { direct: [...direct, ...direct.slice(0, 1)] }, "one gave two"],
  ["fewer shares than the quorum", { direct: direct.slice(0, 1) }, "1 guardians are present, the quorum is 2"],
  ["shares of another ciphertext", { ciphertext: { ...ciphertext, pad: group.g } }, "the share of guardian guardian-1"],
])("%s is refused", (_, changes, reason) => {
  expect(() => combine(changes)).toThrow(reason);
});

test("a share made with the present guardian's own polynomial instead of the missing one's is refused", () => {
  const point = pointAt(group, first.coefficients, third.public.sequence);
  const wrong = compensateShare(group, { guardian: first.public, missing: third.public, point }, work());

  expect(() => combine({ compensated: [wrong, ...compensated.slice(1)] })).toThrow(
    "guardian-1 for guardian-3 is wrong",
  );
});

/** Tests that invalid ballots are refused on arrival, each with its reason. */
import { expect, test } from "vitest";
import type { EncryptedBallot } from "../src/core/ballots/ballot.ts";
import { checkBallot, objectionsToBallot } from "../src/core/ballots/check-ballot.ts";
import { encryptBallot } from "../src/core/ballots/encrypt-ballot.ts";
import { addCiphertexts, encrypt } from "../src/core/crypto/elgamal.ts";
import { proveLimit, proveSelection } from "../src/core/crypto/ballot-proofs.ts";
import { choice, holdCeremony, toyGroup as group, toyManifest as manifest } from "./toy-election.ts";

const { context } = holdCeremony({ count: 3, quorum: 2 });
const election = { manifest, context };
const plain = choice("b1", ["ann"], ["bob"]);
const toEncrypt = { ballot: plain, nonce: 42n, codeSeed: 1n, timestamp: 1 };
const { ballot } = encryptBallot(group, election, toEncrypt);
type Contest = EncryptedBallot["contests"][number];
const changeFirst = (change: (contest: Contest) => Partial<Contest>): EncryptedBallot => ({
  ...ballot,
  contests: ballot.contests.map((contest, index) => (index === 0 ? { ...contest, ...change(contest) } : contest)),
});

test("an encrypted ballot is accepted, and the same nonce gives the same ballot", () => {
  checkBallot(group, election, ballot);

  expect(encryptBallot(group, election, toEncrypt).ballot).toEqual(ballot);
});

test("five votes in one selection are refused with any proof", () => {
  const ciphertext = encrypt(group, { message: 5n, nonce: 9n, publicKey: context.publicKey });
  const proof = proveSelection(group, { ...context, ciphertext }, { vote: 1, nonce: 9n, seed: 3n });
  const stuffed = changeFirst(({ selections }) => {
    const changed = selections.map((selection, index) =>
      index === 0 ? { ...selection, ciphertext, proof } : selection,
    );
    const accumulation = addCiphertexts(
      group,
      changed.map((selection) => selection.ciphertext),
    );
    const limit = proveLimit(group, { ...context, ciphertext: accumulation, constant: 1 }, { nonce: 9n, seed: 3n });
    return { selections: changed, accumulation, proof: limit };
  });

  const abouts = objectionsToBallot(group, election, stuffed).map(({ about }) => about);

  expect(abouts).toContain("selections");
  expect(abouts).toContain("limits");
  expect(() => {
    checkBallot(group, election, stuffed);
  }).toThrow("ballot b1");
});

test.each<[title: string, changed: EncryptedBallot, reason: string]>([
  ["contests in another order", { ...ballot, contests: [...ballot.contests].reverse() }, "its contests are not those"],
  ["a contest left out", { ...ballot, contests: ballot.contests.slice(1) }, "its contests are not those"],
  ["an unknown style", { ...ballot, styleId: "none" }, "style none is not in the manifest"],
  [
    "a selection left out",
    changeFirst(({ selections }) => ({ selections: selections.slice(1) })),
    "its selections are not",
  ],
  ["another confirmation code", { ...ballot, code: 5n }, "its confirmation code is another"],
  ["the code of another device", { ...ballot, codeSeed: 2n }, "its confirmation code is another"],
  ["a pad of p or more", withPad((pad) => pad + group.p), "must be from 1 to p - 1"],
  ["a pad outside the subgroup", withPad((pad) => group.p - pad), "is not in the subgroup of order q"],
])("%s is refused", (_, changed, reason) => {
  const reasons = objectionsToBallot(group, election, changed).map(({ why }) => why);

  expect(reasons.join("; ")).toContain(reason);
});

test.each([
  ["an option that the manifest lacks", choice("b", ["zoe"], []), "chooses mayor-zoe in contest mayor"],
  ["an option named twice", choice("b", ["ann", "ann"], []), "names mayor-ann in contest mayor twice"],
  ["a style that the manifest lacks", { ...choice("b", [], []), styleId: "none" }, "has the style none"],
])("choices with %s are not encrypted", (_, wrong, reason) => {
  expect(() => encryptBallot(group, election, { ...toEncrypt, ballot: wrong })).toThrow(reason);
});

test("a vote of 5 is not encrypted", () => {
  const contests = [{ contestId: "mayor", selections: [{ selectionId: "mayor-ann", vote: 5 }] }];

  expect(() => encryptBallot(group, election, { ...toEncrypt, ballot: { ...plain, contests } })).toThrow(
    "something else than 0 or 1",
  );
});

function withPad(change: (pad: bigint) => bigint): EncryptedBallot {
  return changeFirst(({ selections }) => ({
    selections: selections.map((selection, index) => {
      const { pad, data } = selection.ciphertext;
      return index === 0 ? { ...selection, ciphertext: { pad: change(pad), data } } : selection;
    }),
  }));
}

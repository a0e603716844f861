/** Tests of stored ballots: an unpacked ballot equals the packed one, and nothing else can be packed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { choice, encryptAll, holdCeremony, toyGroup, toyManifest } from "../../../test/toy-election.ts";
import { packBallot, unpackBallot } from "./pack-ballot.ts";

const { context } = holdCeremony({ count: 2, quorum: 1 });
const packedFor = { manifest: toyManifest, manifestHash: context.manifestHash };
const names = fc.subarray(["ann", "bob", "cy"]);

function encryptOne(mayor: readonly string[], council: readonly string[]) {
  const [ballot] = encryptAll(context, [{ plain: choice("ballot-1", mayor, council), state: "cast" }]);
  if (ballot === undefined) throw new Error("one ballot was asked for");
  return ballot;
}

test("for any choices, a packed ballot is unpacked with all its hashes and its code", () => {
  fc.assert(
    fc.property(names, names, (mayor, council) => {
      const ballot = encryptOne(mayor, council);

      const unpacked = unpackBallot(toyGroup, packedFor, packBallot(toyGroup, packedFor, ballot));
      expect({ ...unpacked, state: "cast" }).toEqual(ballot);
    }),
    { numRuns: 10 },
  );
});

test("a packed ballot takes little more than its ciphertexts and proofs", () => {
  const { content } = packBallot(toyGroup, packedFor, encryptOne(["ann"], ["bob"]));
  const selection = 6 * 32 + 4 * 8;
  const contest = 2 * 32 + 2 * 8;

  expect(content.length).toBeLessThan(9 * selection + 2 * contest + 2_000);
});

test("swapped contests, numbers outside the group and stored bytes of another length are refused", () => {
  const ballot = encryptOne(["ann"], ["bob"]);
  const packed = packBallot(toyGroup, packedFor, ballot);
  const [first, ...others] = ballot.contests;
  if (first === undefined) throw new Error("the ballot has contests");
  const large = { ...first, proof: { ...first.proof, pad: toyGroup.p } };

  expect(() => packBallot(toyGroup, packedFor, { ...ballot, contests: [...others, first] })).toThrow("in their order");
  expect(() => packBallot(toyGroup, packedFor, { ...ballot, contests: [large, ...others] })).toThrow("p - 1");
  expect(() => unpackBallot(toyGroup, packedFor, { ...packed, content: packed.content.subarray(1) })).toThrow("form");
  expect(() => unpackBallot(toyGroup, packedFor, { ...packed, content: packed.content.subarray(0, -1) })).toThrow(
    "early",
  );
});

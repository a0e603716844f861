/**
 * Tests of the computations of phases: chunks in any order give one tally, repeated shares are the same, and errors
 * name the wrong share.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  choice,
  encryptAll,
  holdCeremony,
  toyGroup as group,
  toyManifest as manifest,
} from "../../../test/toy-election.ts";
import { packBallot } from "../../core/ballots/pack-ballot.ts";
import { toHex } from "../../core/crypto/hash.ts";
import { sealBackup } from "../../core/guardians/key-ceremony.ts";
import { createFleetSeed, fleetKeysOf, sealCredential } from "../../core/guardians/seal.ts";
import { proofNonce } from "../../core/tally/decryption-shares.ts";
import { combineSlices } from "./combine-slices.ts";
import { checkShares, compensateSlices, decryptSlices } from "./make-shares.ts";
import { mergeTallies, tallyBallots } from "./tally-ballots.ts";

const seed = createFleetSeed();
beforeAll(() => {
  process.env["ELECTIONS_FLEET_SEED"] ??= Buffer.from(seed).toString("base64");
});
const fleetKey = () => fleetKeysOf(Buffer.from(process.env["ELECTIONS_FLEET_SEED"] ?? "", "base64")).publicKey;

const { guardians, context } = holdCeremony({ count: 3, quorum: 2 });
const [first, second, third] = guardians;
if (first === undefined || second === undefined || third === undefined) throw new Error("three guardians");
const votes = [["ann"], ["bob"], ["ann"], [], ["cy"], ["ann"]].map((mayor, index) => ({
  plain: choice(`b${String(index)}`, mayor, ["ann", "cy"]),
  state: "cast" as const,
}));
const stored = encryptAll(context, votes).map((ballot) => {
  const { ballotId, styleId, codeSeed, content } = packBallot(
    group,
    { manifest, manifestHash: context.manifestHash },
    ballot,
  );
  return { ballotId, styleId, previousCode: toHex(codeSeed), content };
});
const basis = { group: "toy-256", manifest, context };
const whole = tallyBallots({ ...basis, ballots: stored });
const slice = { subject: "unit", subjectId: "election", slice: 1, tally: whole } as const;

const work = (keys: typeof first) => ({
  ...basis,
  electionId: "7",
  guardian: keys.public,
  credential: sealCredential({ keys, electionId: "7", publicKey: fleetKey() }),
  slices: [slice],
});

test("any division of ballots into chunks gives the same tally to the byte", () => {
  const cuts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: stored.length, maxLength: stored.length });
  fc.assert(
    fc.property(cuts, (places) => {
      const chunks = [0, 1, 2, 3].map((chunk) => stored.filter((_, index) => places[index] === chunk));

      const parts = chunks.map((ballots) => tallyBallots({ ...basis, ballots }));

      expect(mergeTallies({ ...basis, parts })).toEqual(whole);
    }),
    { numRuns: 5 },
  );
});

test("a ballot that was changed after it was admitted is not counted", () => {
  const [ballot] = stored;
  if (ballot === undefined) throw new Error("a ballot");
  const content = ballot.content.map((byte, index) => (index === 40 ? byte ^ 1 : byte));

  expect(() => tallyBallots({ ...basis, ballots: [{ ...ballot, content }] })).toThrow("ballot b0");
});

test("shares that are made again are the same to the byte, and two statements never share a nonce", () => {
  const place = { subject: "unit", subjectId: "election", contest: "mayor", selection: "mayor-ann" } as const;
  const statement = { secret: 5n, place, ciphertext: { pad: 3n, data: 4n }, extendedHash: 6n };
  const others = [
    { ...statement, secret: 7n },
    { ...statement, place: { ...place, selection: "mayor-bob" } },
    { ...statement, place: { ...place, subject: "ballot" as const } },
    { ...statement, ciphertext: { pad: 3n, data: 5n } },
    { ...statement, extendedHash: 8n },
  ];

  expect(decryptSlices(work(first))).toEqual(decryptSlices(work(first)));
  expect(new Set([statement, ...others].map((one) => proofNonce(group, one))).size).toBe(others.length + 1);
});

test("two guardians and their shares for the third give the counts, and every wrong or missing share is named", () => {
  const own = [first, second].map((keys) => ({ keys, shares: decryptSlices(work(keys))[0] ?? [] }));
  const compensated = [first, second].map((keys) => {
    const backup = sealBackup(group, { sender: third, receiver: keys.public });
    return { keys, shares: compensateSlices({ ...work(keys), missing: third.public, backup })[0] ?? [] };
  });
  const given = [
    ...own.map(({ keys, shares }) => ({ guardianId: keys.public.guardianId, missingGuardianId: undefined, shares })),
    ...compensated.map(({ keys, shares }) => ({
      guardianId: keys.public.guardianId,
      missingGuardianId: third.public.guardianId,
      shares,
    })),
  ];
  const combine = (shares: typeof given) =>
    combineSlices({
      ...basis,
      guardians: guardians.map((keys) => keys.public),
      slices: [
        { ...slice, max: votes.length, given: shares.map((one) => ({ ...one, shares: JSON.stringify(one.shares) })) },
      ],
    })[0]?.map(({ count }) => count);
  const spoiled = (index: number) =>
    given.map((one, place) =>
      place === index
        ? { ...one, shares: one.shares.map((share, at) => (at === 2 ? { ...share, share: "04" } : share)) }
        : one,
    );

  expect(combine(given)).toEqual([3, 1, 1, 6, 0, 6]);
  expect(() => combine(spoiled(0))).toThrow("the share of guardian guardian-1 is wrong");
  expect(() => combine(spoiled(3))).toThrow("the share of guardian guardian-2 for guardian-3 is wrong");
  expect(() => combine(given.slice(0, 3))).toThrow("guardian guardian-2 gave none for guardian-3");
});

test("shares from outside are accepted only if they are complete, in order and right", () => {
  const [shares = []] = decryptSlices(work(first));
  const check = (given: unknown) =>
    checkShares({ ...basis, guardian: first.public, missing: undefined, slice, shares: JSON.stringify(given) });

  expect(check(shares)).toEqual(shares);
  expect(() => check(shares.slice(1))).toThrow("5 shares were given, the slice has 6 selections");
  expect(() => check([...shares].reverse())).toThrow("give them in the order of the slice");
  expect(() => check(shares.map((share) => ({ ...share, share: toHex(group.p + 4n) })))).toThrow(
    "must be from 1 to p - 1",
  );
  expect(() => check([{ selection: 1 }])).toThrow("shares");
});

test("keys of another guardian are refused, for whomever they are sealed", () => {
  const sealed = sealCredential({ keys: second, electionId: "7", publicKey: fleetKey() });

  expect(() => decryptSlices({ ...work(first), credential: sealed })).toThrow("does not open");
});

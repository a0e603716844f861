/** Creates a record of ElectionGuard 1.91 in a small group: two guardians, a cast ballot and a challenged one. */
import type { Group } from "../src/core/crypto/group.ts";
import { hash } from "../src/core/crypto/hash.ts";
import { createGuardianKeys, publicKeyOf, secretKeyOf } from "../src/core/guardians/key-ceremony.ts";
import type { JointBallot, JointManifest } from "../src/core/records/joint-record.ts";
import type { Record191 } from "../src/core/records/read-record-191.ts";
import { createProfile191 } from "../src/verify/verify-record-191.ts";
import { encryptJointly, openJointly, proveRange, type Counted } from "./joint-proofs.ts";

/** Two contests of two options each: one vote in the first, two in the second. */
export const jointManifest: JointManifest = {
  styles: [{ styleId: "all", unitIds: ["town"] }],
  contests: [
    { contestId: "mayor", sequence: 1, votesAllowed: 1, names: ["ann", "bob"] },
    { contestId: "council", sequence: 2, votesAllowed: 2, names: ["ann", "cy"] },
  ].map(({ contestId, sequence, votesAllowed, names }) => ({
    contestId,
    sequence,
    votesAllowed,
    unitId: "town",
    name: contestId,
    optionLimit: 1,
    selections: names.map((name, index) => ({ selectionId: `${contestId}-${name}`, sequence: index + 1 })),
  })),
};

export const CAST_VOTES = ["mayor-ann", "council-ann", "council-cy"];
export const CHALLENGED_VOTES = ["mayor-bob", "council-cy"];

/** Returns the counts of all options when these got a vote. */
export function countsOf(votes: readonly string[]): Counted[] {
  return jointManifest.contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId }) => ({ contestId, selectionId, count: votes.includes(selectionId) ? 1 : 0 })),
  );
}

export function makeRecord191(group: Group): Record191 {
  const keys = [1, 2].map((sequence) =>
    createGuardianKeys(group, { guardianId: `g${String(sequence)}`, sequence, quorum: 2 }),
  );
  const guardians = keys.map((key) => key.public);
  const context = contextFor(group, guardians);
  const profile = createProfile191(group, context);
  const secret = group.scalar(keys.reduce((sum, key) => sum + secretKeyOf(key), 0n));
  const ballotOf = (ballotId: string, code: bigint, votes: readonly string[]): JointBallot => ({
    ballotId,
    styleId: "all",
    code,
    state: votes === CAST_VOTES ? "cast" : "challenged",
    contests: jointManifest.contests.map(({ contestId, selections }) => ({
      contestId,
      selections: selections.map(({ selectionId }) => {
        const value = votes.includes(selectionId) ? 1 : 0;
        const encrypted = encryptJointly(group, { value, publicKey: context.publicKey });
        const proof = proveRange(profile, { ...encrypted, value, limit: 1 });
        return { selectionId, ciphertext: encrypted.ciphertext, proof };
      }),
    })),
  });
  const cast = ballotOf("b1", 11n, CAST_VOTES);
  const challenged = ballotOf("b2", 12n, CHALLENGED_VOTES);
  const open = (tallyId: string, ballot: JointBallot, votes: readonly string[]) =>
    openJointly(profile, { tallyId, ballots: [ballot], counts: countsOf(votes), secret });
  const tally = open("tally", cast, CAST_VOTES);
  return {
    constants: { p: group.p, q: group.q, r: group.r, g: group.g },
    manifest: jointManifest,
    context,
    guardians,
    ballots: [cast, challenged],
    encryptedTally: tally.contests.flatMap(({ contestId, selections }) =>
      selections.map(({ selectionId, ciphertext = { pad: 1n, data: 1n } }) => ({ contestId, selectionId, ciphertext })),
    ),
    tally,
    challenged: [open("b2", challenged, CHALLENGED_VOTES)].map(({ tallyId, contests }) => ({ tallyId, contests })),
  };
}

function contextFor(group: Group, guardians: Record191["guardians"]): Record191["context"] {
  const { p, q, g } = group;
  const publicKey = group.product(guardians.map(publicKeyOf));
  const version = "v2.0".split("").map((character) => character.charCodeAt(0).toString(16));
  const parameterHash = hash(group, version.join("").padEnd(64, "0").toUpperCase(), "00", p, q, g);
  const manifestHash = 77n;
  const manifest = hash(group, parameterHash, "01", manifestHash);
  const baseHash = hash(group, parameterHash, "02", guardians.length, 2, manifest);
  const commitmentHash = hash(
    group,
    guardians.flatMap(({ commitments }) => commitments),
  );
  const extendedHash = hash(group, baseHash, "12", publicKey, commitmentHash);
  return { guardians: 2, quorum: 2, publicKey, commitmentHash, manifestHash, baseHash, extendedHash };
}

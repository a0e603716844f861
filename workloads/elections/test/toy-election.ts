/** Runs a whole election in a small group: five guardians of whom two are missing, cast and challenged ballots. */
import { deviceHash, type PlainBallot, type SubmittedBallot } from "../src/core/ballots/ballot.ts";
import { encryptBallot } from "../src/core/ballots/encrypt-ballot.ts";
import { type Ciphertext, createDiscreteLog } from "../src/core/crypto/elgamal.ts";
import { createGroup } from "../src/core/crypto/group.ts";
import { TOY_GROUP_256 } from "../src/core/crypto/group-parameters.ts";
import { lagrangeWeight, randomScalar } from "../src/core/crypto/scalars.ts";
import {
  createContext,
  createGuardianKeys,
  type ElectionContext,
  type GuardianKeys,
  openBackup,
  sealBackup,
} from "../src/core/guardians/key-ceremony.ts";
import { type Contest, type Manifest, manifestHash } from "../src/core/manifest/manifest.ts";
import type { ElectionRecord } from "../src/core/records/read-record.ts";
import { addBallots, type DecryptedTally, toEncryptedTally } from "../src/core/tally/tally.ts";
import { combineShares, compensateShare, decryptShare } from "../src/core/tally/decryption-shares.ts";

export const toyGroup = createGroup(TOY_GROUP_256, { tableAfter: 20 });
const device = { deviceId: 7, sessionId: 1, launchCode: 2, location: "town hall" };

export const toyManifest: Manifest = {
  electionScopeId: "toy-election",
  type: "general",
  startDate: "2026-11-01T08:00:00+00:00",
  endDate: "2026-11-01T18:00:00+00:00",
  name: [{ value: "A small election", language: "en" }],
  contact: {
    name: "Clerk",
    addressLines: ["Town hall"],
    emails: [{ annotation: "office", value: "clerk@example.org" }],
    phones: null,
  },
  units: [{ unitId: "town", name: "Town", type: "town", contact: null }],
  parties: [
    { partyId: "bread", name: [{ value: "Bread", language: "en" }], abbreviation: "B", color: null, logoUri: null },
  ],
  contests: [
    contest("mayor", { sequence: 0, numberElected: 1 }),
    contest("council", { sequence: 1, numberElected: 2 }),
  ],
  styles: [{ styleId: "all", unitIds: ["town"], partyIds: null, imageUri: null }],
};

function contest(contestId: string, { sequence, numberElected }: { sequence: number; numberElected: number }): Contest {
  const selections = ["ann", "bob", "cy"].map((candidateId, index) => ({
    selectionId: `${contestId}-${candidateId}`,
    sequence: index,
    candidateId,
  }));
  const title = [{ value: contestId, language: "en" }];
  return {
    contestId,
    sequence,
    unitId: "town",
    voteVariation: "n_of_m",
    numberElected,
    votesAllowed: numberElected,
    name: contestId,
    title,
    subtitle: null,
    selections,
  };
}

/** Returns the choice of one voter: names in the contest for mayor, then for the council. */
export function choice(ballotId: string, mayor: readonly string[], council: readonly string[]): PlainBallot {
  const chosen = (contestId: string, names: readonly string[]) => ({
    contestId,
    selections: names.map((name) => ({ selectionId: `${contestId}-${name}`, vote: 1 })),
  });
  return { ballotId, styleId: "all", contests: [chosen("mayor", mayor), chosen("council", council)] };
}

export type ToyElection = { guardians: GuardianKeys[]; context: ElectionContext };

export function holdCeremony({ count, quorum }: { count: number; quorum: number }): ToyElection {
  const guardians = Array.from({ length: count }, (_, index) =>
    createGuardianKeys(toyGroup, { guardianId: `guardian-${String(index + 1)}`, sequence: index + 1, quorum }),
  );
  const hashed = manifestHash(toyGroup, toyManifest);
  const published = guardians.map((keys) => keys.public);
  return { guardians, context: createContext(toyGroup, { guardians: published, quorum, manifestHash: hashed }) };
}

/** Encrypts ballots one after the other on one device. */
export function encryptAll(
  context: ElectionContext,
  votes: readonly { plain: PlainBallot; state: SubmittedBallot["state"] }[],
): SubmittedBallot[] {
  let codeSeed = deviceHash(toyGroup, device);
  return votes.map(({ plain, state }, index) => {
    const toEncrypt = { ballot: plain, nonce: randomScalar(toyGroup), codeSeed, timestamp: 1_700_000_000 + index };
    const { ballot } = encryptBallot(toyGroup, { manifest: toyManifest, context }, toEncrypt);
    codeSeed = ballot.code;
    return { ...ballot, state };
  });
}

/** Decrypts with the first `present` guardians; the others are compensated through their backups. */
export function tallyToRecord(
  { guardians, context }: ToyElection,
  { ballots, present }: { ballots: readonly SubmittedBallot[]; present: number },
): ElectionRecord & { ballots: SubmittedBallot[]; challenged: DecryptedTally[] } {
  const cast = ballots.filter(({ state }) => state === "cast");
  const encryptedTally = toEncryptedTally(toyGroup, toyManifest, addBallots(toyGroup, cast));
  const decrypt = createDecryption({ guardians, context }, { present, max: ballots.length });
  const sequences = guardians.slice(0, present).map((keys) => keys.public.sequence);
  const { p, q, r, g } = toyGroup;
  return {
    constants: { p, q, r, g },
    manifest: toyManifest,
    context,
    devices: [device],
    guardians: guardians.map((keys) => keys.public),
    weights: sequences.map((sequence) => lagrangeWeight(toyGroup, sequence, sequences)),
    ballots: [...ballots],
    encryptedTally,
    tally: decrypt("election-results", encryptedTally.contests),
    challenged: ballots
      .filter(({ state }) => state === "challenged")
      .map((ballot) => decrypt(ballot.ballotId, ballot.contests)),
  };
}

type ToOpen = readonly { contestId: string; selections: readonly { selectionId: string; ciphertext: Ciphertext }[] }[];

function createDecryption({ guardians, context }: ToyElection, { present, max }: { present: number; max: number }) {
  const here = guardians.slice(0, present);
  const missing = guardians.slice(present);
  const points = here.flatMap((receiver) =>
    missing.map((sender) => {
      const backup = sealBackup(toyGroup, { sender, receiver: receiver.public });
      return { receiver, sender, point: openBackup(toyGroup, { backup, sender: sender.public, receiver }) };
    }),
  );
  const countOf = createDiscreteLog(toyGroup, { max });
  const open = (selectionId: string, ciphertext: Ciphertext) => {
    const work = () => ({ ciphertext, context, nonce: randomScalar(toyGroup) });
    const direct = here.map((keys) => decryptShare(toyGroup, keys, work()));
    const compensated = points.map(({ receiver, sender, point }) =>
      compensateShare(toyGroup, { guardian: receiver.public, missing: sender.public, point }, work()),
    );
    const published = guardians.map((keys) => keys.public);
    return combineShares(
      toyGroup,
      { selectionId, ciphertext, context, guardians: published, direct, compensated },
      countOf,
    );
  };
  return (tallyId: string, contests: ToOpen): DecryptedTally => ({
    tallyId,
    contests: contests.map(({ contestId, selections }) => ({
      contestId,
      selections: selections.map(({ selectionId, ciphertext }) => open(selectionId, ciphertext)),
    })),
  });
}

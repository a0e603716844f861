/** An election for measurements: four options, one vote, five guardians, three of them needed and two missing. */
import {
  createContext,
  createGuardianKeys,
  encryptBallot,
  manifestHash,
  openBackup,
  randomScalar,
  sealBackup,
  type EncryptedBallot,
  type Group,
  type Manifest,
} from "@rota/elections";

const GUARDIANS = 5;
const QUORUM = 3;
const OPTIONS = ["ann", "bob", "cy", "dee"];

const manifest: Manifest = {
  electionScopeId: "bench",
  type: "general",
  startDate: "2026-11-01T08:00:00+00:00",
  endDate: "2026-11-01T18:00:00+00:00",
  name: [{ value: "A measured election", language: "en" }],
  contact: null,
  units: [{ unitId: "town", name: "Town", type: "town", contact: null }],
  parties: [],
  contests: [
    {
      contestId: "mayor",
      sequence: 0,
      unitId: "town",
      voteVariation: "one_of_m",
      numberElected: 1,
      votesAllowed: 1,
      name: "mayor",
      title: [{ value: "Mayor", language: "en" }],
      subtitle: null,
      selections: OPTIONS.map((name, sequence) => ({ selectionId: `mayor-${name}`, sequence, candidateId: name })),
    },
  ],
  styles: [{ styleId: "all", unitIds: ["town"], partyIds: null, imageUri: null }],
};

export type PracticeElection = ReturnType<typeof createPracticeElection>;

export function createPracticeElection(group: Group) {
  const guardians = Array.from({ length: GUARDIANS }, (_, index) =>
    createGuardianKeys(group, { guardianId: `guardian-${String(index + 1)}`, sequence: index + 1, quorum: QUORUM }),
  );
  const published = guardians.map((keys) => keys.public);
  const hashed = manifestHash(group, manifest);
  const context = createContext(group, { guardians: published, quorum: QUORUM, manifestHash: hashed });
  const present = guardians.slice(0, QUORUM);
  const points = present.flatMap((receiver) =>
    guardians.slice(QUORUM).map((sender) => {
      const backup = sealBackup(group, { sender, receiver: receiver.public });
      return { receiver, sender, point: openBackup(group, { backup, sender: sender.public, receiver }) };
    }),
  );
  return { manifest, context, present, points, guardians: published };
}

/** Encrypts a vote for each of the four options in turn. */
export function encryptVote(group: Group, election: PracticeElection, number: number): EncryptedBallot {
  const chosen = OPTIONS[number % OPTIONS.length] ?? "ann";
  const contests = [{ contestId: "mayor", selections: [{ selectionId: `mayor-${chosen}`, vote: 1 }] }];
  const plain = { ballotId: `ballot-${String(number)}`, styleId: "all", contests };
  const { ballot } = encryptBallot(group, election, {
    ballot: plain,
    nonce: randomScalar(group),
    codeSeed: BigInt(number + 1),
    timestamp: 1_700_000_000,
  });
  return ballot;
}

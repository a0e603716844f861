/** ElectionGuard 2.0: keyed hashes, proofs of limits, and confirmation codes that follow from the ballot. */
import type { BallotObjection } from "../../ballots/check-ballot.ts";
import { addCiphertexts } from "../../crypto/elgamal.ts";
import { objectionToRange } from "../../crypto/proofs/range-proof.ts";
import type { createHashes20 } from "../../crypto/v2/hashes-20.ts";
import type { Setting20 } from "../../crypto/v2/setting-20.ts";
import type { JointContestDescription } from "../../records/joint/joint-record.ts";
import type { Ballot20, Config20, Contest20 } from "../../records/joint/record-20.ts";
import type { Profile } from "./profile.ts";

type Hashes = ReturnType<ReturnType<typeof createHashes20>["of"]>;
export type Profile20 = Profile<Ballot20> & { readonly hashes: Hashes; readonly config: Config20 };

export function createProfile20(
  { group }: Setting20,
  { config, hashes }: { config: Config20; hashes: Hashes },
): Profile20 {
  const profile: Profile20 = {
    group,
    config,
    hashes,
    publicKey: config.publicKey,
    rangeChallenge: hashes.rangeChallenge,
    openingChallenge: ({ ciphertext, commitment, shares }) => hashes.openingChallenge(ciphertext, commitment, shares),
    rest: (ballot, contests) => ({
      checked: { limits: ballot.contests.length, hashes: 1 + ballot.contests.length },
      objections: [
        ...objectionsToCode(profile, ballot),
        ...ballot.contests.flatMap((contest) => {
          const description = contests.find(({ contestId }) => contestId === contest.contestId);
          if (description === undefined) return [];
          const where = `ballot ${ballot.ballotId}, ${contest.contestId}`;
          return objectionsToContest(profile, { contest, description, where });
        }),
      ],
    }),
  };
  return profile;
}

function objectionsToCode({ hashes, config }: Profile20, ballot: Ballot20): BallotObjection[] {
  const { ballotId, code, codeBytes, contests, electionHash } = ballot;
  const isBytes = config.isChained || codeBytes === config.codeBytes;
  const contestHashes = contests.map(({ hash }) => hash);
  const why =
    electionHash !== config.extendedHash
      ? "it is for another election"
      : !isBytes
        ? "its code depends on other bytes than the election says"
        : code !== hashes.code(contestHashes, codeBytes)
          ? "its confirmation code is another"
          : undefined;
  return why === undefined ? [] : [{ about: "hashes", where: `ballot ${ballotId}`, why }];
}

function objectionsToContest(
  profile: Profile20,
  work: { contest: Contest20; description: JointContestDescription; where: string },
): BallotObjection[] {
  const { contest, description, where } = work;
  const hashWhy = objectionToHash(profile, contest, description);
  const limitWhy = objectionToLimit(profile, contest, description);
  return [
    ...(hashWhy === undefined ? [] : [{ about: "hashes" as const, where, why: hashWhy }]),
    ...(limitWhy === undefined ? [] : [{ about: "limits" as const, where, why: limitWhy }]),
  ];
}

function objectionToHash(
  { hashes }: Profile20,
  { sequence, selections, hash }: Contest20,
  description: JointContestDescription,
): string | undefined {
  const places = new Map(description.selections.map((selection) => [selection.selectionId, selection.sequence]));
  const isPlaced =
    sequence === description.sequence &&
    selections.every((selection) => places.get(selection.selectionId) === selection.sequence);
  if (!isPlaced) return "its place or that of a selection is not that of the manifest";
  const expected = hashes.contestHash(
    sequence,
    selections.map(({ ciphertext }) => ciphertext),
  );
  return hash === expected ? undefined : "its hash is another";
}

function objectionToLimit(
  { group, publicKey, rangeChallenge }: Profile20,
  { selections, limitProof }: Contest20,
  { votesAllowed }: JointContestDescription,
): string | undefined {
  const ciphertexts = selections.map(({ ciphertext }) => ciphertext);
  const isWhole = ciphertexts.every(({ pad, data }) => group.isResidue(pad) && group.isResidue(data));
  if (!isWhole) return "its selections cannot be added up";
  const ciphertext = addCiphertexts(group, ciphertexts);
  const challengeOf = rangeChallenge.bind(undefined, ciphertext);
  return objectionToRange(group, { ciphertext, publicKey, limit: votesAllowed, challengeOf }, limitProof);
}

/** Checks encrypted ballots, each on its own or many in one batch: shape, proofs and hashes. */
import { ElectionError } from "../../errors.ts";
import { objectionToLimit, objectionToSelection } from "../crypto/ballot-proofs.ts";
import { inBatch } from "../crypto/batch.ts";
import { addCiphertexts, type Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import type { ElectionContext } from "../guardians/key-ceremony.ts";
import {
  type Contest,
  contestHash,
  contestsOfStyle,
  type Manifest,
  placeholdersOf,
  selectionHash,
} from "../manifest/manifest.ts";
import {
  ballotHash,
  confirmationCode,
  type EncryptedBallot,
  type EncryptedContest,
  encryptedContestHash,
  encryptedSelectionHash,
} from "./ballot.ts";

/** An error in a ballot: in the options and their proofs, in the number of votes, or in a hash. */
export type BallotObjection = {
  readonly about: "selections" | "limits" | "hashes";
  readonly where: string;
  readonly why: string;
};

type CheckedElection = { readonly manifest: Manifest; readonly context: ElectionContext };

/** Refuses a ballot and names its first error. */
export function checkBallot(group: Group, election: CheckedElection, ballot: EncryptedBallot): void {
  const [objection] = objectionsToBallot(group, election, ballot);
  if (objection === undefined) return;
  const { where, why } = objection;
  throw new ElectionError("BALLOT_INVALID", `${where}: ${why}`, { ballotId: ballot.ballotId });
}

export function objectionsToBallot(
  group: Group,
  election: CheckedElection,
  ballot: EncryptedBallot,
): BallotObjection[] {
  const where = `ballot ${ballot.ballotId}`;
  const contests = contestsOfStyle(election.manifest, ballot.styleId);
  if (contests === undefined)
    return [{ about: "selections", where, why: `style ${ballot.styleId} is not in the manifest` }];
  const ids = ballot.contests.map(({ contestId }) => contestId);
  if (
    !areSame(
      ids,
      contests.map(({ contestId }) => contestId),
    )
  ) {
    return [{ about: "selections", where, why: "its contests are not those of its style, in their order" }];
  }
  return [
    ...objectionsToHashes(group, election, ballot),
    ...ballot.contests.flatMap((contest, index) => {
      const description = contests[index];
      return description === undefined ? [] : objectionsToContest(group, election, { where, contest, description });
    }),
  ];
}

function objectionsToHashes(group: Group, { context }: CheckedElection, ballot: EncryptedBallot): BallotObjection[] {
  const where = `ballot ${ballot.ballotId}`;
  return [
    ...wrongIf(ballot.manifestHash !== context.manifestHash, { where, why: "it is for another manifest" }),
    ...wrongIf(ballot.hash !== ballotHash(group, ballot), { where, why: "its hash is not that of its contests" }),
    ...wrongIf(ballot.code !== confirmationCode(group, ballot), { where, why: "its confirmation code is another" }),
  ];
}

type ContestToCheck = { where: string; contest: EncryptedContest; description: Contest };

function objectionsToContest(
  group: Group,
  election: CheckedElection,
  { where: ballot, contest, description }: ContestToCheck,
): BallotObjection[] {
  const where = `${ballot}, contest ${contest.contestId}`;
  const expected = [...description.selections].sort((a, b) => a.sequence - b.sequence);
  const placeholders = placeholdersOf(description);
  const wanted = [...expected, ...placeholders].map(({ selectionId }) => selectionId);
  if (
    !areSame(
      contest.selections.map(({ selectionId }) => selectionId),
      wanted,
    )
  ) {
    return [{ about: "selections", where, why: "its selections are not those of the manifest and the placeholders" }];
  }
  const described = new Map([...expected, ...placeholders].map((selection) => [selection.selectionId, selection]));
  const isContest =
    contest.sequence === description.sequence && contest.descriptionHash === contestHash(group, description);
  const isPlaceholder = new Set(placeholders.map(({ selectionId }) => selectionId));
  return [
    ...wrongIf(!isContest, { where, why: "it is another contest" }),
    ...wrongIf(contest.hash !== encryptedContestHash(group, contest), { where, why: "its hash is another" }),
    ...objectionsToLimits(group, election, { where, contest, description }),
    ...contest.selections.flatMap((selection): BallotObjection[] => {
      const place = `${where}, selection ${selection.selectionId}`;
      const description = described.get(selection.selectionId);
      const isSame =
        description?.sequence === selection.sequence && selection.descriptionHash === selectionHash(group, description);
      const isKind = selection.isPlaceholder === isPlaceholder.has(selection.selectionId);
      const proof = objectionToSelection(
        group,
        { ...election.context, ciphertext: selection.ciphertext },
        selection.proof,
      );
      const hashed = encryptedSelectionHash(group, selection);
      return [
        ...wrongIf(!isSame, { where: place, why: "it is another selection" }),
        ...wrongIf(selection.hash !== hashed, { where: place, why: "its hash is another" }),
        ...(isKind
          ? []
          : [{ about: "selections" as const, where: place, why: "a placeholder and an option are mixed up" }]),
        ...(proof === undefined ? [] : [{ about: "selections" as const, where: place, why: proof }]),
      ];
    }),
  ];
}

function objectionsToLimits(
  group: Group,
  { context }: CheckedElection,
  { where, contest, description }: ContestToCheck,
): BallotObjection[] {
  const sum = addCiphertexts(
    group,
    contest.selections.map(({ ciphertext }) => ciphertext),
  );
  if (sum.pad !== contest.accumulation.pad || sum.data !== contest.accumulation.data) {
    return [{ about: "limits", where, why: "the accumulation is not the product of the selections" }];
  }
  const about = { ...context, ciphertext: contest.accumulation, constant: description.numberElected };
  const why = objectionToLimit(group, about, contest.proof);
  return why === undefined ? [] : [{ about: "limits", where, why }];
}

function wrongIf(isWrong: boolean, { where, why }: { where: string; why: string }): BallotObjection[] {
  return isWrong ? [{ about: "hashes", where, why }] : [];
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

type Comparable = {
  readonly ballotId: string;
  readonly code: bigint;
  readonly contests: readonly { readonly selections: readonly { readonly ciphertext: Ciphertext }[] }[];
};

/**
 * Creates a check that no ballot repeats an earlier one. Proofs do not name their ballot: without this check, a voter
 * could copy another voter's ciphertext.
 */
export function createNewness(): (ballot: Comparable) => string | undefined {
  const ids = new Set<string>();
  const codes = new Set<bigint>();
  const pads = new Set<bigint>();
  return ({ ballotId, code, contests }) => {
    const own = contests.flatMap(({ selections }) =>
      selections.map(({ ciphertext }) => BigInt.asUintN(128, ciphertext.pad)),
    );
    const isCopied = own.some((pad) => pads.has(pad)) || new Set(own).size !== own.length;
    const why = ids.has(ballotId)
      ? "its id was seen before"
      : codes.has(code)
        ? "its code was seen before"
        : isCopied
          ? "a ciphertext in it was seen before"
          : undefined;
    ids.add(ballotId);
    codes.add(code);
    for (const pad of own) pads.add(pad);
    return why;
  };
}

/** Returns the errors of each ballot, in order. A few hundred selections at once are enough; more take more memory. */
export function objectionsToBallots(
  group: Group,
  election: CheckedElection,
  ballots: readonly EncryptedBallot[],
): BallotObjection[][] {
  return inBatch(group, (within) => ballots.map((ballot) => objectionsToBallot(within, election, ballot)));
}

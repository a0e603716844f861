/** The ciphertexts that a slice stands for, from the tally or the ballot that it is a part of. Pure. */
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { Group } from "../../crypto/group/group.ts";
import type { ElectionContext } from "../../guardians/election-context.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { toEncryptedTally } from "../../tally/aggregate.ts";
import { unpackTally, type StoredTally } from "../forms/packed-tally.ts";
import { readStoredBallot, type StoredBallot } from "../forms/stored-ballot.ts";
import { itemsOfSlice, type Place, type Slice } from "../plan/slices.ts";

/** What everything that is computed for an election starts from. */
export type ElectionBasis = {
  /** The name of its group. */
  readonly group: string;
  readonly manifest: Manifest;
  readonly context: ElectionContext;
};

/** A slice and what it is cut from, as it is stored. */
export type SliceSource = Slice & { readonly tally?: StoredTally; readonly ballot?: StoredBallot };

export type SliceItem = Place & { readonly ciphertext: Ciphertext };

export function sliceItems(group: Group, election: Omit<ElectionBasis, "group">, source: SliceSource): SliceItem[] {
  return itemsOfSlice(subjectItems(group, election, source), source);
}

function subjectItems(
  group: Group,
  election: Omit<ElectionBasis, "group">,
  { tally, ballot }: SliceSource,
): SliceItem[] {
  const { manifest } = election;
  const contests =
    tally === undefined
      ? ballot === undefined
        ? []
        : readStoredBallot(group, election, ballot).contests
      : toEncryptedTally(group, manifest, unpackTally(group, manifest, tally)).contests;
  return contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId, ciphertext }) => ({ contest: contestId, selection: selectionId, ciphertext })),
  );
}

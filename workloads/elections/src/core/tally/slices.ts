/** Cuts everything to be decrypted into slices of about one size, and finds the ciphertexts of a slice. */
import { readStoredBallot, type StoredBallot } from "../ballots/pack-ballot.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import type { ElectionContext } from "../guardians/key-ceremony.ts";
import { contestsOfStyle, type Manifest, placeholdersOf } from "../manifest/manifest.ts";
import { keyOf, type StoredTally, toEncryptedTally, unpackTally } from "./tally.ts";

/** Id of the whole election among the units of tallies, slices and results. */
export const WHOLE_ELECTION = "election";

/** The tally of a reporting unit, or a challenged ballot. */
export type Subject = { readonly subject: "unit" | "ballot"; readonly subjectId: string };

/** Part of a subject: the selections from (slice - 1) x SLICE_SIZE, in the order of the manifest. */
export type Slice = Subject & { readonly slice: number };

export type Place = { readonly contest: string; readonly selection: string };

/** Selections of one chunk: about 0.2 s for a guardian and 3 s for combining, in the group of 4096 bits. */
export const SLICE_SIZE = 50;

/**
 * Returns the slices of each chunk, for reporting units and then for challenged ballots. There is at least one unit.
 */
export function planSlices(
  manifest: Manifest,
  { units, ballots }: { units: readonly string[]; ballots: readonly { ballotId: string; styleId: string }[] },
): Slice[][] {
  const options = manifest.contests.reduce((sum, { selections }) => sum + selections.length, 0);
  const sizes = new Map(manifest.styles.map(({ styleId }) => [styleId, itemsOnBallot(manifest, styleId)]));
  const sized = [
    ...units.flatMap((subjectId) => slicesOf({ subject: "unit", subjectId }, options)),
    ...ballots.flatMap(({ ballotId, styleId }) =>
      slicesOf({ subject: "ballot", subjectId: ballotId }, sizes.get(styleId) ?? 0),
    ),
  ];
  const chunks: Slice[][] = [];
  let filled = SLICE_SIZE;
  for (const { size, ...slice } of sized) {
    if (filled + size > SLICE_SIZE) {
      chunks.push([]);
      filled = 0;
    }
    chunks.at(-1)?.push(slice);
    filled += size;
  }
  return chunks;
}

/** Returns the items of a subject that belong to a slice. */
export function itemsOfSlice<Of>(items: readonly Of[], { slice }: Slice): Of[] {
  return items.slice((slice - 1) * SLICE_SIZE, slice * SLICE_SIZE);
}

/** Returns a key that is unique for each place of a subject. */
export function placeKey({ contest, selection }: Place): string {
  return keyOf(contest, selection);
}

export function sliceName({ subject, subjectId, slice }: Slice): string {
  return `slice ${String(slice)} of ${subject} ${subjectId}`;
}

function slicesOf(subject: Subject, items: number): (Slice & { size: number })[] {
  return Array.from({ length: Math.ceil(items / SLICE_SIZE) }, (_, index) => ({
    ...subject,
    slice: index + 1,
    size: Math.min(SLICE_SIZE, items - index * SLICE_SIZE),
  }));
}

/** Counts placeholders too: a challenged ballot is opened completely. */
function itemsOnBallot(manifest: Manifest, styleId: string): number {
  const contests = contestsOfStyle(manifest, styleId) ?? [];
  return contests.reduce((sum, contest) => sum + contest.selections.length + placeholdersOf(contest).length, 0);
}

/** Input of every computation for an election. */
export type ElectionBasis = {
  /** Name of its group. */
  readonly group: string;
  readonly manifest: Manifest;
  readonly context: ElectionContext;
};

/** A slice and the stored tally or ballot that it is part of. */
export type SliceSource = Slice & { readonly tally?: StoredTally; readonly ballot?: StoredBallot };

type SliceItem = Place & { readonly ciphertext: Ciphertext };

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

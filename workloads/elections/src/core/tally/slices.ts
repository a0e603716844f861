/** Cuts everything to be decrypted into slices of about one size, and finds the ciphertexts of a slice. */
import { readStoredBallot, type StoredBallot } from "../ballots/pack-ballot.ts";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import type { ElectionContext } from "../guardians/key-ceremony.ts";
import { contestsOfStyle, type Manifest, placeholdersOf } from "../manifest/manifest.ts";
import { keyOf, type StoredTally, toEncryptedTally, unpackTally } from "./tally.ts";

/** Id of the unit that is the whole election, in tallies, slices and results. */
export const WHOLE_ELECTION = "election";

/** The tally of a reporting unit, or a challenged ballot. */
export type Subject = { readonly subject: "unit" | "ballot"; readonly subjectId: string };

/** Selections from (slice - 1) x SLICE_SIZE on of a subject, in the order of the manifest. */
export type Slice = Subject & { readonly slice: number };

export type Place = { readonly contest: string; readonly selection: string };

/** Of one chunk: about 0.2 s for a guardian and 3 s for combining, in the group of 4096 bits. */
export const SLICE_SIZE = 50;

/** The slices of each chunk, for reporting units and then for challenged ballots. There is at least one unit. */
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

/** The part of a subject's items that a slice stands for. */
export function itemsOfSlice<Of>(items: readonly Of[], { slice }: Slice): Of[] {
  return items.slice((slice - 1) * SLICE_SIZE, slice * SLICE_SIZE);
}

/** Tells any two places of a subject apart. */
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

/** Placeholders too: a challenged ballot is opened completely. */
function itemsOnBallot(manifest: Manifest, styleId: string): number {
  const contests = contestsOfStyle(manifest, styleId) ?? [];
  return contests.reduce((sum, contest) => sum + contest.selections.length + placeholdersOf(contest).length, 0);
}

/** What everything that is computed for an election starts from. */
export type ElectionBasis = {
  /** The name of its group. */
  readonly group: string;
  readonly manifest: Manifest;
  readonly context: ElectionContext;
};

/** A slice and what it is cut from, as it is stored. */
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

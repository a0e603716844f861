/** What is decrypted: every selection of every tally and challenged ballot, in slices, and slices in chunks of about one size. Pure. */
import { contestsOfStyle, placeholdersOf, type Manifest } from "../../manifest/manifest.ts";
import { keyOf } from "../../tally/aggregate.ts";

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

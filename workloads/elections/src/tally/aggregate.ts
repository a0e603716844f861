/** Adds up encrypted ballots without opening any; parts may be added in any order and grouping. */
import { addCiphertexts, type Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group/group.ts";
import { contestHash, selectionHash } from "../manifest/manifest-hash.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { EncryptedTally } from "./tally.ts";

/** Sums that can be merged: the product for each contest and selection, and how many ballots are in it. */
export type TallyPart = { readonly ballots: number; readonly sums: ReadonlyMap<string, Ciphertext> };

/** What is added up of a ballot, whatever its version. */
export type SummedBallot = {
  readonly contests: readonly {
    readonly contestId: string;
    readonly selections: readonly {
      readonly selectionId: string;
      readonly ciphertext: Ciphertext;
      readonly isPlaceholder?: boolean;
    }[];
  }[];
};

/** Adds up the options of ballots; placeholders are not counted. Reads one ballot at a time. */
export function addBallots(group: Group, ballots: Iterable<SummedBallot>): TallyPart {
  const sums = new Map<string, Ciphertext>();
  let count = 0;
  for (const ballot of ballots) {
    count++;
    for (const contest of ballot.contests) {
      for (const { selectionId, ciphertext, isPlaceholder } of contest.selections) {
        if (isPlaceholder !== true) addTo(group, sums, keyOf(contest.contestId, selectionId), ciphertext);
      }
    }
  }
  return { ballots: count, sums };
}

export function mergeParts(group: Group, parts: Iterable<TallyPart>): TallyPart {
  const sums = new Map<string, Ciphertext>();
  let count = 0;
  for (const part of parts) {
    count += part.ballots;
    for (const [key, ciphertext] of part.sums) addTo(group, sums, key, ciphertext);
  }
  return { ballots: count, sums };
}

/** Every selection of the manifest; one that no ballot had is (1, 1), which hides 0. */
export function toEncryptedTally(group: Group, manifest: Manifest, { sums }: TallyPart): EncryptedTally {
  const contests = manifest.contests.map((contest) => ({
    contestId: contest.contestId,
    sequence: contest.sequence,
    descriptionHash: contestHash(group, contest),
    selections: contest.selections.map((selection) => ({
      selectionId: selection.selectionId,
      sequence: selection.sequence,
      descriptionHash: selectionHash(group, selection),
      ciphertext: sums.get(keyOf(contest.contestId, selection.selectionId)) ?? { pad: 1n, data: 1n },
    })),
  }));
  return { contests };
}

/** Ids of two contests may hold the same selection: the key names both. Ids hold no bar. */
export function keyOf(contestId: string, selectionId: string): string {
  return `${contestId}|${selectionId}`;
}

function addTo(group: Group, sums: Map<string, Ciphertext>, key: string, ciphertext: Ciphertext): void {
  const before = sums.get(key);
  sums.set(key, before === undefined ? ciphertext : addCiphertexts(group, [before, ciphertext]));
}

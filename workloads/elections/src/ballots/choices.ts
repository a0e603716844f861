/** Checks the choices of a voter against the manifest and fills up what is left over. Pure. */
import { RotaError } from "@rota/engine/errors";
import {
  contestsOfStyle,
  overvoteOf,
  placeholdersOf,
  type Contest,
  type Manifest,
  type Selection,
} from "../manifest/manifest.ts";
import type { PlainBallot } from "./ballot.ts";
import type { ContestData } from "./contest-data.ts";

export type Choice = { readonly selection: Selection; readonly isPlaceholder: boolean; readonly vote: 0 | 1 };
export type ContestChoices = {
  readonly contest: Contest;
  readonly choices: readonly Choice[];
  readonly data: ContestData;
};

/**
 * Every contest of the ballot's style with every option. In a contest with too many votes none of them counts: the option for
 * that, where there is one, and placeholders do.
 */
export function choicesOf(manifest: Manifest, ballot: PlainBallot): ContestChoices[] {
  const contests = contestsOfStyle(manifest, ballot.styleId);
  if (contests === undefined) throw refusal(ballot, `has the style ${ballot.styleId}, which the manifest lacks`);
  const ids = ballot.contests.map(({ contestId }) => contestId);
  const unknown = ids.find((id) => !contests.some(({ contestId }) => contestId === id));
  if (unknown !== undefined) throw refusal(ballot, `has the contest ${unknown}, which is not on its style`);
  if (new Set(ids).size !== ids.length) throw refusal(ballot, "has a contest twice");
  return contests.map((contest) => choicesIn(contest, ballot));
}

function choicesIn(contest: Contest, ballot: PlainBallot): ContestChoices {
  const chosen = chosenIds(contest, ballot);
  const overvote = overvoteOf(contest)?.selectionId;
  const isOvervote = chosen.size > contest.numberElected || (overvote !== undefined && chosen.has(overvote));
  const counted = isOvervote ? new Set(overvote === undefined ? [] : [overvote]) : chosen;
  const real = [...contest.selections]
    .sort((a, b) => a.sequence - b.sequence)
    .map((selection): Choice => ({
      selection,
      isPlaceholder: false,
      vote: counted.has(selection.selectionId) ? 1 : 0,
    }));
  const left = contest.numberElected - counted.size;
  const placeholders = placeholdersOf(contest).map((selection, index): Choice => ({
    selection,
    isPlaceholder: true,
    vote: index < left ? 1 : 0,
  }));
  return { contest, choices: [...real, ...placeholders], data: dataOf(contest, chosen) };
}

function chosenIds(contest: Contest, ballot: PlainBallot): Set<string> {
  const given = ballot.contests.find(({ contestId }) => contestId === contest.contestId)?.selections ?? [];
  const known = new Set(contest.selections.map(({ selectionId }) => selectionId));
  const chosen = new Set<string>();
  const seen = new Set<string>();
  for (const { selectionId, vote } of given) {
    const what = `${selectionId} in contest ${contest.contestId}`;
    if (!known.has(selectionId)) throw refusal(ballot, `chooses ${what}, which the manifest lacks`);
    if (seen.has(selectionId)) throw refusal(ballot, `names ${what} twice`);
    if (vote !== 0 && vote !== 1) throw refusal(ballot, `gives ${what} something else than 0 or 1`);
    seen.add(selectionId);
    if (vote === 1) chosen.add(selectionId);
  }
  return chosen;
}

function dataOf({ numberElected }: Contest, chosen: ReadonlySet<string>): ContestData {
  if (chosen.size > numberElected) return { error: "overvote", errorData: [...chosen] };
  if (chosen.size === 0) return { error: "nullvote", errorData: null };
  return { error: chosen.size < numberElected ? "undervote" : null, errorData: null };
}

function refusal({ ballotId }: PlainBallot, why: string): RotaError {
  return new RotaError("BALLOT_INVALID", `ballot ${ballotId} ${why}`, { ballotId });
}

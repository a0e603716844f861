/** What chunks cost, in powers to compute: fairness counts this and not chunks, whose work differs by a factor of 1,000. Pure. */
import { contestsOfStyle, placeholdersOf, type Manifest } from "../../manifest/manifest.ts";

/** Of one unit of the engine's cost. */
const POWERS_OF_UNIT = 100;
const COST_MAX = 1_000;
/** A power of a base that has a table takes about a third of any other. */
const FIXED = 1 / 3;

/** Per option or placeholder: 5 fixed and 4 other powers for its proof, 2 for belonging to the group; per contest 3 and 2. */
const OPTION = 5 * FIXED + 6;
const CONTEST = 3 * FIXED + 2;

/** Of checking and adding up so many ballots of the style with the most options. */
export function tallyCost(manifest: Manifest, ballots: number): number {
  const powers = manifest.styles.map(({ styleId }) =>
    (contestsOfStyle(manifest, styleId) ?? []).reduce((sum, contest) => {
      const options = contest.selections.length + placeholdersOf(contest).length;
      return sum + options * OPTION + CONTEST;
    }, 0),
  );
  return asCost(Math.max(0, ...powers) * ballots);
}

/** Of the shares of a guardian: two powers and a fixed one each. */
export function shareCost(selections: number): number {
  return asCost(selections * (2 + FIXED));
}

/** Of checking all shares, putting them together and reading the counts. */
export function combineCost(selections: number, { present, missing }: { present: number; missing: number }): number {
  const shares = present + present * missing;
  return asCost(selections * (shares * (FIXED + 3) + present * missing));
}

function asCost(powers: number): number {
  return Math.min(COST_MAX, Math.max(1, Math.ceil(powers / POWERS_OF_UNIT)));
}

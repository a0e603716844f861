/** Reads the results of an election per reporting unit, with the turn-out reconciled. */
import type { Queryable } from "@rota/engine";
import { contestsOfStyle } from "../core/manifest/manifest.ts";
import { contestResult, type ContestResult } from "../core/tally/contest-result.ts";
import { WHOLE_ELECTION } from "../core/tally/slices.ts";
import { type ReconciliationRow, selectBallotCounts, selectReconciliation, selectResults } from "./decryption.sql.ts";
import type { PhaseElection } from "./phase-election.ts";

type UnitResult = { readonly unitId: string; readonly contests: readonly ContestResult[] };

type ElectionResults = {
  readonly units: readonly UnitResult[];
  /** Undefined while there are no results. */
  readonly reconciliation: ReconciliationRow | undefined;
};

/** Reads the results. Refuses counts that are impossible for the number of ballots. */
export async function readResults(
  on: Queryable,
  { electionId, manifest }: Pick<PhaseElection, "electionId" | "manifest">,
): Promise<ElectionResults> {
  const rows = await on.query(selectResults(electionId));
  const counts = await on.query(selectBallotCounts(electionId));
  const [reconciliation] = await on.query(selectReconciliation(electionId));
  const ballotsWith = (unitId: string, contestId: string): number =>
    counts
      .filter((count) => unitId === WHOLE_ELECTION || count.unit_id === unitId)
      .filter(({ style_id: style }) =>
        (contestsOfStyle(manifest, style) ?? []).some((contest) => contest.contestId === contestId),
      )
      .reduce((sum, { ballots }) => sum + Number(ballots), 0);
  const units = [...new Set(rows.map(({ unit_id: unitId }) => unitId))].map((unitId) => {
    const votes = new Map(
      rows
        .filter((row) => row.unit_id === unitId)
        .map((row) => [`${row.contest_id}|${row.selection_id}`, Number(row.votes)]),
    );
    const contests = manifest.contests.map((contest) =>
      contestResult(contest, {
        ballots: ballotsWith(unitId, contest.contestId),
        votesOf: (selectionId) => votes.get(`${contest.contestId}|${selectionId}`) ?? 0,
      }),
    );
    return { unitId, contests };
  });
  return { units, reconciliation };
}

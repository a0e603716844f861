/** Shows the results of each contest and how they reconcile with the turnout. */
import { Card, type Column, Facts, Table } from "@rota/dashboard";
import { type PaperContest, seatWords } from "./ballot-paper.ts";
import type { ContestResult, Results } from "./election-api.ts";

type Selection = ContestResult["selections"][number];
const OUTCOMES = { ELECTED: "elected", TIED: "tied", NOT_ELECTED: "–" } as const;

type ResultsCardProps = { readonly results: Results; readonly contests: readonly PaperContest[] };

export function ResultsCard({ results, contests }: ResultsCardProps) {
  return (
    <>
      {results.units.flatMap(({ unitId, contests: counted }) =>
        counted.map((contest) => (
          <ContestCard
            key={`${unitId} ${contest.contestId}`}
            contest={contest}
            unit={results.units.length > 1 ? unitId : undefined}
            paper={contests.find(({ contestId }) => contestId === contest.contestId)}
          />
        )),
      )}
      <Reconciliation reconciliation={results.reconciliation} />
    </>
  );
}

type ContestCardProps = {
  readonly contest: ContestResult;
  readonly unit: string | undefined;
  readonly paper: PaperContest | undefined;
};

function ContestCard({ contest, unit, paper }: ContestCardProps) {
  const nameOf = (selectionId: string) =>
    paper?.options.find((option) => option.selectionId === selectionId)?.name ?? selectionId;
  const columns: readonly Column<Selection>[] = [
    { name: "Option", cell: ({ selectionId }) => nameOf(selectionId) },
    { name: "Votes", isNumber: true, cell: ({ votes }) => String(votes) },
    { name: "Share", isNumber: true, cell: ({ percentage }) => `${percentage.toFixed(1)} %` },
    { name: "Outcome", cell: ({ outcome }) => OUTCOMES[outcome] },
  ];
  const { tiedFor, ballots } = contest;
  return (
    <Card
      title={paper?.title ?? contest.name}
      note={unit ?? (ballots === 1 ? "1 ballot" : `${String(ballots)} ballots`)}
      isFlush
    >
      <Table
        label={`Votes for ${contest.name}`}
        columns={columns}
        rows={[...contest.selections].sort((a, b) => a.rank - b.rank)}
        keyOf={({ selectionId }) => selectionId}
      />
      <div class="card-body">
        {tiedFor.selectionIds.length === 0 ? null : (
          <p>
            Tied for {tiedFor.seats === 1 ? "one seat" : `${String(tiedFor.seats)} seats`}:{" "}
            {tiedFor.selectionIds.map(nameOf).join(", ")}. Nothing here decides between them.
          </p>
        )}
        <p class="soft small">
          {seatWords(contest.seats)}. {unusedWords(contest)}
        </p>
      </div>
    </Card>
  );
}

function unusedWords({ unusedVotes, overvotes, undervotes }: ContestResult): string {
  if (unusedVotes === 0) return "Every vote was given.";
  if (overvotes === null || undervotes === null)
    return `${String(unusedVotes)} votes were not given, or lost because a ballot gave too many.`;
  return `${String(undervotes)} votes were not given; ${String(overvotes)} ballots gave too many.`;
}

function Reconciliation({ reconciliation }: Pick<Results, "reconciliation">) {
  const { eligible, voted, cast, tallied, challenged, unresolved, rejected } = reconciliation;
  const agrees = voted === cast && cast === tallied;
  return (
    <Card title="Reconciliation" note={agrees ? "voters, ballots and tally agree" : "the numbers do not agree"}>
      <Facts
        facts={{
          "On the roll": String(eligible),
          "Have voted": String(voted),
          "Ballots cast": String(cast),
          "Ballots counted": String(tallied),
          "Challenged, not counted": String(challenged),
          "Left undecided, not counted": String(unresolved),
          "Refused, not counted": String(rejected),
        }}
      />
    </Card>
  );
}

/** Computes the result of a contest from its counts: the elected candidates, ties, and unused votes. */
import { ElectionError } from "../../errors.ts";
import { type Contest, overvoteOf, seatsOf } from "../manifest/manifest.ts";

type SelectionResult = {
  readonly selectionId: string;
  readonly candidateId: string;
  readonly votes: number;
  /** Percentage of the votes in this contest, with one decimal. */
  readonly percentage: number;
  /** Rank from 1 for the most votes; candidates with equal votes share a rank. */
  readonly rank: number;
  readonly outcome: "ELECTED" | "TIED" | "NOT_ELECTED";
};

export type ContestResult = {
  readonly contestId: string;
  readonly name: string;
  /** Number of ballots with this contest. */
  readonly ballots: number;
  readonly votesAllowed: number;
  /** Number of candidates to elect. */
  readonly seats: number;
  readonly votes: number;
  /** Votes that voters did not use, or lost because they gave too many. */
  readonly unusedVotes: number;
  /**
   * Number of ballots with too many votes; undefined where the contest does not count them, so that it stays secret.
   */
  readonly overvotes: number | undefined;
  /** Votes that voters did not use; undefined when `overvotes` is. */
  readonly undervotes: number | undefined;
  /** Candidates among whom lots or a rule outside of this system must decide; empty when all seats are decided. */
  readonly tiedFor: { readonly seats: number; readonly selectionIds: readonly string[] };
  readonly selections: readonly SelectionResult[];
};

/** Computes the result. Refuses counts that are impossible for the number of ballots. */
export function contestResult(
  contest: Contest,
  { ballots, votesOf }: { ballots: number; votesOf: (selectionId: string) => number },
): ContestResult {
  const { contestId, name, numberElected: votesAllowed } = contest;
  const seats = seatsOf(contest);
  const overvote = overvoteOf(contest);
  const overvotes = overvote === undefined ? undefined : votesOf(overvote.selectionId);
  const options = contest.selections.filter((selection) => selection !== overvote);
  const counted = options.map(({ selectionId, candidateId }) => ({
    selectionId,
    candidateId,
    votes: votesOf(selectionId),
  }));
  const votes = counted.reduce((sum, one) => sum + one.votes, 0);
  const possible = ballots * votesAllowed;
  const given = votes + (overvotes ?? 0);
  if (given > possible || counted.some((one) => one.votes > ballots)) {
    const message = `contest ${contestId} has ${String(given)} votes from ${String(ballots)} ballots, at most ${String(possible)} can be`;
    throw new ElectionError("TALLY_OUT_OF_RANGE", message, { contestId, votes: given, ballots });
  }
  const tied = tiedFor(counted, seats);
  const selections = counted.map((one) => {
    const rank = 1 + counted.filter((other) => other.votes > one.votes).length;
    const percentage = votes === 0 ? 0 : Math.round((one.votes * 1_000) / votes) / 10;
    const outcome = outcomeOf(one, { rank, seats, tied: tied.selectionIds });
    return { ...one, percentage, rank, outcome };
  });
  return {
    contestId,
    name,
    ballots,
    votesAllowed,
    seats,
    votes,
    unusedVotes: possible - votes,
    overvotes,
    // A ballot that chooses the overvote option together with others loses fewer votes than one with too many.
    undervotes: overvotes === undefined ? undefined : Math.max(0, possible - votes - overvotes * votesAllowed),
    tiedFor: tied,
    selections,
  };
}

type Counted = { readonly selectionId: string; readonly votes: number };

/**
 * Returns the last seats when more candidates have the same number of votes than there are seats left. No candidate is
 * elected without a vote.
 */
function tiedFor(counted: readonly Counted[], seats: number): ContestResult["tiedFor"] {
  const last = [...counted].sort((a, b) => b.votes - a.votes)[seats - 1]?.votes ?? 0;
  const safe = counted.filter(({ votes }) => votes > last).length;
  const equal = counted.filter(({ votes }) => votes === last);
  const isTie = last > 0 && safe + equal.length > seats;
  return isTie
    ? { seats: seats - safe, selectionIds: equal.map(({ selectionId }) => selectionId) }
    : { seats: 0, selectionIds: [] };
}

function outcomeOf(
  { selectionId, votes }: Counted,
  { rank, seats, tied }: { rank: number; seats: number; tied: readonly string[] },
): SelectionResult["outcome"] {
  if (tied.includes(selectionId)) return "TIED";
  return votes > 0 && rank <= seats ? "ELECTED" : "NOT_ELECTED";
}

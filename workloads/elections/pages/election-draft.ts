/** Turns the form of a new election into the body of its request. */

export type DraftContest = {
  readonly title: string;
  readonly votesAllowed: string;
  /** Empty: as many as votes. */
  readonly seats: string;
  readonly candidates: string;
};

export type ElectionDraft = {
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Names of the guardians, one per line. */
  readonly guardians: string;
  readonly quorum: string;
  readonly contests: readonly DraftContest[];
  readonly group: "eg-v1-4096" | "toy-256";
  readonly voterLinks: "sent" | "handed-out";
};

export const EMPTY_CONTEST: DraftContest = { title: "", votesAllowed: "1", seats: "", candidates: "" };
export const EMPTY_DRAFT: ElectionDraft = {
  title: "",
  startsAt: "",
  endsAt: "",
  guardians: "",
  quorum: "2",
  contests: [EMPTY_CONTEST],
  group: "eg-v1-4096",
  voterLinks: "sent",
};

/** Returns the request body. The form's times are in the reader's time zone. */
export function electionOf({ title, startsAt, endsAt, guardians, quorum, contests, group, voterLinks }: ElectionDraft) {
  return {
    title,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    guardians: linesOf(guardians).map((name) => ({ name })),
    quorum: Number(quorum),
    contests: contests.map((contest) => ({
      title: contest.title,
      votesAllowed: Number(contest.votesAllowed),
      ...(contest.seats === "" ? {} : { seats: Number(contest.seats) }),
      candidates: linesOf(contest.candidates).map(candidateOf),
    })),
    group,
    voterLinks,
  };
}

/** Returns a warning about a risky quorum, or undefined. */
export function quorumWarning({ guardians, quorum }: Pick<ElectionDraft, "guardians" | "quorum">): string | undefined {
  const count = linesOf(guardians).length;
  if (count === 0 || Number(quorum) !== count) return undefined;
  return count === 1
    ? "A single guardian can decrypt every ballot alone, and if its key is lost nothing can ever be counted."
    : "If one guardian loses its key, nothing can ever be counted. Let fewer than all be enough.";
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Reads a candidate: `Ann, Bread` is Ann of the party Bread. */
function candidateOf(line: string): { name: string; party?: string } {
  const comma = line.lastIndexOf(",");
  if (comma < 0) return { name: line };
  return { name: line.slice(0, comma).trim(), party: line.slice(comma + 1).trim() };
}

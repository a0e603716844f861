/** What an official says when an election is created, and what is refused or warned of. Pure. */
import { RotaError } from "@rota/engine";
import { overvoteCandidate } from "../../manifest/manifest.ts";
import type { Reporting } from "./election.ts";

export type WishedContest = {
  readonly contestId?: string;
  readonly title: string;
  /** How many options a ballot may choose. Default 1. */
  readonly votesAllowed?: number;
  readonly candidates: readonly { readonly candidateId?: string; readonly name: string; readonly party?: string }[];
  /** Default: no. */
  readonly hasWriteIn?: boolean;
  /** Where it is voted on. Default: everywhere. */
  readonly precincts?: readonly string[];
};

export type ElectionWish = {
  readonly title: string;
  readonly description?: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly guardians: readonly { readonly name: string; readonly guardianId?: string }[];
  readonly quorum: number;
  readonly contests: readonly WishedContest[];
  readonly precincts?: readonly { readonly precinctId: string; readonly name?: string }[];
  /** Default `eg-v1-4096`. */
  readonly group?: string;
  /** Default 200. */
  readonly chunkSize?: number;
  /** Default `election`. */
  readonly reporting?: Reporting;
  /** Whether ballots with too many votes in a contest are counted apart from those with too few. Default: no. */
  readonly countsOvervotes?: boolean;
  /** Whether the server may encrypt for voters, whose votes it then knows. Default: no. */
  readonly isKiosk?: boolean;
};

export const DEFAULT_GROUP = "eg-v1-4096";
/** Groups that elections are held in: in a smaller toy, codes and ciphertexts of different ballots would be the same. */
export const ELECTION_GROUPS = [DEFAULT_GROUP, "toy-256"] as const;
export const DEFAULT_CHUNK_SIZE = 200;
/** What the whole election is called among reporting units. */
const WHOLE = "election";
/** Sub-totals of fewer ballots would show how people voted. */
export const REPORTED_CHUNK_MIN = 20;

/** Refuses what cannot be held; what the manifest itself cannot hold is refused with it. */
export function checkWish({ guardians, quorum, contests, precincts = [], reporting, chunkSize }: ElectionWish): void {
  if (quorum > guardians.length) {
    throw refusal(
      `the quorum (${String(quorum)}) must be at most the number of guardians (${String(guardians.length)})`,
    );
  }
  const ids = guardians.map(({ guardianId }, index) => guardianId ?? guardianIdAt(index));
  if (new Set(ids).size !== ids.length) throw refusal("two guardians have the same id");
  const known = new Set(precincts.map(({ precinctId }) => precinctId));
  const unknown = contests.flatMap((contest) => contest.precincts ?? []).find((precinct) => !known.has(precinct));
  if (unknown !== undefined) throw refusal(`no precinct is called "${unknown}": list it in precincts`);
  if (known.has(WHOLE)) throw refusal(`no precinct can be called "${WHOLE}": that is the whole`);
  for (const [index, { title, candidates, votesAllowed = 1, hasWriteIn = false, contestId }] of contests.entries()) {
    const kept = overvoteCandidate(contestId ?? contestIdAt(index));
    if (candidates.some(({ candidateId }) => candidateId === kept))
      throw refusal(
        `no candidate of contest "${title}" can have the id ${kept}: it is for ballots with too many votes`,
      );
    const options = candidates.length + Number(hasWriteIn);
    if (votesAllowed > options)
      throw refusal(`contest "${title}" allows ${String(votesAllowed)} votes, but has ${String(options)} options`);
  }
  if (reporting === "chunk" && (chunkSize ?? DEFAULT_CHUNK_SIZE) < REPORTED_CHUNK_MIN)
    throw refusal(`with reporting by chunk, chunkSize must be at least ${String(REPORTED_CHUNK_MIN)}`);
}

/** Of a contest that nobody gave another. */
export function contestIdAt(index: number): string {
  return `contest-${String(index + 1)}`;
}

/** Of a guardian whom nobody gave another. */
export function guardianIdAt(index: number): string {
  return `guardian-${String(index + 1)}`;
}

/** What is allowed and may be regretted, as sentences. */
export function warningsAbout({
  guardians,
  quorum,
  group = DEFAULT_GROUP,
  reporting,
  isKiosk,
}: ElectionWish): string[] {
  return [
    ...(quorum === guardians.length && guardians.length > 1
      ? [
          "All guardians are needed: if one loses its key, nobody can ever decrypt this election. Choose a smaller quorum.",
        ]
      : []),
    ...(guardians.length === 1 ? ["One guardian alone can decrypt every ballot. Choose several."] : []),
    ...(quorum === 1 && guardians.length > 1
      ? ["Any one guardian can decrypt every ballot alone. Choose a larger quorum."]
      : []),
    ...(group.startsWith("toy-")
      ? ["The group is a toy: anybody can read the ballots. Only for trying things out."]
      : []),
    ...(reporting === "chunk" ? ["Sub-totals of each chunk become public: they can show how small groups voted."] : []),
    ...(reporting === "precinct"
      ? ["Totals of each precinct become public: in a small one they can show who voted how."]
      : []),
    ...(isKiosk === true ? ["The server may encrypt ballots: it then knows those votes."] : []),
  ];
}

function refusal(why: string): RotaError {
  return new RotaError("ELECTION_MANIFEST_INVALID", `the election cannot be created: ${why}`);
}

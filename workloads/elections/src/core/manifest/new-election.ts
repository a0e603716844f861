/** Checks the description of a new election and builds its manifest. */
import type { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import { overvoteCandidate, seatsSubtitle } from "./manifest.ts";

export const REPORTINGS = ["election", "precinct", "chunk"] as const;
export type Reporting = (typeof REPORTINGS)[number];

/** Way in which voters get their links: sent by the hook, which no official sees, or handed out by officials. */
export const VOTER_LINKS = ["sent", "handed-out"] as const;
export type VoterLinks = (typeof VOTER_LINKS)[number];
export const DEFAULT_VOTER_LINKS: VoterLinks = "sent";

type RequestedContest = {
  readonly contestId?: string;
  readonly title: string;
  /** Number of options that a ballot may choose. Default 1. */
  readonly votesAllowed?: number;
  /** Number of candidates that are elected. Default: as many as votes. */
  readonly seats?: number;
  readonly candidates: readonly { readonly candidateId?: string; readonly name: string; readonly party?: string }[];
  /** Default: no. */
  readonly hasWriteIn?: boolean;
  /** Precincts that vote on it. Default: all. */
  readonly precincts?: readonly string[];
};

export type ElectionRequest = {
  readonly title: string;
  readonly description?: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly guardians: readonly { readonly name: string; readonly guardianId?: string }[];
  readonly quorum: number;
  readonly contests: readonly RequestedContest[];
  readonly precincts?: readonly { readonly precinctId: string; readonly name?: string }[];
  /** Default `eg-v1-4096`. */
  readonly group?: string;
  /** Default 200. */
  readonly chunkSize?: number;
  /** Default `election`. */
  readonly reporting?: Reporting;
  /** Whether ballots with too many votes in a contest are counted separately from those with too few. Default: no. */
  readonly countsOvervotes?: boolean;
  /** Whether the server may encrypt for voters, whose votes it then knows. Default: no. */
  readonly isKiosk?: boolean;
  /** Default `sent`. */
  readonly voterLinks?: VoterLinks;
};

export const DEFAULT_GROUP = "eg-v1-4096";
/** Groups for elections. In a smaller toy group, different ballots would have the same codes and ciphertexts. */
export const ELECTION_GROUPS = [DEFAULT_GROUP, "toy-256"] as const;
export const DEFAULT_CHUNK_SIZE = 200;
/** Name of the whole election among reporting units. */
const WHOLE = "election";
/** Minimum size of a reported chunk: sub-totals of fewer ballots would show how people voted. */
const REPORTED_CHUNK_MIN = 20;

/** Refuses an election that is impossible. Errors of the manifest itself are found by checkManifest. */
export function checkElectionRequest({
  startsAt,
  guardians,
  quorum,
  contests,
  precincts = [],
  reporting,
  chunkSize,
}: ElectionRequest): void {
  if (Date.parse(startsAt) < 0) throw refusal(`voting cannot begin at ${startsAt}: name a time after 1970`);
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
  for (const [index, contest] of contests.entries()) {
    const { title, candidates, votesAllowed = 1, seats = votesAllowed, hasWriteIn = false, contestId } = contest;
    const kept = overvoteCandidate(contestId ?? contestIdAt(index));
    if (candidates.some(({ candidateId }) => candidateId === kept))
      throw refusal(
        `no candidate of contest "${title}" can have the id ${kept}: it is for ballots with too many votes`,
      );
    const options = candidates.length + Number(hasWriteIn);
    if (votesAllowed > options)
      throw refusal(`contest "${title}" allows ${String(votesAllowed)} votes, but has ${String(options)} options`);
    if (seats > options) throw refusal(`contest "${title}" has ${String(seats)} seats, but ${String(options)} options`);
  }
  if (reporting === "chunk" && (chunkSize ?? DEFAULT_CHUNK_SIZE) < REPORTED_CHUNK_MIN)
    throw refusal(`with reporting by chunk, chunkSize must be at least ${String(REPORTED_CHUNK_MIN)}`);
}

/** Returns the default id of a contest. */
function contestIdAt(index: number): string {
  return `contest-${String(index + 1)}`;
}

/** Returns the default id of a guardian. */
export function guardianIdAt(index: number): string {
  return `guardian-${String(index + 1)}`;
}

/** Returns warnings about settings that are allowed but risky, as sentences. */
export function warningsAbout({
  guardians,
  quorum,
  group = DEFAULT_GROUP,
  reporting,
  isKiosk,
  voterLinks = DEFAULT_VOTER_LINKS,
}: ElectionRequest): string[] {
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
    ...(voterLinks === "handed-out"
      ? ["Officials hand the links of voters out: whoever sees a link can vote with it."]
      : []),
    ...(isKiosk === true ? ["The server may encrypt ballots: it then knows those votes."] : []),
  ];
}

function refusal(why: string): RotaError {
  return new ElectionError("ELECTION_MANIFEST_INVALID", `the election cannot be created: ${why}`);
}

const EVERYWHERE = "everywhere";

/** Builds the manifest. `scopeId` is random, so that two elections with the same settings have different hashes. */
export function manifestOf(request: ElectionRequest, scopeId: string) {
  const precincts = precinctsOf(request);
  const parties = partiesOf(request);
  const { countsOvervotes = false } = request;
  const contests = request.contests.map((contest, index) => contestOf(contest, { index, countsOvervotes }));
  const districts = request.contests.map((contest, index) => districtOf(contest, index));
  return {
    election_scope_id: scopeId,
    spec_version: "v0.95",
    type: "general",
    start_date: request.startsAt,
    end_date: request.endsAt,
    geopolitical_units: unitsOf(request, districts),
    parties: parties.map(({ partyId, name }) => ({
      object_id: partyId,
      name: textOf(name),
      abbreviation: null,
      color: null,
      logo_uri: null,
    })),
    candidates: request.contests.flatMap((contest, index) =>
      candidatesOf(contest, { index, countsOvervotes, parties }),
    ),
    contests,
    ballot_styles: precincts.map(({ precinctId }) => ({
      object_id: precinctId,
      geopolitical_unit_ids: [
        EVERYWHERE,
        ...districts.filter(({ precincts: inside }) => inside.includes(precinctId)).map(({ unitId }) => unitId),
      ],
      party_ids: null,
      image_uri: null,
    })),
    name: textOf(request.title),
    contact_information: null,
  };
}

/** Returns the precincts; one for an election without any. */
function precinctsOf({ precincts, title }: ElectionRequest): { precinctId: string; name: string }[] {
  if (precincts === undefined || precincts.length === 0) return [{ precinctId: "all", name: title }];
  return precincts.map(({ precinctId, name }) => ({ precinctId, name: name ?? precinctId }));
}

/** Lists each party once, however many candidates it has. */
function partiesOf({ contests }: ElectionRequest): { partyId: string; name: string }[] {
  const names = contests.flatMap(({ candidates }) => candidates.flatMap(({ party }) => party ?? []));
  return [...new Set(names)].map((name, index) => ({ partyId: `party-${String(index + 1)}`, name }));
}

type District = { readonly unitId: string; readonly precincts: readonly string[] };

/** Returns the district of a contest; a contest of some precincts has its own. */
function districtOf({ precincts = [] }: RequestedContest, index: number): District {
  return precincts.length === 0
    ? { unitId: EVERYWHERE, precincts: [] }
    : { unitId: `district-${String(index + 1)}`, precincts };
}

function unitsOf(request: ElectionRequest, districts: readonly District[]) {
  const own = districts.filter(({ unitId }) => unitId !== EVERYWHERE);
  return [
    { object_id: EVERYWHERE, name: request.title, type: "unknown", contact_information: null },
    ...own.map(({ unitId, precincts }) => ({
      object_id: unitId,
      name: precincts.join(", "),
      type: "precinct",
      contact_information: null,
    })),
  ];
}

type Place = { readonly index: number; readonly countsOvervotes: boolean };

function contestOf(contest: RequestedContest, { index, countsOvervotes }: Place) {
  const contestId = contestIdOf(contest, index);
  const votes = contest.votesAllowed ?? 1;
  const { seats = votes } = contest;
  const options = candidateIdsOf(contest, { index, countsOvervotes });
  return {
    object_id: contestId,
    sequence_order: index,
    electoral_district_id: districtOf(contest, index).unitId,
    vote_variation: votes === 1 ? "one_of_m" : "n_of_m",
    // The limit of votes in ElectionGuard 1, whose proofs use it.
    number_elected: votes,
    votes_allowed: votes,
    ...(seats === votes ? {} : { seats }),
    name: contest.title,
    ballot_title: textOf(contest.title),
    ballot_subtitle: seats === votes ? null : textOf(seatsSubtitle(seats)),
    ballot_selections: options.map((candidateId, sequence) => ({
      object_id: `${contestId}-${candidateId}`,
      sequence_order: sequence,
      candidate_id: candidateId,
    })),
  };
}

function candidatesOf(
  contest: RequestedContest,
  { parties, ...place }: Place & { readonly parties: readonly { partyId: string; name: string }[] },
) {
  const overvote = overvoteCandidate(contestIdOf(contest, place.index));
  return candidateIdsOf(contest, place).map((candidateId, order) => {
    const candidate = contest.candidates[order];
    const isOvervote = candidateId === overvote;
    return {
      object_id: candidateId,
      name: textOf(candidate?.name ?? (isOvervote ? "Too many votes" : "Write-in")),
      party_id: parties.find(({ name }) => name === candidate?.party)?.partyId ?? null,
      image_uri: null,
      is_write_in: candidate === undefined && !isOvervote,
    };
  });
}

function contestIdOf({ contestId }: RequestedContest, index: number): string {
  return contestId ?? contestIdAt(index);
}

/**
 * Returns the ids of candidates. Write-in and overvote come last; there is an overvote option only where there are more
 * options than votes. Ids contain the contest, so that a person may be a candidate in two contests.
 */
function candidateIdsOf(contest: RequestedContest, { index, countsOvervotes }: Place): string[] {
  const { candidates, hasWriteIn = false, votesAllowed = 1 } = contest;
  const prefix = contestIdOf(contest, index);
  const ids = candidates.map(({ candidateId }, place) => candidateId ?? `${prefix}-candidate-${String(place + 1)}`);
  const hasOvervote = countsOvervotes && candidates.length + Number(hasWriteIn) > votesAllowed;
  return [...ids, ...(hasWriteIn ? [`${prefix}-write-in`] : []), ...(hasOvervote ? [overvoteCandidate(prefix)] : [])];
}

function textOf(value: string) {
  return { text: [{ value, language: "en" }] };
}

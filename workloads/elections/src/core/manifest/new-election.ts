/** Checks the description of a new election and builds its manifest. */
import { RotaError } from "@rota/engine/errors";
import { overvoteCandidate } from "./manifest.ts";

export const REPORTINGS = ["election", "precinct", "chunk"] as const;
export type Reporting = (typeof REPORTINGS)[number];

type WishedContest = {
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
const REPORTED_CHUNK_MIN = 20;

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
function contestIdAt(index: number): string {
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

const EVERYWHERE = "everywhere";

/** `scopeId` is random: two elections that look alike have two hashes. */
export function manifestOf(wish: ElectionWish, scopeId: string) {
  const precincts = precinctsOf(wish);
  const parties = partiesOf(wish);
  const { countsOvervotes = false } = wish;
  const contests = wish.contests.map((contest, index) => contestOf(contest, { index, countsOvervotes }));
  const districts = wish.contests.map((contest, index) => districtOf(contest, index));
  return {
    election_scope_id: scopeId,
    spec_version: "v0.95",
    type: "general",
    start_date: wish.startsAt,
    end_date: wish.endsAt,
    geopolitical_units: unitsOf(wish, districts),
    parties: parties.map(({ partyId, name }) => ({
      object_id: partyId,
      name: textOf(name),
      abbreviation: null,
      color: null,
      logo_uri: null,
    })),
    candidates: wish.contests.flatMap((contest, index) => candidatesOf(contest, { index, countsOvervotes, parties })),
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
    name: textOf(wish.title),
    contact_information: null,
  };
}

/** An election without precincts has one. */
function precinctsOf({ precincts, title }: ElectionWish): { precinctId: string; name: string }[] {
  if (precincts === undefined || precincts.length === 0) return [{ precinctId: "all", name: title }];
  return precincts.map(({ precinctId, name }) => ({ precinctId, name: name ?? precinctId }));
}

/** A party is named once, however many of its candidates stand. */
function partiesOf({ contests }: ElectionWish): { partyId: string; name: string }[] {
  const names = contests.flatMap(({ candidates }) => candidates.flatMap(({ party }) => party ?? []));
  return [...new Set(names)].map((name, index) => ({ partyId: `party-${String(index + 1)}`, name }));
}

type District = { readonly unitId: string; readonly precincts: readonly string[] };

/** A contest for some precincts has a district of its own. */
function districtOf({ precincts = [] }: WishedContest, index: number): District {
  return precincts.length === 0
    ? { unitId: EVERYWHERE, precincts: [] }
    : { unitId: `district-${String(index + 1)}`, precincts };
}

function unitsOf(wish: ElectionWish, districts: readonly District[]) {
  const own = districts.filter(({ unitId }) => unitId !== EVERYWHERE);
  return [
    { object_id: EVERYWHERE, name: wish.title, type: "unknown", contact_information: null },
    ...own.map(({ unitId, precincts }) => ({
      object_id: unitId,
      name: precincts.join(", "),
      type: "precinct",
      contact_information: null,
    })),
  ];
}

type Place = { readonly index: number; readonly countsOvervotes: boolean };

function contestOf(contest: WishedContest, { index, countsOvervotes }: Place) {
  const contestId = contestIdOf(contest, index);
  const votes = contest.votesAllowed ?? 1;
  const options = candidateIdsOf(contest, { index, countsOvervotes });
  return {
    object_id: contestId,
    sequence_order: index,
    electoral_district_id: districtOf(contest, index).unitId,
    vote_variation: votes === 1 ? "one_of_m" : "n_of_m",
    number_elected: votes,
    votes_allowed: votes,
    name: contest.title,
    ballot_title: textOf(contest.title),
    ballot_subtitle: null,
    ballot_selections: options.map((candidateId, sequence) => ({
      object_id: `${contestId}-${candidateId}`,
      sequence_order: sequence,
      candidate_id: candidateId,
    })),
  };
}

function candidatesOf(
  contest: WishedContest,
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

function contestIdOf({ contestId }: WishedContest, index: number): string {
  return contestId ?? contestIdAt(index);
}

/**
 * Write-in and too many votes stand last, the latter only where more can be chosen than is allowed. Ids name the contest, so
 * that a person may stand in two.
 */
function candidateIdsOf(contest: WishedContest, { index, countsOvervotes }: Place): string[] {
  const { candidates, hasWriteIn = false, votesAllowed = 1 } = contest;
  const prefix = contestIdOf(contest, index);
  const ids = candidates.map(({ candidateId }, place) => candidateId ?? `${prefix}-candidate-${String(place + 1)}`);
  const hasOvervote = countsOvervotes && candidates.length + Number(hasWriteIn) > votesAllowed;
  return [...ids, ...(hasWriteIn ? [`${prefix}-write-in`] : []), ...(hasOvervote ? [overvoteCandidate(prefix)] : [])];
}

function textOf(value: string) {
  return { text: [{ value, language: "en" }] };
}

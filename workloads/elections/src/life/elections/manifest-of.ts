/** Makes the manifest of what an official wrote: ids, places, parties and ballot styles in the JSON of ElectionGuard 1.4. Pure. */
import { overvoteCandidate } from "../../manifest/manifest.ts";
import { contestIdAt, type ElectionWish, type WishedContest } from "./election-wish.ts";

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
export function precinctsOf({ precincts, title }: ElectionWish): { precinctId: string; name: string }[] {
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

/** Writes a manifest in the JSON shape of ElectionGuard 1.4: once, before the ceremony; these bytes stay. */
import type { AnnotatedText, Contact, Contest, Manifest, Text } from "../../manifest/manifest.ts";

/** Who stands behind a selection. Names are no part of the manifest's hash. */
export type Candidate = {
  readonly candidateId: string;
  readonly name: Text;
  readonly partyId: string | null;
  readonly isWriteIn: boolean;
};

export function manifestToJson(manifest: Manifest, candidates: readonly Candidate[]): string {
  const written = {
    election_scope_id: manifest.electionScopeId,
    spec_version: "1.0",
    type: manifest.type,
    start_date: manifest.startDate,
    end_date: manifest.endDate,
    geopolitical_units: manifest.units.map(({ unitId, name, type, contact }) => ({
      object_id: unitId,
      name,
      type,
      contact_information: contactToJson(contact),
    })),
    parties: manifest.parties.map(({ partyId, name, abbreviation, color, logoUri }) => ({
      object_id: partyId,
      name: textToJson(name),
      abbreviation,
      color,
      logo_uri: logoUri,
    })),
    candidates: candidates.map(({ candidateId, name, partyId, isWriteIn }) => ({
      object_id: candidateId,
      name: textToJson(name),
      party_id: partyId,
      image_uri: null,
      is_write_in: isWriteIn,
    })),
    contests: manifest.contests.map(contestToJson),
    ballot_styles: manifest.styles.map(({ styleId, unitIds, partyIds, imageUri }) => ({
      object_id: styleId,
      geopolitical_unit_ids: unitIds,
      party_ids: partyIds,
      image_uri: imageUri,
    })),
    name: textToJson(manifest.name),
    contact_information: contactToJson(manifest.contact),
  };
  return JSON.stringify(written);
}

function contestToJson(contest: Contest) {
  return {
    object_id: contest.contestId,
    sequence_order: contest.sequence,
    electoral_district_id: contest.unitId,
    vote_variation: contest.voteVariation,
    number_elected: contest.numberElected,
    votes_allowed: contest.votesAllowed,
    name: contest.name,
    ballot_selections: contest.selections.map(({ selectionId, sequence, candidateId }) => ({
      object_id: selectionId,
      sequence_order: sequence,
      candidate_id: candidateId,
    })),
    ballot_title: textToJson(contest.title),
    ballot_subtitle: textToJson(contest.subtitle),
  };
}

function textToJson(text: Text | null) {
  return text === null ? null : { text: text.map(({ value, language }) => ({ value, language })) };
}

function contactToJson(contact: Contact | null) {
  if (contact === null) return null;
  const annotated = (texts: readonly AnnotatedText[] | null) =>
    texts === null ? null : texts.map(({ annotation, value }) => ({ annotation, value }));
  return {
    address_line: contact.addressLines,
    email: annotated(contact.emails),
    phone: annotated(contact.phones),
    name: contact.name,
  };
}

/** Reads and writes a manifest in the JSON of ElectionGuard 1. */
import type { JsonValue } from "../records/json-reader.ts";
import type { AnnotatedText, Contact, Contest, Manifest, Party, Text } from "./manifest.ts";

export function readManifest(json: JsonValue): Manifest {
  return {
    electionScopeId: json.member("election_scope_id").text(),
    type: json.member("type").text(),
    startDate: json.member("start_date").text(),
    endDate: json.member("end_date").text(),
    name: readText(json.optional("name")),
    contact: readContact(json.optional("contact_information")),
    units: json.member("geopolitical_units").list().map(readUnit),
    parties: json.member("parties").list().map(readParty),
    contests: json.member("contests").list().map(readContest),
    styles: json.member("ballot_styles").list().map(readStyle),
  };
}

function readUnit(json: JsonValue) {
  return {
    unitId: idOf(json),
    name: json.member("name").text(),
    type: json.member("type").text(),
    contact: readContact(json.optional("contact_information")),
  };
}

function readParty(json: JsonValue): Party {
  return {
    partyId: idOf(json),
    name: readText(json.optional("name")) ?? [],
    abbreviation: textOf(json, "abbreviation"),
    color: textOf(json, "color"),
    logoUri: textOf(json, "logo_uri"),
  };
}

function readContest(json: JsonValue): Contest {
  return {
    contestId: idOf(json),
    sequence: json.member("sequence_order").integer(),
    unitId: json.member("electoral_district_id").text(),
    voteVariation: json.member("vote_variation").text(),
    numberElected: json.member("number_elected").integer(),
    votesAllowed: json.optional("votes_allowed")?.integer() ?? null,
    seats: json.optional("seats")?.integer(),
    name: json.member("name").text(),
    title: readText(json.optional("ballot_title")),
    subtitle: readText(json.optional("ballot_subtitle")),
    selections: json
      .member("ballot_selections")
      .list()
      .map((selection) => ({
        selectionId: idOf(selection),
        sequence: selection.member("sequence_order").integer(),
        candidateId: selection.member("candidate_id").text(),
      })),
  };
}

function readStyle(json: JsonValue) {
  return {
    styleId: idOf(json),
    unitIds: textsOf(json, "geopolitical_unit_ids"),
    partyIds: textsOf(json, "party_ids"),
    imageUri: textOf(json, "image_uri"),
  };
}

function readText(json: JsonValue | undefined): Text | null {
  if (json === undefined) return null;
  return json
    .member("text")
    .list()
    .map((text) => ({ value: text.member("value").text(), language: text.member("language").text() }));
}

function readContact(json: JsonValue | undefined): Contact | null {
  if (json === undefined) return null;
  const annotated = (name: string) =>
    json
      .optional(name)
      ?.list()
      .map((text) => ({ annotation: text.member("annotation").text(), value: text.member("value").text() })) ?? null;
  return {
    name: textOf(json, "name"),
    addressLines: textsOf(json, "address_line"),
    emails: annotated("email"),
    phones: annotated("phone"),
  };
}

function idOf(json: JsonValue): string {
  return json.member("object_id").text();
}

function textOf(json: JsonValue, name: string): string | null {
  return json.optional(name)?.text() ?? null;
}

function textsOf(json: JsonValue, name: string): string[] | null {
  return (
    json
      .optional(name)
      ?.list()
      .map((text) => text.text()) ?? null
  );
}

/** The candidate of a selection. Names are not part of the manifest's hash. */
export type Candidate = {
  readonly candidateId: string;
  readonly name: Text;
  readonly partyId: string | null;
  readonly isWriteIn: boolean;
};

/** Writes a manifest, once, before the ceremony. Its bytes never change afterwards. */
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
    ...(contest.seats === undefined ? {} : { seats: contest.seats }),
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

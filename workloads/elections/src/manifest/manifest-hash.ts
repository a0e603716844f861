/** Hashes of a manifest and its parts: what binds ballots and keys to one election. Names of candidates are not in it. */
import { hash, type HashPart } from "../crypto/hash/hash.ts";
import type {
  AnnotatedText,
  BallotStyle,
  Contact,
  Contest,
  Manifest,
  Party,
  Selection,
  Text,
  Unit,
} from "./manifest.ts";

type Scalars = { readonly q: bigint };

export function manifestHash(group: Scalars, manifest: Manifest): bigint {
  return hash(
    group,
    manifest.electionScopeId,
    manifest.type,
    utcSeconds(manifest.startDate),
    utcSeconds(manifest.endDate),
    textHash(group, manifest.name),
    contactHash(group, manifest.contact),
    manifest.units.map((unit) => unitHash(group, unit)),
    manifest.parties.map((party) => partyHash(group, party)),
    manifest.contests.map((contest) => contestHash(group, contest)),
    manifest.styles.map((style) => styleHash(group, style)),
  );
}

/** Placeholders are not in it. */
export function contestHash(group: Scalars, contest: Contest): bigint {
  return hash(
    group,
    contest.contestId,
    contest.sequence,
    contest.unitId,
    contest.voteVariation,
    textHash(group, contest.title),
    textHash(group, contest.subtitle),
    contest.name,
    contest.numberElected,
    contest.votesAllowed,
    contest.selections.map((selection) => selectionHash(group, selection)),
  );
}

export function selectionHash(group: Scalars, { selectionId, sequence, candidateId }: Selection): bigint {
  return hash(group, selectionId, sequence, candidateId);
}

function unitHash(group: Scalars, { unitId, name, type, contact }: Unit): bigint {
  return hash(group, unitId, name, type, contactHash(group, contact));
}

function partyHash(group: Scalars, { partyId, name, abbreviation, color, logoUri }: Party): bigint {
  return hash(group, partyId, textHash(group, name), abbreviation, color, logoUri);
}

function styleHash(group: Scalars, { styleId, unitIds, partyIds, imageUri }: BallotStyle): bigint {
  return hash(group, styleId, unitIds, partyIds, imageUri);
}

function textHash(group: Scalars, text: Text | null): HashPart {
  if (text === null) return null;
  const languages = text.map(({ value, language }) => hash(group, value, language));
  return hash(group, languages);
}

function contactHash(group: Scalars, contact: Contact | null): HashPart {
  if (contact === null) return null;
  const hashes = (texts: readonly AnnotatedText[] | null) =>
    texts === null ? null : texts.map(({ annotation, value }) => hash(group, annotation, value));
  return hash(group, contact.name, contact.addressLines, hashes(contact.emails), hashes(contact.phones));
}

/** What is no date counts as it is written: that it is none is the matter of checkManifest. */
function utcSeconds(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.valueOf()) ? date : time.toISOString().replace(/\.\d+Z$/, "Z");
}

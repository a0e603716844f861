/** Describes the contests of an election, hashes them, and refuses a manifest that could be read in two ways. */
import { ElectionError } from "../../errors.ts";
import { hash, type HashPart } from "../crypto/hash.ts";

/** The same text in several languages. */
export type Text = readonly { readonly value: string; readonly language: string }[];
export type AnnotatedText = { readonly annotation: string; readonly value: string };

export type Contact = {
  readonly name: string | null;
  readonly addressLines: readonly string[] | null;
  readonly emails: readonly AnnotatedText[] | null;
  readonly phones: readonly AnnotatedText[] | null;
};

export type Unit = {
  readonly unitId: string;
  readonly name: string;
  readonly type: string;
  readonly contact: Contact | null;
};

export type Party = {
  readonly partyId: string;
  readonly name: Text;
  readonly abbreviation: string | null;
  readonly color: string | null;
  readonly logoUri: string | null;
};

export type Selection = { readonly selectionId: string; readonly sequence: number; readonly candidateId: string };

export type Contest = {
  readonly contestId: string;
  readonly sequence: number;
  readonly unitId: string;
  readonly voteVariation: string;
  /** Number of votes on every ballot. Votes that a voter does not use go to placeholders. */
  readonly numberElected: number;
  readonly votesAllowed: number | null;
  /** Number of seats, where it is not the number of votes. ElectionGuard 1 has no field for it: the subtitle binds it. */
  readonly seats?: number | undefined;
  readonly name: string;
  readonly title: Text | null;
  readonly subtitle: Text | null;
  readonly selections: readonly Selection[];
};

export type BallotStyle = {
  readonly styleId: string;
  readonly unitIds: readonly string[] | null;
  readonly partyIds: readonly string[] | null;
  readonly imageUri: string | null;
};

export type Manifest = {
  readonly electionScopeId: string;
  readonly type: string;
  /** ISO 8601 with an offset. */
  readonly startDate: string;
  readonly endDate: string;
  readonly name: Text | null;
  readonly contact: Contact | null;
  readonly units: readonly Unit[];
  readonly parties: readonly Party[];
  readonly contests: readonly Contest[];
  readonly styles: readonly BallotStyle[];
};

/** Returns the id of the candidate that gets the vote of a ballot with too many votes. */
export function overvoteCandidate(contestId: string): string {
  return `${contestId}-overvote`;
}

/** Returns the option that gets the vote of ballots with too many votes, if the contest has one. */
export function overvoteOf({
  contestId,
  selections,
}: Pick<Contest, "contestId" | "selections">): Selection | undefined {
  return selections.find(({ candidateId }) => candidateId === overvoteCandidate(contestId));
}

/** Returns the subtitle of a contest with another number of seats than votes, which the hash of the manifest covers. */
export function seatsSubtitle(seats: number): string {
  return seats === 1 ? "1 seat" : `${String(seats)} seats`;
}

/** Returns how many candidates a contest elects. */
export function seatsOf({ seats, numberElected }: Pick<Contest, "seats" | "numberElected">): number {
  return seats ?? numberElected;
}

type Styled<InStyle> = {
  readonly styles: readonly Pick<BallotStyle, "styleId" | "unitIds">[];
  readonly contests: readonly InStyle[];
};

/** Returns the contests on ballots of a style, in order; undefined for a style that is not in the manifest. */
export function contestsOfStyle<InStyle extends Pick<Contest, "unitId" | "sequence">>(
  manifest: Styled<InStyle>,
  styleId: string,
): InStyle[] | undefined {
  const style = manifest.styles.find((candidate) => candidate.styleId === styleId);
  if (style === undefined) return undefined;
  const unitIds = new Set(style.unitIds);
  return manifest.contests.filter(({ unitId }) => unitIds.has(unitId)).sort((a, b) => a.sequence - b.sequence);
}

/** Maximum number of votes of a ballot in one contest. Each needs a placeholder. */
const ELECTED_MAX = 1_000;

/** Returns options that no voter sees. They take unused votes, so that every ballot has the same number of votes. */
export function placeholdersOf(contest: Contest): Selection[] {
  const last = Math.max(-1, ...contest.selections.map(({ sequence }) => sequence));
  const { numberElected } = contest;
  // A manifest of another program may ask for more than fits into memory; checkManifest refuses it.
  const count = numberElected > 0 && numberElected <= ELECTED_MAX ? numberElected : 0;
  return Array.from({ length: count }, (_, index) => {
    const sequence = last + 1 + index;
    const prefix = `${contest.contestId}-${String(sequence)}`;
    return { selectionId: `${prefix}-placeholder`, sequence, candidateId: `${prefix}-candidate` };
  });
}

type Scalars = { readonly q: bigint };

/** Returns the hash that binds ballots and keys to one election. It does not cover the names of candidates. */
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

/** Returns the hash of a contest without its placeholders. */
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

/** Returns a date in UTC, and any other text unchanged: checkManifest refuses it. */
function utcSeconds(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.valueOf()) ? date : time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Refuses a manifest under which ballots could be read in two ways. */
export function checkManifest(manifest: Manifest): void {
  const [objection] = objectionsTo(manifest);
  if (objection !== undefined) throw new ElectionError("ELECTION_MANIFEST_INVALID", `the manifest ${objection}`);
}

/** Returns everything that is wrong, as sentences about the manifest. */
export function objectionsTo(manifest: Manifest): string[] {
  const unitIds = manifest.units.map(({ unitId }) => unitId);
  const known = new Set(unitIds);
  return [
    ...objectionsToIds("unit", unitIds),
    ...objectionsToIds(
      "party",
      manifest.parties.map(({ partyId }) => partyId),
    ),
    ...objectionsToIds(
      "contest",
      manifest.contests.map(({ contestId }) => contestId),
    ),
    ...objectionsToIds(
      "style",
      manifest.styles.map(({ styleId }) => styleId),
    ),
    ...repeated(
      "contest sequence",
      manifest.contests.map(({ sequence }) => String(sequence)),
    ),
    ...objectionsToDates(manifest),
    ...manifest.contests.flatMap((contest) => objectionsToContest(contest, known)),
    ...manifest.styles.flatMap(({ styleId, unitIds: used }) =>
      (used ?? []).filter((unitId) => !known.has(unitId)).map((unitId) => `has no unit ${unitId} of style ${styleId}`),
    ),
  ];
}

function objectionsToContest(contest: Manifest["contests"][number], unitIds: ReadonlySet<string>): string[] {
  const { contestId, selections, numberElected, votesAllowed, unitId, seats, subtitle } = contest;
  const ids = selections.map(({ selectionId }) => selectionId);
  const isElected = Number.isSafeInteger(numberElected) && numberElected > 0 && numberElected <= ELECTED_MAX;
  const limits = isElected && (votesAllowed ?? 1) > 0;
  return [
    ...objectionsToIds(`selection of contest ${contestId}`, ids),
    ...repeated(
      `sequence in contest ${contestId}`,
      selections.map(({ sequence }) => String(sequence)),
    ),
    ...(unitIds.has(unitId) ? [] : [`has no unit ${unitId} of contest ${contestId}`]),
    ...(limits ? [] : [`must let 1 to ${String(ELECTED_MAX)} be elected in contest ${contestId}`]),
    ...(seats === undefined || (seats > 0 && subtitle?.[0]?.value === seatsSubtitle(seats))
      ? []
      : [`names ${String(seats)} seats in contest ${contestId}, and its subtitle does not`]),
    ...(selections.length === 0 ? [`has no selection in contest ${contestId}`] : []),
  ];
}

function objectionsToIds(what: string, ids: readonly string[]): string[] {
  // A bar separates parts of a hash: with it, two manifests could have one hash.
  const bad = ids.filter((id) => id === "" || id.includes("|"));
  return [...bad.map((id) => `names a ${what} "${id}": ids are not empty and hold no bar`), ...repeated(what, ids)];
}

function repeated(what: string, values: readonly string[]): string[] {
  const again = values.filter((value, index) => values.indexOf(value) < index);
  return again.map((value) => `names ${what} ${value} twice`);
}

function objectionsToDates({ startDate, endDate }: Manifest): string[] {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return start < end ? [] : ["must start before it ends, both dates in ISO 8601"];
}

/** What an election is about: contests, options, places and ballot styles, fixed before the key ceremony. */

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
  /** The votes that a ballot gives here; what a voter leaves over goes to placeholders. */
  readonly numberElected: number;
  readonly votesAllowed: number | null;
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

/** Of the option that takes the vote of a ballot with too many. */
export function overvoteCandidate(contestId: string): string {
  return `${contestId}-overvote`;
}

/** The option that tells ballots with too many votes from those with too few, where the contest has one. */
export function overvoteOf({
  contestId,
  selections,
}: Pick<Contest, "contestId" | "selections">): Selection | undefined {
  return selections.find(({ candidateId }) => candidateId === overvoteCandidate(contestId));
}

type Styled<InStyle> = {
  readonly styles: readonly Pick<BallotStyle, "styleId" | "unitIds">[];
  readonly contests: readonly InStyle[];
};

/** The contests on ballots of a style, in their order; undefined for a style that is not in the manifest. */
export function contestsOfStyle<InStyle extends Pick<Contest, "unitId" | "sequence">>(
  manifest: Styled<InStyle>,
  styleId: string,
): InStyle[] | undefined {
  const style = manifest.styles.find((candidate) => candidate.styleId === styleId);
  if (style === undefined) return undefined;
  const unitIds = new Set(style.unitIds);
  return manifest.contests.filter(({ unitId }) => unitIds.has(unitId)).sort((a, b) => a.sequence - b.sequence);
}

/** Votes that a ballot may give in one contest: each costs it a placeholder. */
export const ELECTED_MAX = 1_000;

/** Options that no voter sees: they take the votes that are left over, so that every ballot gives the same number. */
export function placeholdersOf(contest: Contest): Selection[] {
  const last = Math.max(-1, ...contest.selections.map(({ sequence }) => sequence));
  const { numberElected } = contest;
  // A manifest from elsewhere may ask for more than memory holds; checkManifest refuses it.
  const count = numberElected > 0 && numberElected <= ELECTED_MAX ? numberElected : 0;
  return Array.from({ length: count }, (_, index) => {
    const sequence = last + 1 + index;
    const prefix = `${contest.contestId}-${String(sequence)}`;
    return { selectionId: `${prefix}-placeholder`, sequence, candidateId: `${prefix}-candidate` };
  });
}

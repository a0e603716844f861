/** Reads contests, options and titles from a manifest. */

export type PaperOption = { readonly selectionId: string; readonly name: string; readonly party: string | undefined };
export type PaperContest = {
  readonly contestId: string;
  readonly title: string;
  readonly votesAllowed: number;
  readonly seats: number;
  readonly options: readonly PaperOption[];
};

/**
 * Returns all contests, or those of one ballot style. Ids replace missing texts; options for overvotes are left out.
 */
export function contestsOf(manifest: unknown, styleId?: string): PaperContest[] {
  const units = styleId === undefined ? undefined : unitsOf(manifest, styleId);
  const candidates = byId(listAt(manifest, "candidates"));
  const parties = byId(listAt(manifest, "parties"));
  return listAt(manifest, "contests")
    .filter((contest) => units === undefined || units.has(textAt(contest, "electoral_district_id")))
    .map((contest) => ({
      contestId: textAt(contest, "object_id"),
      title: wordsAt(contest, "ballot_title") ?? textAt(contest, "name"),
      votesAllowed: numberAt(contest, "number_elected") ?? 1,
      seats: numberAt(contest, "seats") ?? numberAt(contest, "number_elected") ?? 1,
      options: listAt(contest, "ballot_selections")
        .filter((selection) => textAt(selection, "candidate_id") !== `${textAt(contest, "object_id")}-overvote`)
        .map((selection) => optionOf(selection, { candidates, parties })),
    }));
}

export function seatWords(seats: number): string {
  return seats === 1 ? "One is elected" : `${String(seats)} are elected`;
}

export function titleOf(manifest: unknown): string {
  return wordsAt(manifest, "name") ?? "Election";
}

type ById = ReadonlyMap<string, unknown>;

function optionOf(selection: unknown, { candidates, parties }: { candidates: ById; parties: ById }): PaperOption {
  const candidateId = textAt(selection, "candidate_id");
  const candidate = candidates.get(candidateId);
  return {
    selectionId: textAt(selection, "object_id"),
    name: wordsAt(candidate, "name") ?? candidateId,
    party: wordsAt(parties.get(textAt(candidate, "party_id")), "name"),
  };
}

function unitsOf(manifest: unknown, styleId: string): Set<string> {
  const style = byId(listAt(manifest, "ballot_styles")).get(styleId);
  return new Set(listAt(style, "geopolitical_unit_ids").filter((unit) => typeof unit === "string"));
}

function byId(items: readonly unknown[]): ById {
  return new Map(items.map((item) => [textAt(item, "object_id"), item]));
}

/** Returns the first language of a text. */
function wordsAt(value: unknown, name: string): string | undefined {
  const words = textAt(listAt(at(value, name), "text")[0], "value");
  return words === "" ? undefined : words;
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const found = at(value, name);
  return Array.isArray(found) ? found : [];
}

function textAt(value: unknown, name: string): string {
  const found = at(value, name);
  return typeof found === "string" ? found : "";
}

function numberAt(value: unknown, name: string): number | undefined {
  const found = at(value, name);
  return typeof found === "number" ? found : undefined;
}

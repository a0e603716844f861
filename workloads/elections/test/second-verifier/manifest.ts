/** Computes the hash of a manifest and the selections on a ballot of each style: brief, sections 3.3 and 3.7. */
import { at, check, count, hashOf, list, text, textOrNull, type Part } from "./basics.ts";

export type Selection = { id: string; sequence: number; hash: bigint; isPlaceholder: boolean };
export type Contest = {
  id: string;
  sequence: number;
  unit: string;
  limit: number;
  hash: bigint;
  selections: Selection[];
};
export type Manifest = { hash: bigint; contests: Contest[]; styles: Map<string, Contest[]> };

export function readManifest(q: bigint, json: unknown): Manifest {
  const contests = list(json, "contests").map((contest) => readContest(q, contest));
  const styles = list(json, "ballot_styles");
  const [start = "", end = ""] = ["start_date", "end_date"].map(
    (name) => `${new Date(text(json, name)).toISOString().slice(0, 19)}Z`,
  );
  const hash = hashOf(
    q,
    text(json, "election_scope_id"),
    text(json, "type"),
    start,
    end,
    wordsHash(q, json, "name"),
    contactHash(q, json),
    list(json, "geopolitical_units").map((unit) =>
      hashOf(q, text(unit, "object_id"), text(unit, "name"), text(unit, "type"), contactHash(q, unit)),
    ),
    list(json, "parties").map((party) => {
      const [abbreviation, color, logo] = ["abbreviation", "color", "logo_uri"].map((name) => textOrNull(party, name));
      const [short, paint, picture] = [abbreviation ?? null, color ?? null, logo ?? null];
      return hashOf(q, text(party, "object_id"), wordsHash(q, party, "name"), short, paint, picture);
    }),
    contests.map((contest) => contest.hash),
    styles.map((style) => {
      const [units, parties] = [textsOrNull(style, "geopolitical_unit_ids"), textsOrNull(style, "party_ids")];
      return hashOf(q, text(style, "object_id"), units, parties, textOrNull(style, "image_uri"));
    }),
  );
  const byStyle = styles.map((style): [string, Contest[]] => {
    const units = textsOrNull(style, "geopolitical_unit_ids") ?? [];
    return [text(style, "object_id"), contests.filter(({ unit }) => units.includes(unit))];
  });
  return { hash, contests, styles: new Map(byStyle) };
}

function wordsHash(q: bigint, json: unknown, name: string): Part {
  if (at(json, name) === null) return null;
  const words = list(json, name, "text").map((one) => hashOf(q, text(one, "value"), text(one, "language")));
  return hashOf(q, words);
}

function contactHash(q: bigint, json: unknown): Part {
  const contact = at(json, "contact_information");
  if (contact === null) return null;
  const notes = (name: string): Part =>
    at(contact, name) === null
      ? null
      : list(contact, name).map((one) => hashOf(q, text(one, "annotation"), text(one, "value")));
  const [address, mails, phones] = [textsOrNull(contact, "address_line"), notes("email"), notes("phone")];
  return hashOf(q, textOrNull(contact, "name"), address, mails, phones);
}

function textsOrNull(json: unknown, name: string): string[] | null {
  if (at(json, name) === null) return null;
  return list(json, name).map((one) => text({ one }, "one"));
}

function readContest(q: bigint, json: unknown): Contest {
  const [id, limit] = [text(json, "object_id"), count(json, "number_elected")];
  const selectionHash = (selectionId: string, sequence: number, candidate: string) =>
    hashOf(q, selectionId, sequence, candidate);
  const real = list(json, "ballot_selections").map((selection) => {
    const [selectionId, sequence] = [text(selection, "object_id"), count(selection, "sequence_order")];
    const hash = selectionHash(selectionId, sequence, text(selection, "candidate_id"));
    return { id: selectionId, sequence, hash, isPlaceholder: false };
  });
  check(limit > 0 && limit <= 100, `contest ${id} has a limit that no contest has`);
  const last = Math.max(...real.map(({ sequence }) => sequence));
  const placeholders = Array.from({ length: limit }, (_, index) => {
    const sequence = last + 1 + index;
    const prefix = `${id}-${sequence.toString()}`;
    const hash = selectionHash(`${prefix}-placeholder`, sequence, `${prefix}-candidate`);
    return { id: `${prefix}-placeholder`, sequence, hash, isPlaceholder: true };
  });
  const sequence = count(json, "sequence_order");
  const unit = text(json, "electoral_district_id");
  const hash = hashOf(
    q,
    id,
    sequence,
    unit,
    text(json, "vote_variation"),
    wordsHash(q, json, "ballot_title"),
    wordsHash(q, json, "ballot_subtitle"),
    text(json, "name"),
    limit,
    at(json, "votes_allowed") === null ? null : count(json, "votes_allowed"),
    real.map((selection) => selection.hash),
  );
  return {
    id,
    sequence,
    unit,
    limit,
    hash,
    selections: [...real, ...placeholders].sort((a, b) => a.sequence - b.sequence),
  };
}

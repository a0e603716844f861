/** Reads a list of voters from CSV: an id in each line, and a precinct where the election has several. Pure. */
import { RotaError } from "@rota/engine";
import { parse } from "csv-parse/sync";

export type ListedVoter = { readonly voterId: string; readonly precinctId: string };

/** Of one upload: more are sent in several. */
export const VOTERS_MAX = 100_000;

const ID_HEADS = ["voter_id", "voterid", "email", "e-mail", "id"];
const PRECINCT_HEADS = ["precinct", "precinct_id", "precinctid"];
const LENGTH_MAX = 200;
const UNSHOWABLE = /\p{Cc}|\p{Cs}/u;

/**
 * The first line names the columns: `voter_id` (or `email`), and `precinct`, which may be left out where the election has one.
 * Refuses with the line that is wrong.
 *
 * @example readVoters("voter_id,precinct\n17,north", ["north", "south"])
 */
export function readVoters(csv: string, precincts: readonly string[]): ListedVoter[] {
  const [head, ...lines] = parseLines(csv);
  const names = (head ?? []).map((name) => name.toLowerCase());
  const idColumn = names.findIndex((name) => ID_HEADS.includes(name));
  const precinctColumn = names.findIndex((name) => PRECINCT_HEADS.includes(name));
  if (idColumn < 0) throw refusal(1, `it must name the columns, one of them voter_id`);
  if (lines.length > VOTERS_MAX)
    throw refusal(VOTERS_MAX + 2, `at most ${String(VOTERS_MAX)} voters are taken at once`);
  const seen = new Set<string>();
  return lines.map((fields, index) => {
    const line = index + 2;
    const voterId = fields[idColumn] ?? "";
    const only = precincts.length === 1 ? precincts[0] : undefined;
    const precinctId = (precinctColumn < 0 ? undefined : fields[precinctColumn]) ?? only ?? "";
    if (voterId === "" || voterId.length > LENGTH_MAX || UNSHOWABLE.test(voterId))
      throw refusal(line, `the voter's id must have 1 to ${String(LENGTH_MAX)} characters, all of them visible`);
    if (seen.has(voterId)) throw refusal(line, `voter "${voterId}" is listed twice`);
    if (!precincts.includes(precinctId))
      throw refusal(line, `no precinct is called "${precinctId}": there are ${precincts.slice(0, 20).join(", ")}`);
    seen.add(voterId);
    return { voterId, precinctId };
  });
}

function parseLines(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it cannot be read";
    throw new RotaError("VOTERS_INVALID", `the list of voters is no CSV: ${why}`, {}, { cause });
  }
}

function refusal(line: number, why: string): RotaError {
  return new RotaError("VOTERS_INVALID", `line ${String(line)} of the list of voters: ${why}`, { line });
}

/** The record of College Park in its published shape, built from the compact form of the sample data. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

type Selection = { id: string; a: string; b: string; c0: string; v0: string; c1: string; v1: string };
type Ballot = {
  id: string;
  style: string;
  code: string;
  state: number;
  contests: { id: string; selections: Selection[] }[];
};

const COMPACT = "ballots.ndjson.gz";

/** Returns undefined where the data is not on this machine. */
export function writeCollegePark(): { readonly path: string; remove(): void } | undefined {
  const data = process.env["ROTA_TEST_DATA"] ?? resolve("..", "shared", "data");
  const source = join(data, "elections", "college-park-2023");
  if (!existsSync(join(source, COMPACT))) return undefined;
  const path = mkdtempSync(join(tmpdir(), "rota-college-park-"));
  for (const name of readdirSync(source)) {
    if (name !== COMPACT) cpSync(join(source, name), join(path, name), { recursive: true });
  }
  mkdirSync(join(path, "submitted_ballots"));
  const lines = gunzipSync(readFileSync(join(source, COMPACT)))
    .toString("utf8")
    .trim()
    .split("\n");
  for (const line of lines) {
    const ballot = parseBallot(line);
    writeFileSync(join(path, "submitted_ballots", `${ballot.code}.json`), JSON.stringify(published(ballot)));
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Parses one line of our own file, so its shape is not checked. */
function parseBallot(line: string): Ballot {
  const parse: (text: string) => Ballot = JSON.parse;
  return parse(line);
}

function published({ id, style, code, state, contests }: Ballot) {
  return {
    object_id: id,
    style_id: style,
    code,
    state,
    contests: contests.map((contest) => ({
      object_id: contest.id,
      ballot_selections: contest.selections.map((selection) => ({
        object_id: selection.id,
        ciphertext: { pad: hex(selection.a), data: hex(selection.b) },
        proof: {
          proof_zero_challenge: hex(selection.c0),
          proof_zero_response: hex(selection.v0),
          proof_one_challenge: hex(selection.c1),
          proof_one_response: hex(selection.v1),
        },
      })),
    })),
  };
}

function hex(base64: string): string {
  return Buffer.from(base64, "base64").toString("hex").toUpperCase();
}

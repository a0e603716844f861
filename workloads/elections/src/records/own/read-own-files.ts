/** Reads what our own records hold beside the files of ElectionGuard 1.4: opened ballots, and which chunk held which ballots. */
import { readJson, type JsonValue } from "../json-reader.ts";
import type { DecryptedTally } from "../../tally/tally.ts";
import { readDecryptedTally } from "../read-tally.ts";
import { lazily, type RecordFiles } from "../record-files.ts";
import type { PlannedChunk } from "../writing/write-plan.ts";
import type { OpenedBallot } from "../writing/write-ballot.ts";

export type OwnFiles = {
  readonly reporting: string;
  readonly chunks: readonly PlannedChunk[];
  /** Of each reporting unit, where there are others than the whole. */
  readonly unitTallies: Iterable<DecryptedTally>;
  readonly opened: Iterable<OpenedBallot>;
};

/** Undefined for a record of somebody else: `chunk_plan.json` is in each of ours. */
export function readOwnFiles(files: RecordFiles): OwnFiles | undefined {
  const plan = files.read("chunk_plan.json");
  if (plan === undefined) return undefined;
  const json = readJson(plan, "chunk_plan.json");
  return {
    reporting: json.member("reporting").text(),
    chunks: json.member("chunks").list().map(readChunk),
    unitTallies: lazily(files, "unit_tallies", { read: readDecryptedTally }),
    opened: lazily(files, "challenged_ballots", { read: readOpened }),
  };
}

function readChunk(json: JsonValue): PlannedChunk {
  return {
    number: json.member("chunk_number").integer(),
    unitId: json.member("unit_id").text(),
    ballotIds: json
      .member("ballot_ids")
      .list()
      .map((id) => id.text()),
  };
}

function readOpened(json: JsonValue): OpenedBallot {
  const votes = json.member("contests").list();
  const isRepeated = json.member("is_repeated").boolean();
  return {
    ballotId: json.member("object_id").text(),
    styleId: json.member("style_id").text(),
    nonce: json.member("nonce").hex(),
    votes: isRepeated ? votes.map(readVotes) : undefined,
  };
}

function readVotes(json: JsonValue) {
  return {
    contestId: json.member("object_id").text(),
    selections: json
      .member("ballot_selections")
      .list()
      .map((selection) => ({
        selectionId: selection.member("object_id").text(),
        vote: selection.member("vote").integer(),
      })),
  };
}

/** Cuts the ballots of a record, of whatever version, into batches that can be sent to another process. */
import { GROUP_V1_4096, GROUP_V2_4096, type GroupParameters } from "../../crypto/group/parameters.ts";
import { readRecord191 } from "../../records/joint/read-record-191.ts";
import { readRecord20 } from "../../records/joint/read-record-20.ts";
import { readRecord } from "../../records/read-record.ts";
import type { RecordFiles } from "../../records/record-files.ts";
import type { RecordKind } from "../open-record.ts";
import type { BallotsToVerify } from "./ballot-verdicts.ts";

/** What a batch needs to be worth it. */
const SELECTIONS_AT_ONCE = 500;

export function* ballotBatches(
  files: RecordFiles,
  { kind, parameters }: { kind: RecordKind; parameters: GroupParameters | undefined },
): Iterable<BallotsToVerify> {
  switch (kind) {
    case "ElectionGuard 1": {
      const { ballots, manifest, context } = readRecord(files);
      for (const part of inParts(ballots))
        yield { kind, parameters: parameters ?? GROUP_V1_4096, election: { manifest, context }, ballots: part };
      return;
    }
    case "ElectionGuard 1.91": {
      const { ballots, manifest, context } = readRecord191(files);
      for (const part of inParts(ballots))
        yield { kind, parameters: parameters ?? GROUP_V2_4096, election: { manifest, context }, ballots: part };
      return;
    }
    case "ElectionGuard 2.0":
    case "ElectionGuard 2.0, P-256": {
      const { ballots, manifest, config } = readRecord20(files);
      for (const part of inParts(ballots))
        yield { kind, parameters: parameters ?? GROUP_V2_4096, election: { manifest, config }, ballots: part };
    }
  }
}

/** How many there are, about: without reading them. */
export function countBallotFiles(files: RecordFiles, kind: RecordKind): number {
  return files.list(kind.startsWith("ElectionGuard 2.0") ? "encrypted_ballots" : "submitted_ballots").length;
}

type WithSelections = { readonly contests: readonly { readonly selections: readonly unknown[] }[] };

function* inParts<Ballot extends WithSelections>(ballots: Iterable<Ballot>): Iterable<Ballot[]> {
  let part: Ballot[] = [];
  let selections = 0;
  for (const ballot of ballots) {
    part.push(ballot);
    selections += ballot.contests.reduce((sum, contest) => sum + contest.selections.length, 0);
    if (selections < SELECTIONS_AT_ONCE) continue;
    yield part;
    part = [];
    selections = 0;
  }
  if (part.length > 0) yield part;
}

/** Reads what slices are cut from: tallies of units and challenged ballots. */
import { RotaError, type Queryable } from "@rota/engine";
import type { SliceSource } from "../arithmetic/slice-items.ts";
import { sliceName, type Slice } from "../plan/slices.ts";
import { selectChallengedBallot, selectTally } from "./decryption.sql.ts";

export async function readSources(on: Queryable, electionId: bigint, slices: readonly Slice[]): Promise<SliceSource[]> {
  const sources: SliceSource[] = [];
  for (const slice of slices) sources.push(await readSource(on, electionId, slice));
  return sources;
}

export async function readSource(on: Queryable, electionId: bigint, slice: Slice): Promise<SliceSource> {
  if (slice.subject === "unit") {
    const [tally] = await on.query(selectTally(electionId, slice.subjectId));
    if (tally !== undefined) return { ...slice, tally };
  } else {
    const [row] = await on.query(selectChallengedBallot(electionId, slice.subjectId));
    if (row !== undefined) {
      const { ballot_id: ballotId, style_id: styleId, previous_code: previousCode, content } = row;
      return { ...slice, ballot: { ballotId, styleId, previousCode, content } };
    }
  }
  const message = `election ${String(electionId)} has no ${sliceName(slice)} to decrypt`;
  throw new RotaError("ELECTION_STATE_WRONG", message, { electionId: String(electionId) });
}

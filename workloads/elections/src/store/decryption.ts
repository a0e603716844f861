/** Plans the slices that guardians decrypt, reads their ciphertexts, and reports the progress of each guardian. */
import type { Queryable } from "@rota/engine";
import { planSlices, type Slice, sliceName, type SliceSource } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import {
  countShares,
  selectChallenged,
  selectChallengedBallot,
  selectTalliedUnits,
  selectTally,
} from "./decryption.sql.ts";
import { type PhaseElection, type PhaseGuardian, readPhaseGuardians } from "./phase-election.ts";

/**
 * Returns the slices to decrypt. They are the same for all guardians and every time, because tallies and challenged
 * ballots are final.
 */
export async function planDecryption(
  on: Queryable,
  { electionId, manifest }: Pick<PhaseElection, "electionId" | "manifest">,
): Promise<Slice[][]> {
  const units = (await on.query(selectTalliedUnits(electionId))).map(({ unit_id: unit }) => unit);
  const challenged = await on.query(selectChallenged(electionId));
  const ballots = challenged.map(({ ballot_id: ballotId, style_id: styleId }) => ({ ballotId, styleId }));
  return planSlices(manifest, { units, ballots });
}

export type GuardianStanding = PhaseGuardian & {
  readonly isOwnComplete: boolean;
  readonly ownSlices: number;
  /** Number of finished slices for each missing guardian, by its number. */
  readonly compensated: ReadonlyMap<number, number>;
};

export type DecryptionProgress = {
  /** Number of all slices. */
  readonly slices: number;
  readonly guardians: readonly GuardianStanding[];
  readonly missing: readonly GuardianStanding[];
  /** Guardians who have given all their own shares. */
  readonly present: readonly GuardianStanding[];
  /** Whether every guardian has given all own shares or is missing. */
  readonly isDecided: boolean;
  /** Whether, in addition, all present guardians have given all shares for all missing ones. */
  readonly isComplete: boolean;
};

export async function readDecryptionProgress(on: Queryable, election: PhaseElection): Promise<DecryptionProgress> {
  const slices = (await planDecryption(on, election)).flat().length;
  const counts = await on.query(countShares(election.electionId));
  const rows = await readPhaseGuardians(on, election.electionId);
  const missingNumbers = rows.filter(({ missing }) => missing !== undefined).map((row) => row.public.sequence);
  const guardians = rows.map((guardian): GuardianStanding => {
    const own = counts.filter((count) => count.guardian === guardian.public.sequence);
    const given = (missing: number | null) => own.find((count) => count.missing === missing)?.slices ?? 0;
    return {
      ...guardian,
      ownSlices: given(null),
      isOwnComplete: given(null) === slices,
      compensated: new Map(missingNumbers.map((missing) => [missing, given(missing)])),
    };
  });
  const missing = guardians.filter((guardian) => guardian.missing !== undefined);
  const present = guardians.filter((guardian) => guardian.missing === undefined && guardian.isOwnComplete);
  const isDecided = missing.length + present.length === guardians.length;
  const isComplete =
    isDecided && present.every(({ compensated }) => [...compensated.values()].every((n) => n === slices));
  return { slices, guardians, missing, present, isDecided, isComplete };
}

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
  throw new ElectionError("ELECTION_STATE_WRONG", message, { electionId: String(electionId) });
}

/** What an election's guardians have to decrypt, cut into chunks, and how far they are. */
import type { Queryable } from "@rota/engine";
import { readGuardians, type PhaseElection, type PhaseGuardian } from "../phase-election.ts";
import { planSlices, type Slice } from "../plan/slices.ts";
import { countShares, selectChallenged, selectTalliedUnits } from "./decryption.sql.ts";

/** The same for all guardians, and every time: tallies and challenged ballots do not change any more. */
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
  /** For each missing guardian, by number: how many slices are there. */
  readonly compensated: ReadonlyMap<number, number>;
};

export type Standing = {
  /** Of all that is decrypted. */
  readonly slices: number;
  readonly guardians: readonly GuardianStanding[];
  readonly missing: readonly GuardianStanding[];
  /** Those who have given all their own shares. */
  readonly present: readonly GuardianStanding[];
  /** Everybody has given all own shares, or is missing. */
  readonly isDecided: boolean;
  /** And all present ones have given all shares for all missing ones. */
  readonly isComplete: boolean;
};

export async function readStanding(on: Queryable, election: PhaseElection): Promise<Standing> {
  const slices = (await planDecryption(on, election)).flat().length;
  const counts = await on.query(countShares(election.electionId));
  const rows = await readGuardians(on, election.electionId);
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

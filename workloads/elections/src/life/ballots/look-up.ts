/** What everybody may see of ballots: states by code, the ciphertexts, and challenged ones opened. */
import { RotaError, type Queryable } from "@rota/engine";
import type { EncryptedBallot } from "../../ballots/ballot.ts";
import { unpackBallot } from "../../ballots/pack-ballot.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";
import type { LifeElection } from "../elections/election.ts";
import type { OpenedVotes } from "../arithmetic/ballot-checks.ts";
import { packedRow } from "../tasks/admit-ballot.ts";
import {
  selectBallotByCode,
  selectBulletin,
  selectOpened,
  type BallotRow,
  type BallotState,
  type BulletinRow,
} from "./ballots.sql.ts";

export type OpenedBallot = {
  readonly nonce: string;
  /** Null while it is being repeated. */
  readonly verdict: "REPEATED" | "DIFFERENT" | null;
  readonly votes: OpenedVotes | null;
  readonly objection: string | null;
};

export type LookedUpBallot = {
  readonly ballotId: string;
  readonly code: string;
  readonly state: BallotState;
  readonly styleId: string;
  readonly isKiosk: boolean;
  readonly isCounted: boolean;
  readonly opened: OpenedBallot | null;
  readonly row: BallotRow;
};

export async function lookUpBallot(on: Queryable, election: LifeElection, code: string): Promise<LookedUpBallot> {
  const { electionId } = election;
  const [row] = await on.query(selectBallotByCode({ electionId, code: code.toUpperCase() }));
  if (row === undefined) {
    const message = `no ballot of election ${String(electionId)} has the code ${code}: compare it with what you were shown`;
    throw new RotaError("BALLOT_NOT_FOUND", message, { electionId: String(electionId) });
  }
  const { ballot_id: ballotId, state, style_id: styleId, is_kiosk: isKiosk } = row;
  const [opened] = state === "CHALLENGED" ? await on.query(selectOpened({ electionId, ballotId })) : [];
  return {
    ballotId,
    code: row.code,
    state,
    styleId,
    isKiosk,
    isCounted: state === "CAST",
    opened: opened ?? null,
    row,
  };
}

export function encryptedBallotOf(election: LifeElection, row: BallotRow): EncryptedBallot {
  return unpackBallot(groupOf(election.groupName), election, packedRow(row));
}

export async function readBulletin(
  on: Queryable,
  page: { readonly electionId: bigint; readonly after: string | undefined; readonly limit: number },
): Promise<readonly BulletinRow[]> {
  return on.query(selectBulletin(page));
}

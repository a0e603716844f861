/** Reads submitted ballots, refuses malformed ones, and finds stored ballots by confirmation code. */
import { isDeepStrictEqual } from "node:util";
import type { Queryable, RotaError } from "@rota/engine";
import { type Device, deviceHash, type EncryptedBallot, type OpenedVotes } from "../core/ballots/ballot.ts";
import { packBallot, type PackedBallot, unpackBallot } from "../core/ballots/pack-ballot.ts";
import { fromHex, toHex } from "../core/crypto/hash.ts";
import { groupOf } from "../core/node/native-crypto.ts";
import { readJson } from "../core/records/json-reader.ts";
import { readEncryptedBallot } from "../core/records/read-ballot.ts";
import { ElectionError } from "../errors.ts";
import {
  type BallotRow,
  type BallotState,
  type BulletinRow,
  selectBallotByCode,
  selectBulletin,
  selectOpened,
} from "./ballots.sql.ts";
import type { LifeElection } from "./election.ts";

type BallotOpening = {
  readonly nonce: string;
  /** Null until the encryption was repeated. */
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
  readonly opened: BallotOpening | null;
  readonly row: BallotRow;
};

export async function lookUpBallot(on: Queryable, election: LifeElection, code: string): Promise<LookedUpBallot> {
  const { electionId } = election;
  const [row] = await on.query(selectBallotByCode({ electionId, code: code.toUpperCase() }));
  if (row === undefined) {
    const message = `no ballot of election ${String(electionId)} has the code ${code}: compare it with what you were shown`;
    throw new ElectionError("BALLOT_NOT_FOUND", message, { electionId: String(electionId) });
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

/** Returns the packed form of a ballot that was not rejected. */
export function packedRow({ ballot_id, style_id, previous_code, content }: BallotRow) {
  if (content === null) throw new Error(`ballot ${ballot_id} was rejected and its content is gone`);
  return {
    ballotId: ballot_id,
    styleId: style_id,
    codeSeed: fromHex(previous_code, "the code before"),
    content,
  };
}

export async function readBulletin(
  on: Queryable,
  page: { readonly electionId: bigint; readonly after: string | undefined; readonly limit: number },
): Promise<readonly BulletinRow[]> {
  return on.query(selectBulletin(page));
}

export type Submission = {
  readonly packed: PackedBallot;
  readonly code: string;
  readonly previousCode: string;
  readonly deviceHash: string;
  /** Whether it is the first ballot of its device. */
  readonly isFirst: boolean;
};

type SentBallot = {
  /** Ballot in the JSON of ElectionGuard 1.4. */
  readonly ballot: unknown;
  readonly device: Device;
  /** Style of the voter. */
  readonly styleId: string;
  /** In seconds. */
  readonly now: number;
};

const DAY = 86_400;
const BALLOT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{15,99}$/;

export function readSubmission(election: LifeElection, { ballot: json, device, styleId, now }: SentBallot): Submission {
  const ballot = readEncryptedBallot(readJson(JSON.stringify(json), "ballot"));
  const { ballotId } = ballot;
  if (!BALLOT_ID.test(ballotId))
    throw refusal("its id must be random: 16 to 100 letters, digits, dots, hyphens", { about: "object_id" });
  if (ballot.styleId !== styleId)
    throw refusal(`your ballot is of style ${styleId}, this one is of style ${ballot.styleId}`, { about: "style_id" });
  if (!isDay(ballot.timestamp, now))
    throw refusal("its timestamp must be the beginning of today in UTC: a finer time would tell who voted when", {
      about: "timestamp",
    });
  const group = groupOf(election.groupName);
  const packed = packBallot(group, election, ballot);
  refuseOthers(ballot, unpackBallot(group, election, packed));
  const first = deviceHash(group, device);
  return {
    packed,
    code: toHex(ballot.code),
    previousCode: toHex(ballot.codeSeed),
    deviceHash: toHex(first),
    isFirst: ballot.codeSeed === first,
  };
}

/** Returns the beginning of the day in UTC. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY) * DAY;
}

/** Accepts the day before and after too, because clocks may differ by as much as a day. */
function isDay(timestamp: number, now: number): boolean {
  return timestamp % DAY === 0 && Math.abs(timestamp - dayOf(now)) <= DAY;
}

/** Refuses a ballot whose hashes, code or sums do not follow from its ciphertexts. */
function refuseOthers(sent: EncryptedBallot, derived: EncryptedBallot): void {
  if (sent.manifestHash !== derived.manifestHash)
    throw refusal("it is for another manifest", { about: "manifest_hash" });
  if (sent.code !== derived.code) throw refusal("its confirmation code is another", { about: "code" });
  if (!isDeepStrictEqual(sent, derived))
    throw refusal("one of its hashes, sums or numbers does not follow from its ciphertexts", { about: "contests" });
}

function refusal(why: string, details: { readonly about: string }): RotaError {
  return new ElectionError("BALLOT_INVALID", `the ballot cannot be taken: ${why}`, details);
}

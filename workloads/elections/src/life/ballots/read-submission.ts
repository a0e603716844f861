/** Reads a ballot that somebody sent, and refuses at once what needs no powers to refuse. Pure. */
import { isDeepStrictEqual } from "node:util";
import { RotaError } from "@rota/engine";
import { deviceHash, type Device } from "../../ballots/ballot-hashes.ts";
import type { EncryptedBallot } from "../../ballots/ballot.ts";
import { packBallot, unpackBallot, type PackedBallot } from "../../ballots/pack-ballot.ts";
import { toHex } from "../../crypto/hash/hex.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";
import { readJson } from "../../records/json-reader.ts";
import { readEncryptedBallot } from "../../records/read-ballot.ts";
import type { LifeElection } from "../elections/election.ts";

export type Submission = {
  readonly packed: PackedBallot;
  readonly code: string;
  readonly previousCode: string;
  readonly deviceHash: string;
  /** Whether it is the first of its device. */
  readonly isFirst: boolean;
};

export type SentBallot = {
  /** The JSON of ElectionGuard 1.4. */
  readonly ballot: unknown;
  readonly device: Device;
  /** Of the voter. */
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

/** Of the beginning of a day in UTC; clocks may differ by as much as a day. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY) * DAY;
}

function isDay(timestamp: number, now: number): boolean {
  return timestamp % DAY === 0 && Math.abs(timestamp - dayOf(now)) <= DAY;
}

/** What follows from the ciphertexts must be what was sent: hashes, the code, sums. */
function refuseOthers(sent: EncryptedBallot, derived: EncryptedBallot): void {
  if (sent.manifestHash !== derived.manifestHash)
    throw refusal("it is for another manifest", { about: "manifest_hash" });
  if (sent.code !== derived.code) throw refusal("its confirmation code is another", { about: "code" });
  if (!isDeepStrictEqual(sent, derived))
    throw refusal("one of its hashes, sums or numbers does not follow from its ciphertexts", { about: "contests" });
}

function refusal(why: string, details: { readonly about: string }): RotaError {
  return new RotaError("BALLOT_INVALID", `the ballot cannot be taken: ${why}`, details);
}

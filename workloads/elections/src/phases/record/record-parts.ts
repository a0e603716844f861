/** Everything that the record of an election is made of, read from its rows; ballots one page at a time. */
import { listAudit, RotaError, type Queryable } from "@rota/engine";
import type { Device } from "../../ballots/ballot-hashes.ts";
import type { SubmittedBallot } from "../../ballots/ballot.ts";
import { fromHex } from "../../crypto/hash/hex.ts";
import { readJson } from "../../records/json-reader.ts";
import type { OpenedBallot } from "../../records/writing/write-ballot.ts";
import type { PlannedChunk } from "../../records/writing/write-plan.ts";
import type { RecordParts } from "../../records/writing/write-record.ts";
import { toEncryptedTally } from "../../tally/aggregate.ts";
import { groupOf } from "../arithmetic/group-of.ts";
import { selectChallenged, selectTally } from "../decryption/decryption.sql.ts";
import { readPhaseElection, readGuardians, type PhaseElection } from "../phase-election.ts";
import { unpackTally } from "../forms/packed-tally.ts";
import { readStoredBallot } from "../forms/stored-ballot.ts";
import { WHOLE_ELECTION } from "../results/read-results.ts";
import { readDecrypted, type DecryptedFrom } from "./decrypted-subject.ts";
import * as rows from "./record.sql.ts";

/** Few: what is done with one page keeps others waiting. */
const PAGE_BALLOTS = 20;
const PAGE_CHUNKS = 20;
const PAGE_ENTRIES = 500;
const TALLY_ID = "election-results";

export type RecordSource = Omit<RecordParts, "auditLog">;

export async function readRecordParts(on: Queryable, electionId: bigint): Promise<RecordSource> {
  const election = await readPhaseElection(on, electionId);
  if (election.state !== "DECRYPTED") {
    const message = `election ${String(electionId)} is ${election.state}: its record is made when it is DECRYPTED`;
    throw new RotaError("ELECTION_STATE_WRONG", message, { electionId: String(electionId), state: election.state });
  }
  const { context, manifest, seed } = election;
  const group = groupOf(election.group);
  const guardians = await readGuardians(on, electionId);
  const from = { group, election, guardians };
  const [settings] = await on.query(rows.selectSettings(electionId));
  const [tally] = await on.query(selectTally(electionId, WHOLE_ELECTION));
  if (settings === undefined || tally === undefined) throw new Error("the rows of a decrypted election are gone");
  return {
    group,
    manifest: new TextDecoder().decode(settings.manifest),
    context,
    devices: (await on.query(rows.selectDevices(electionId))).map(toDevice),
    guardians: guardians.map((guardian) => guardian.public),
    ballots: readBallots(on, from),
    encryptedTally: toEncryptedTally(group, manifest, unpackTally(group, manifest, tally)),
    tally: await readDecrypted(on, from, { subject: "unit", subjectId: WHOLE_ELECTION, tallyId: TALLY_ID }),
    challenged: readChallenged(on, from),
    unitTallies: readUnits(on, from),
    opened: (await on.query(rows.selectOpenedBallots(electionId))).map(toOpened),
    chunkPlan: {
      seed,
      chunkSize: settings.chunk_size,
      reporting: settings.reporting,
      chunks: readPlan(on, electionId),
    },
  };
}

/** What was done with the election until now, oldest first. */
export async function* readAuditLog(on: Queryable, { tenant, electionId }: PhaseElection): AsyncGenerator<object> {
  const filter = { subject: { type: "election", id: String(electionId) } };
  for (let after: string | undefined; ;) {
    const page = {
      tenant,
      first: "oldest",
      limit: PAGE_ENTRIES,
      filter,
      ...(after === undefined ? {} : { after }),
    } as const;
    const { entries, next } = await listAudit(on, page);
    yield* entries;
    if (next === undefined) return;
    after = next;
  }
}

async function* readBallots(on: Queryable, { group, election }: DecryptedFrom): AsyncGenerator<SubmittedBallot> {
  for (let after = ""; ;) {
    const page = { electionId: election.electionId, after, limit: PAGE_BALLOTS };
    const found = await on.query(rows.selectRecordBallots(page));
    for (const { ballot_id: ballotId, style_id: styleId, previous_code: previousCode, content, state } of found) {
      const ballot = readStoredBallot(group, election, { ballotId, styleId, previousCode, content });
      yield { ...ballot, state: state === "CAST" ? "cast" : "challenged" };
      after = ballotId;
    }
    if (found.length < PAGE_BALLOTS) return;
  }
}

async function* readChallenged(on: Queryable, from: DecryptedFrom) {
  for (const { ballot_id: ballotId } of await on.query(selectChallenged(from.election.electionId)))
    yield await readDecrypted(on, from, { subject: "ballot", subjectId: ballotId, tallyId: ballotId });
}

/** The whole is in `tally.json`. */
async function* readUnits(on: Queryable, from: DecryptedFrom) {
  for (const { unit_id: unitId } of await on.query(rows.selectRecordUnits(from.election.electionId, WHOLE_ELECTION)))
    yield await readDecrypted(on, from, { subject: "unit", subjectId: unitId, tallyId: unitId });
}

async function* readPlan(on: Queryable, electionId: bigint): AsyncGenerator<PlannedChunk> {
  for (let after = 0; ;) {
    const found = await on.query(rows.selectPlannedChunks({ electionId, after, limit: PAGE_CHUNKS }));
    for (const { chunk_number: number, unit_id: unitId, ballot_ids: ballotIds } of found) {
      yield { number, unitId, ballotIds };
      after = number;
    }
    if (found.length < PAGE_CHUNKS) return;
  }
}

function toDevice({ device_id, session_id, launch_code, location }: rows.DeviceRow): Device {
  return { deviceId: Number(device_id), sessionId: Number(session_id), launchCode: Number(launch_code), location };
}

function toOpened({ ballot_id: ballotId, style_id: styleId, nonce, verdict, votes }: rows.OpenedRow): OpenedBallot {
  const contests = readJson(JSON.stringify(votes ?? {}), `votes of ballot ${ballotId}`)
    .entries()
    .map(([contestId, chosen]) => ({
      contestId,
      selections: chosen.entries().map(([selectionId, vote]) => ({ selectionId, vote: vote.integer() })),
    }));
  return {
    ballotId,
    styleId,
    nonce: fromHex(nonce, "the nonce"),
    votes: verdict === "REPEATED" ? contests : undefined,
  };
}

/** Reads everything that the record of an election is made of, ballots one page at a time. */
import type { Queryable } from "@rota/engine";
import { listAudit } from "@rota/engine/admin";
import type { Device, SubmittedBallot } from "../core/ballots/ballot.ts";
import { readStoredBallot } from "../core/ballots/pack-ballot.ts";
import type { Group } from "../core/crypto/group.ts";
import { fromHex } from "../core/crypto/hash.ts";
import { recoveryKey } from "../core/guardians/key-ceremony.ts";
import { groupOf } from "../core/node/native-crypto.ts";
import { type JsonValue, readJson } from "../core/records/json-reader.ts";
import type { OpenedBallot } from "../core/records/write-ballot.ts";
import type { PlannedChunk, RecordHours, RecordParts, RecordVoter } from "../core/records/write-record.ts";
import { type GivenShare, readShares } from "../core/tally/decryption-shares.ts";
import { type Place, placeKey, type Slice, sliceItems, type Subject, WHOLE_ELECTION } from "../core/tally/slices.ts";
import {
  type CompensatedShare,
  type DecryptedSelection,
  type DecryptedTally,
  type GuardianShare,
  toEncryptedTally,
  unpackTally,
} from "../core/tally/tally.ts";
import { ElectionError } from "../errors.ts";
import { selectChallenged, selectDecryptions, selectShares, selectTally } from "./decryption.sql.ts";
import { readSource } from "./decryption.ts";
import { type LifeElection, readElection } from "./election.ts";
import { type PhaseElection, type PhaseGuardian, readPhaseElection, readPhaseGuardians } from "./phase-election.ts";
import {
  type RecordDeviceRow,
  type RecordOpenedRow,
  selectDevices,
  selectOpenedBallots,
  selectPlannedChunks,
  selectRecordBallots,
  selectRecordDigest,
  selectRecordFile,
  selectRecordUnits,
  selectSettings,
} from "./record.sql.ts";
import { selectCredentials } from "./voters.sql.ts";

/** Ballots of one page. The page is small, because other work waits while it is processed. */
const PAGE_BALLOTS = 20;
const PAGE_CHUNKS = 20;
const PAGE_ENTRIES = 500;
const TALLY_ID = "election-results";

type RecordSource = Omit<RecordParts, "auditLog" | "workerLog">;

export async function readRecordParts(on: Queryable, electionId: bigint): Promise<RecordSource> {
  const election = await readPhaseElection(on, electionId);
  if (election.state !== "DECRYPTED") {
    const message = `election ${String(electionId)} is ${election.state}: its record is made when it is DECRYPTED`;
    throw new ElectionError("ELECTION_STATE_WRONG", message, { electionId: String(electionId), state: election.state });
  }
  const { context, manifest, seed } = election;
  const group = groupOf(election.group);
  const life = await readElection(on, { electionId });
  const guardians = await readPhaseGuardians(on, electionId);
  const from = { group, election, guardians };
  const [settings] = await on.query(selectSettings(electionId));
  const [tally] = await on.query(selectTally(electionId, WHOLE_ELECTION));
  if (settings === undefined || tally === undefined) throw new Error("the rows of a decrypted election are gone");
  return {
    group,
    manifest: new TextDecoder().decode(settings.manifest),
    context,
    devices: (await on.query(selectDevices(electionId))).map(toDevice),
    guardians: guardians.map((guardian) => guardian.public),
    ballots: readBallots(on, from),
    encryptedTally: toEncryptedTally(group, manifest, unpackTally(group, manifest, tally)),
    tally: await readDecrypted(on, from, { subject: "unit", subjectId: WHOLE_ELECTION, tallyId: TALLY_ID }),
    challenged: readChallenged(on, from),
    unitTallies: readUnits(on, from),
    opened: (await on.query(selectOpenedBallots(electionId))).map(toOpened),
    chunkPlan: {
      seed,
      chunkSize: settings.chunk_size,
      reporting: settings.reporting,
      chunks: readPlan(on, electionId),
    },
    hours: hoursOf(life),
    voters: life.voterLinks === "sent" ? readVoters(on, electionId) : undefined,
  };
}

function hoursOf({ hours, openedAt, closedAt }: LifeElection): RecordHours | undefined {
  if (hours === undefined || openedAt === undefined || closedAt === undefined) return undefined;
  return {
    startsAt: hours.startsAt.toISOString(),
    endsAt: hours.endsAt.toISOString(),
    openedAt: openedAt.toISOString(),
    closedAt: closedAt.toISOString(),
    extensions: hours.extensions.map(({ at, by, reason, from, to }) => {
      return { at: at.toISOString(), by, reason, from: from.toISOString(), to: to.toISOString() };
    }),
  };
}

/** Returns the audit entries of the election, oldest first. */
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
    const found = await on.query(selectRecordBallots(page));
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

/** Reads the tallies of reporting units. The tally of the whole election is in `tally.json`. */
async function* readUnits(on: Queryable, from: DecryptedFrom) {
  for (const { unit_id: unitId } of await on.query(selectRecordUnits(from.election.electionId, WHOLE_ELECTION)))
    yield await readDecrypted(on, from, { subject: "unit", subjectId: unitId, tallyId: unitId });
}

async function* readPlan(on: Queryable, electionId: bigint): AsyncGenerator<PlannedChunk> {
  for (let after = 0; ;) {
    const found = await on.query(selectPlannedChunks({ electionId, after, limit: PAGE_CHUNKS }));
    for (const { chunk_number: number, unit_id: unitId, ballot_ids: ballotIds } of found) {
      yield { number, unitId, ballotIds };
      after = number;
    }
    if (found.length < PAGE_CHUNKS) return;
  }
}

async function* readVoters(on: Queryable, electionId: bigint): AsyncGenerator<RecordVoter> {
  for (let after = new Uint8Array(); ;) {
    const found = await on.query(selectCredentials({ electionId, after, limit: PAGE_ENTRIES }));
    for (const { credential, link_issues: issues, vote_signature: signature } of found) {
      yield {
        credential: Buffer.from(credential).toString("hex"),
        issues,
        signature: signature === null ? null : Buffer.from(signature).toString("hex"),
      };
      after = new Uint8Array(credential);
    }
    if (found.length < PAGE_ENTRIES) return;
  }
}

function toDevice({ device_id, session_id, launch_code, location }: RecordDeviceRow): Device {
  return { deviceId: Number(device_id), sessionId: Number(session_id), launchCode: Number(launch_code), location };
}

function toOpened({ ballot_id: ballotId, style_id: styleId, nonce, verdict, votes }: RecordOpenedRow): OpenedBallot {
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

type DecryptedFrom = {
  readonly group: Group;
  readonly election: PhaseElection;
  readonly guardians: readonly PhaseGuardian[];
};

/** Reads a decrypted tally. `tallyId` is its id in the record. */
async function readDecrypted(
  on: Queryable,
  from: DecryptedFrom,
  { tallyId, ...subject }: Subject & { tallyId: string },
): Promise<DecryptedTally> {
  const { electionId } = from.election;
  const rows = await on.query(selectDecryptions(electionId, subject.subject, subject.subjectId));
  const contests = new Map<string, DecryptedSelection[]>();
  for (const { slice, content } of rows) {
    for (const { contest, ...selection } of await readSlice(on, from, { ...subject, slice, content })) {
      contests.set(contest, [...(contests.get(contest) ?? []), selection]);
    }
  }
  return { tallyId, contests: [...contests].map(([contestId, selections]) => ({ contestId, selections })) };
}

async function readSlice(
  on: Queryable,
  { group, election, guardians }: DecryptedFrom,
  slice: Slice & { content: unknown },
): Promise<(DecryptedSelection & { contest: string })[]> {
  const source = await readSource(on, election.electionId, slice);
  const rows = await on.query(selectShares(election.electionId, slice));
  const given = rows.map(({ guardian, missing, shares }) => ({
    guardian,
    missing,
    shares: new Map(readShares(shares, "shares").map((share) => [placeKey(share), share])),
  }));
  const combined = new Map(
    readJson(JSON.stringify(slice.content), "what was combined")
      .list()
      .map((json) => [
        placeKey({ contest: json.member("contest").text(), selection: json.member("selection").text() }),
        json,
      ]),
  );
  return sliceItems(group, election, source).map(({ ciphertext, ...place }) => {
    const json = combined.get(placeKey(place));
    if (json === undefined) throw new Error(`${place.selection} was not combined`);
    const shareBy = (guardian: number, missing: number | null) =>
      given.find((one) => one.guardian === guardian && one.missing === missing)?.shares.get(placeKey(place));
    const shares = guardians.map((guardian) => shareOf(group, { election, guardians, guardian, place, json, shareBy }));
    const count = json.member("count").integer();
    return {
      contest: place.contest,
      selectionId: place.selection,
      count,
      value: json.member("value").hex(),
      ciphertext,
      shares,
    };
  });
}

type OneShare = {
  readonly election: PhaseElection;
  readonly guardians: readonly PhaseGuardian[];
  readonly guardian: PhaseGuardian;
  readonly place: Place;
  readonly json: JsonValue;
  readonly shareBy: (guardian: number, missing: number | null) => GivenShare | undefined;
};

function shareOf(group: Group, { election, guardians, guardian, place, json, shareBy }: OneShare): GuardianShare {
  const { guardianId, sequence } = guardian.public;
  const require = (share: GivenShare | undefined): GivenShare => {
    if (share === undefined) throw new Error(`a share of ${place.selection} is gone`);
    return { share: share.share, proof: share.proof };
  };
  if (election.present?.includes(sequence) === true)
    return { kind: "direct", guardianId, ...require(shareBy(sequence, null)) };
  const present = guardians.filter((other) => election.present?.includes(other.public.sequence));
  const parts = present.map((other): CompensatedShare => ({
    guardianId: other.public.guardianId,
    missingGuardianId: guardianId,
    recoveryKey: recoveryKey(group, guardian.public, other.public.sequence),
    ...require(shareBy(other.public.sequence, sequence)),
  }));
  const share = fromHex(json.member("recovered").member(guardianId).text(), "a recovered share");
  return { kind: "reconstructed", guardianId, share, parts };
}

type OpenedRecord = { readonly parts: RecordParts; readonly digest: string };

/** Opens the stored record. Refuses until it is assembled. */
export async function openStoredRecord(on: Queryable, electionId: bigint): Promise<OpenedRecord> {
  const [row] = await on.query(selectRecordDigest(electionId));
  const digest = row?.record_digest ?? undefined;
  if (digest === undefined) {
    const message = `election ${String(electionId)} has no record yet: it is made when the election is DECRYPTED`;
    throw new ElectionError("ELECTION_STATE_WRONG", message, { electionId: String(electionId) });
  }
  const parts = await readRecordParts(on, electionId);
  const logs = {
    auditLog: (await keptLines(on, electionId, "audit_log.jsonl")) ?? [],
    // Records of earlier versions have no worker log.
    workerLog: await keptLines(on, electionId, "worker_log.jsonl"),
  };
  return { parts: { ...parts, ...logs }, digest: Buffer.from(digest).toString("hex") };
}

/** Reads a log as it was when the record was assembled, without later entries. */
async function keptLines(on: Queryable, electionId: bigint, path: string): Promise<Iterable<object> | undefined> {
  const [file] = await on.query(selectRecordFile(electionId, path));
  return file === undefined ? undefined : linesOf(file.content);
}

function* linesOf(content: Uint8Array): Generator<object> {
  for (const line of new TextDecoder().decode(content).split("\n")) {
    const entry: unknown = line === "" ? undefined : JSON.parse(line);
    if (typeof entry === "object" && entry !== null) yield entry;
  }
}

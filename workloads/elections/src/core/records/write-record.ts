/**
 * Writes the record of an election file by file, in a fixed order and with flat memory, also as one zip file.
 *
 * Files are written in the order of their names and ballots one by one. So memory stays flat, and the same election
 * gives the same bytes every time and on every machine.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { makeZip } from "client-zip";
import type { Device, SubmittedBallot } from "../ballots/ballot.ts";
import type { Group } from "../crypto/group.ts";
import type { ShareProof } from "../crypto/guardian-proofs.ts";
import { toHex } from "../crypto/hash.ts";
import { lagrangeWeight } from "../crypto/scalars.ts";
import type { ElectionContext, GuardianPublic } from "../guardians/key-ceremony.ts";
import type {
  CompensatedShare,
  DecryptedSelection,
  DecryptedTally,
  EncryptedTally,
  GuardianShare,
} from "../tally/tally.ts";
import {
  ciphertextToJson,
  guardianToJson,
  type OpenedBallot,
  openedBallotToJson,
  submittedBallotToJson,
} from "./write-ballot.ts";

export type RecordParts = {
  readonly group: Group;
  /** Manifest as it was frozen before the ceremony, byte for byte. */
  readonly manifest: string;
  readonly context: ElectionContext;
  readonly devices: readonly Device[];
  readonly guardians: readonly GuardianPublic[];
  /** Cast and challenged ballots, in the order of their ids. */
  readonly ballots: AsyncIterable<SubmittedBallot> | Iterable<SubmittedBallot>;
  readonly encryptedTally: EncryptedTally;
  readonly tally: DecryptedTally;
  /** Challenged ballots that the guardians decrypted, in the order of their ids. */
  readonly challenged: AsyncIterable<DecryptedTally> | Iterable<DecryptedTally>;
  /** Challenged ballots with the nonces that open them, in the order of their ids. */
  readonly opened: AsyncIterable<OpenedBallot> | Iterable<OpenedBallot>;
  /** Tallies of reporting units if there are others than the whole election, in the order of their ids. */
  readonly unitTallies?: AsyncIterable<DecryptedTally> | Iterable<DecryptedTally>;
  readonly chunkPlan?: ChunkPlan;
  /** Hours of voting; undefined for an election without. */
  readonly hours?: RecordHours | undefined;
  /** Audit entries, oldest first; each becomes a line. */
  readonly auditLog?: AsyncIterable<object> | Iterable<object>;
  /** Keys of the voters' links with the signatures of their votes, by key; undefined where officials handed links out. */
  readonly voters?: AsyncIterable<RecordVoter> | Iterable<RecordVoter> | undefined;
  /** Tasks of the phases with their attempts, oldest first; each becomes a line. */
  readonly workerLog?: AsyncIterable<object> | Iterable<object> | undefined;
};

/** A file of a record. Pieces of a long file are made while they are written. */
export type RecordFile = { readonly name: string; readonly text: string | AsyncIterable<string> };

/** Destination of files, such as a folder or a database. */
export type RecordSink = { readonly write: (file: RecordFile) => Promise<void> };

/**
 * Size and digest of a record. `LC_ALL=C; find * -type f | sort | xargs sha256sum | sha256sum` computes the same
 * digest.
 */
export type WrittenRecord = { readonly files: number; readonly bytes: number; readonly digest: string };

export async function writeRecord(sink: RecordSink, parts: RecordParts): Promise<WrittenRecord> {
  const digest = sha256.create();
  let [files, bytes] = [0, 0];
  for await (const { name, text } of recordFiles(parts)) {
    const counted = countText(text);
    await sink.write({ name, text: counted.text });
    files++;
    bytes += counted.bytes();
    digest.update(utf8ToBytes(`${counted.digest()}  ${name}\n`));
  }
  return { files, bytes, digest: bytesToHex(digest.digest()) };
}

/** Returns the files one by one, in the order of their names. */
export async function* recordFiles(parts: RecordParts): AsyncGenerator<RecordFile> {
  const { group, context, guardians, tally, auditLog, chunkPlan } = parts;
  if (auditLog !== undefined) yield { name: "audit_log.jsonl", text: jsonLines(auditLog) };
  for await (const ballot of parts.opened)
    yield json(`challenged_ballots/challenged_ballot_${fileName(ballot.ballotId)}`, openedBallotToJson(ballot));
  if (chunkPlan !== undefined) yield { name: "chunk_plan.json", text: chunkPlanText(chunkPlan) };
  yield json("coefficients", weightsToJson(group, guardians, tally));
  yield json("constants", constantsToJson(group));
  yield json("context", contextToJson(context));
  yield json("encrypted_tally", encryptedTallyToJson(parts.encryptedTally, tally.tallyId));
  for (const device of parts.devices)
    yield json(`encryption_devices/device_${deviceName(device)}`, deviceToJson(device));
  for (const guardian of guardians)
    yield json(`guardians/guardian_${fileName(guardian.guardianId)}`, guardianToJson(guardian));
  yield { name: "manifest.json", text: parts.manifest };
  for await (const ballot of parts.challenged)
    yield json(`spoiled_ballots/spoiled_ballot_${fileName(ballot.tallyId)}`, decryptedTallyToJson(ballot));
  for await (const ballot of parts.ballots)
    yield json(`submitted_ballots/submitted_ballot_${fileName(ballot.ballotId)}`, submittedBallotToJson(ballot));
  yield json("tally", decryptedTallyToJson(tally));
  for await (const unit of parts.unitTallies ?? [])
    yield json(`unit_tallies/unit_tally_${fileName(unit.tallyId)}`, decryptedTallyToJson(unit));
  if (parts.voters !== undefined) yield { name: "voters.jsonl", text: jsonLines(parts.voters) };
  if (parts.hours !== undefined) yield json("voting_hours", hoursToJson(parts.hours));
  if (parts.workerLog !== undefined) yield { name: "worker_log.jsonl", text: jsonLines(parts.workerLog) };
}

function json(name: string, value: object): RecordFile {
  return { name: `${name}.json`, text: JSON.stringify(value) };
}

const NAME_LENGTH_MAX = 150;

/**
 * Returns a safe file name. Ids are untrusted and must not contain a path, so special characters are written as their
 * codes.
 */
function fileName(id: string): string {
  const safe = id.replaceAll(/[^A-Za-z0-9_-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return safe.length <= NAME_LENGTH_MAX ? safe : `%${bytesToHex(sha256(utf8ToBytes(safe)))}`;
}

/** Returns a name with the session, because one machine may encrypt in several sessions. */
function deviceName({ deviceId, sessionId, launchCode }: Device): string {
  return [deviceId, sessionId, launchCode].join("_");
}

/** Counts and hashes a text while it is written. */
function countText(text: RecordFile["text"]): { text: RecordFile["text"]; bytes: () => number; digest: () => string } {
  const hash = sha256.create();
  let bytes = 0;
  const count = (piece: string) => {
    const encoded = utf8ToBytes(piece);
    bytes += encoded.length;
    hash.update(encoded);
    return piece;
  };
  const counted = typeof text === "string" ? count(text) : mapPieces(text, count);
  return { text: counted, bytes: () => bytes, digest: () => bytesToHex(hash.digest()) };
}

async function* mapPieces(pieces: AsyncIterable<string>, map: (piece: string) => string): AsyncGenerator<string> {
  for await (const piece of pieces) yield map(piece);
}

/** Maximum count that other implementations search for in a tally. */
const VOTES_MAX = 1_000_000;

function constantsToJson({ p, q, r, g }: Group) {
  return { large_prime: toHex(p), small_prime: toHex(q), cofactor: toHex(r), generator: toHex(g) };
}

export function contextToJson(context: ElectionContext) {
  return {
    number_of_guardians: context.guardians,
    quorum: context.quorum,
    elgamal_public_key: toHex(context.publicKey),
    commitment_hash: toHex(context.commitmentHash),
    manifest_hash: toHex(context.manifestHash),
    crypto_base_hash: toHex(context.baseHash),
    crypto_extended_base_hash: toHex(context.extendedHash),
    extended_data: null,
    configuration: { allow_overvotes: true, max_votes: VOTES_MAX },
  };
}

function deviceToJson({ deviceId, sessionId, launchCode, location }: Device) {
  return { device_id: deviceId, session_id: sessionId, launch_code: launchCode, location };
}

/** Returns the weights of the guardians who gave a share themselves. */
function weightsToJson(group: Group, guardians: readonly GuardianPublic[], { contests }: DecryptedTally) {
  const shares = contests[0]?.selections[0]?.shares ?? [];
  const direct = new Set(shares.filter(({ kind }) => kind === "direct").map(({ guardianId }) => guardianId));
  const present = guardians.filter(({ guardianId }) => direct.has(guardianId));
  const sequences = present.map(({ sequence }) => sequence);
  const weights = present.map(({ guardianId, sequence }): [string, string] => [
    guardianId,
    toHex(lagrangeWeight(group, sequence, sequences)),
  ]);
  return { coefficients: Object.fromEntries(weights) };
}

function encryptedTallyToJson({ contests }: EncryptedTally, tallyId: string) {
  const described = ({ sequence, descriptionHash }: { sequence: number; descriptionHash: bigint }) => ({
    sequence_order: sequence,
    description_hash: toHex(descriptionHash),
  });
  return {
    object_id: tallyId,
    contests: byId(contests, "contestId", (contest) => ({
      object_id: contest.contestId,
      ...described(contest),
      selections: byId(contest.selections, "selectionId", (selection) => ({
        object_id: selection.selectionId,
        ...described(selection),
        ciphertext: ciphertextToJson(selection.ciphertext),
      })),
    })),
  };
}

/** Writes the tally of the whole election, or of one challenged ballot. */
function decryptedTallyToJson({ tallyId, contests }: DecryptedTally) {
  return {
    object_id: tallyId,
    contests: byId(contests, "contestId", ({ contestId, selections }) => ({
      object_id: contestId,
      selections: byId(selections, "selectionId", selectionToJson),
    })),
  };
}

function selectionToJson({ selectionId, count, value, ciphertext, shares }: DecryptedSelection) {
  return {
    object_id: selectionId,
    tally: count,
    value: toHex(value),
    message: ciphertextToJson(ciphertext),
    shares: shares.map((share) => shareToJson(selectionId, share)),
  };
}

function shareToJson(selectionId: string, share: GuardianShare) {
  const isDirect = share.kind === "direct";
  return {
    object_id: selectionId,
    guardian_id: share.guardianId,
    share: toHex(share.share),
    proof: isDirect ? proofToJson(share.proof) : null,
    recovered_parts: isDirect ? null : byId(share.parts, "guardianId", (part) => partToJson(selectionId, part)),
  };
}

function partToJson(selectionId: string, part: CompensatedShare) {
  return {
    object_id: selectionId,
    guardian_id: part.guardianId,
    missing_guardian_id: part.missingGuardianId,
    share: toHex(part.share),
    recovery_key: toHex(part.recoveryKey),
    proof: proofToJson(part.proof),
  };
}

function proofToJson({ pad, data, challenge, response }: ShareProof) {
  return {
    ...ciphertextToJson({ pad, data }),
    challenge: toHex(challenge),
    response: toHex(response),
    usage: "Prove knowledge of secret value",
  };
}

/**
 * Returns an object with the ids as names. JavaScript moves names that are numbers to the front; readers use the names.
 */
function byId<Name extends string, Item extends Readonly<Record<Name, string>>, Written>(
  items: readonly Item[],
  name: Name,
  write: (item: Item) => Written,
): Record<string, Written> {
  return Object.fromEntries(items.map((item) => [item[name], write(item)]));
}

/** Link of a voter, who is not named: its key, how often one was sent, and the signature of the vote. */
export type RecordVoter = {
  readonly credential: string;
  readonly issues: number;
  readonly signature: string | null;
};

/** Hours in which ballots were accepted. Times are in ISO 8601. */
export type RecordHours = {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly openedAt: string;
  readonly closedAt: string;
  /** Extensions, oldest first. The first moved the end that the manifest names. */
  readonly extensions: readonly {
    readonly at: string;
    readonly by: string;
    readonly reason: string;
    readonly from: string;
    readonly to: string;
  }[];
};

function hoursToJson({ startsAt, endsAt, openedAt, closedAt, extensions }: RecordHours) {
  return { starts_at: startsAt, ends_at: endsAt, opened_at: openedAt, closed_at: closedAt, extensions };
}

/** Plan of chunks, made when the election closed. */
export type ChunkPlan = {
  /** Seed of the order of ballots in hexadecimal digits. Ballots are sorted by the SHA-256 of seed and id. */
  readonly seed: string;
  readonly chunkSize: number;
  readonly reporting: "election" | "precinct" | "chunk";
  readonly chunks: AsyncIterable<PlannedChunk> | Iterable<PlannedChunk>;
};

export type PlannedChunk = { readonly number: number; readonly unitId: string; readonly ballotIds: readonly string[] };

/** Writes JSON with a line for each chunk. */
async function* chunkPlanText({ seed, chunkSize, reporting, chunks }: ChunkPlan): AsyncGenerator<string> {
  const head = JSON.stringify({ seed, chunk_size: chunkSize, reporting });
  yield `${head.slice(0, -1)},"chunks":[`;
  let separator = "\n";
  for await (const { number, unitId, ballotIds } of chunks) {
    yield `${separator}${JSON.stringify({ chunk_number: number, unit_id: unitId, ballot_ids: ballotIds })}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

async function* jsonLines(entries: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

/**
 * Returns the bytes of the zip file. Memory grows by about 300 bytes for each ballot: its entry in the directory at the
 * end.
 */
export function zipRecord(parts: RecordParts): ReadableStream<Uint8Array> {
  return makeZip(zipEntries(parts));
}

async function* zipEntries(parts: RecordParts) {
  // Zip files contain local times. A date made of local parts gives the same bytes in every time zone.
  const lastModified = new Date(1980, 0, 1);
  for await (const { name, text } of recordFiles(parts)) {
    yield { name, lastModified, input: typeof text === "string" ? text : encoded(text) };
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

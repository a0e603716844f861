/**
 * Writes the record of an election: the files of ElectionGuard 1.4, and beside them how it was counted.
 *
 * Files come in the order of their names, ballots one by one: memory stays flat, and the same election gives the same
 * bytes wherever and however often it is written.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Device } from "../../ballots/ballot-hashes.ts";
import type { SubmittedBallot } from "../../ballots/ballot.ts";
import type { Group } from "../../crypto/group/group.ts";
import type { ElectionContext } from "../../guardians/election-context.ts";
import type { GuardianPublic } from "../../guardians/guardian-keys.ts";
import type { DecryptedTally, EncryptedTally } from "../../tally/tally.ts";
import type { OpenedBallot } from "./write-ballot.ts";
import { openedBallotToJson, submittedBallotToJson } from "./write-ballot.ts";
import { constantsToJson, contextToJson, deviceToJson, weightsToJson } from "./write-context.ts";
import { guardianToJson } from "./write-guardian.ts";
import { chunkPlanText, jsonLines, type ChunkPlan } from "./write-plan.ts";
import { decryptedTallyToJson, encryptedTallyToJson } from "./write-tally.ts";

export type RecordParts = {
  readonly group: Group;
  /** As it was frozen before the ceremony, byte for byte. */
  readonly manifest: string;
  readonly context: ElectionContext;
  readonly devices: readonly Device[];
  readonly guardians: readonly GuardianPublic[];
  /** Cast and challenged ones, in the order of their ids. */
  readonly ballots: AsyncIterable<SubmittedBallot> | Iterable<SubmittedBallot>;
  readonly encryptedTally: EncryptedTally;
  readonly tally: DecryptedTally;
  /** Challenged ballots that the guardians decrypted, in the order of their ids. */
  readonly challenged: AsyncIterable<DecryptedTally> | Iterable<DecryptedTally>;
  /** Challenged ballots with the nonces that open them, in the order of their ids. */
  readonly opened: AsyncIterable<OpenedBallot> | Iterable<OpenedBallot>;
  /** Of each reporting unit where there are others than the whole, named by its id, in the order of the ids. */
  readonly unitTallies?: AsyncIterable<DecryptedTally> | Iterable<DecryptedTally>;
  readonly chunkPlan?: ChunkPlan;
  /** Who did what, oldest first; each becomes a line. */
  readonly auditLog?: AsyncIterable<object> | Iterable<object>;
};

/** Pieces of a long file are made while they are written. */
export type RecordFile = { readonly name: string; readonly text: string | AsyncIterable<string> };

/** Where files go: a folder, a database. */
export type RecordSink = { readonly write: (file: RecordFile) => Promise<void> };

/** The digest names the whole record: `LC_ALL=C; find * -type f | sort | xargs sha256sum | sha256sum` gives it again. */
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

/** One after the other, in the order of their names. */
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
}

function json(name: string, value: object): RecordFile {
  return { name: `${name}.json`, text: JSON.stringify(value) };
}

const NAME_LENGTH_MAX = 150;

/** Ids come from anywhere, names of files must not lead anywhere: what is special is written as its code. */
function fileName(id: string): string {
  const safe = id.replaceAll(/[^A-Za-z0-9_-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return safe.length <= NAME_LENGTH_MAX ? safe : `%${bytesToHex(sha256(utf8ToBytes(safe)))}`;
}

/** One machine may encrypt in several sessions. */
function deviceName({ deviceId, sessionId, launchCode }: Device): string {
  return [deviceId, sessionId, launchCode].join("_");
}

/** Counts and hashes a text on its way. */
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

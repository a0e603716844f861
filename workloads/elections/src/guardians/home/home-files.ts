/** Files that guardians exchange when no server does it: public keys, sealed backups, and a record that waits for its tally. */
import { readManifest } from "../../manifest/read-manifest.ts";
import { readJson } from "../../records/json-reader.ts";
import { readHashedCiphertext, readSubmittedBallot } from "../../records/read-ballot.ts";
import { readContext, readGuardian, readGuardians } from "../../records/read-record.ts";
import { readEncryptedTally } from "../../records/read-tally.ts";
import { jsonOf, lazily, type RecordFiles } from "../../records/record-files.ts";
import type { GuardianPublic } from "../guardian-keys.ts";
import type { KeyBackup } from "../key-backup.ts";
import { readKeyFile } from "../key-file-format.ts";
import type { PublishedTally } from "./published-tally.ts";

/** Whose key file it is: this part of it is open. */
export function keyFileOwner(text: string): {
  electionId: string;
  guardianId: string;
  group: string;
  fingerprint: string;
} {
  const { electionId, guardianId, group, fingerprint } = readKeyFile(text);
  return { electionId, guardianId, group, fingerprint };
}

/** Of `guardians/`, as in a record. */
export function readPublishedGuardians(files: RecordFiles): GuardianPublic[] {
  return readGuardians(files, readGuardian);
}

/** Of `backups/`: one file for each sender and receiver. */
export function readLeftBackups(files: RecordFiles): KeyBackup[] {
  const texts = files.list("backups").map((name) => readJson(files.read(name) ?? "", name));
  return texts.map((json) => ({
    senderId: json.member("owner_id").text(),
    receiverId: json.member("designated_id").text(),
    receiverSequence: json.member("designated_sequence_order").integer(),
    encryptedPoint: readHashedCiphertext(json.member("encrypted_coordinate")),
  }));
}

/** A record without `tally.json`: what there is before anything is decrypted. */
export function readPublishedTally(files: RecordFiles): PublishedTally {
  return {
    manifest: readManifest(jsonOf(files, "manifest.json")),
    context: readContext(jsonOf(files, "context.json")),
    guardians: readPublishedGuardians(files),
    ballots: lazily(files, "submitted_ballots", { read: readSubmittedBallot }),
    encryptedTally: readEncryptedTally(jsonOf(files, "encrypted_tally.json")),
  };
}

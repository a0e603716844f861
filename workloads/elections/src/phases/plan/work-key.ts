/** What pieces of work are called: labels in the form of the source documents, and keys under which the same work is done once. Pure. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export type Work = {
  readonly phase:
    "TALLY" | "MERGE" | "PARTIAL_DECRYPT" | "COMPENSATED_DECRYPT" | "SHARES" | "CLEAR" | "COMBINE" | "RECORD";
  readonly electionId: bigint;
  /** The number of the guardian that works. */
  readonly guardian?: number;
  /** The number of the guardian that is compensated. */
  readonly missing?: number;
};

/** The first part of a task's label, such as `COMPENSATED_DECRYPT_e42_sg2_tg3`; the time of submission follows. */
export function workLabel({ phase, electionId, guardian, missing }: Work): string {
  const who = missing === undefined ? numbered("g", guardian) : `${numbered("sg", guardian)}${numbered("tg", missing)}`;
  return `${phase}_e${String(electionId)}${who}`;
}

/** The same work has the same key, so submitting it twice makes one task. `plan` is what it was cut by, such as a seed. */
export function workKey({ phase, electionId, guardian, missing }: Work, plan: string): string {
  const parts = [String(electionId), phase, guardian ?? null, missing ?? null, plan];
  return `elections:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))))}`;
}

/** What the tasks of an election share their turns by. */
export function groupOfElection(electionId: bigint): string {
  return `election-${String(electionId)}`;
}

export function tallyLock(electionId: bigint): string {
  return `lock:tally:election:${String(electionId)}`;
}

export function decryptionLock(electionId: bigint, guardian: number): string {
  return `lock:decryption:election:${String(electionId)}:guardian:${String(guardian)}`;
}

export function combineLock(electionId: bigint): string {
  return `lock:combine:election:${String(electionId)}`;
}

/** Under which a guardian's sealed credential is kept while it decrypts. */
export function credentialKey(electionId: bigint, guardian: number): string {
  return `elections:${String(electionId)}:guardian:${String(guardian)}:credential`;
}

function numbered(letters: string, value: number | undefined): string {
  return value === undefined ? "" : `_${letters}${String(value)}`;
}

/** Assembles the record of an election once, and stores the files that cannot be made from rows again. */
import { createHash } from "node:crypto";
import { defineTask } from "@rota/engine";
import { type RecordFile, writeRecord } from "../core/records/write-record.ts";
import { readPhaseElection } from "../store/phase-election.ts";
import { announceRecord } from "../store/phase-events.ts";
import { insertRecordFile, type RecordFileRow, setRecordDigest } from "../store/record.sql.ts";
import { readAuditLog, readRecordParts } from "../store/record.ts";
import { readWorkerLog } from "../store/phase-log.ts";
import { ticketFields } from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

/** Files that are made from rows for each download: there may be a million ballots. */
const MADE_FROM_ROWS = /^(submitted_ballots\/|chunk_plan\.json$|voters\.jsonl$)/;

export const recordAssembly = defineTask({
  name: "elections.record-assembly",
  queue: "combine.decryption",
  retry: ELECTIONS_RETRY,
  ticketFields,
  run: async ({ electionId: id }: { electionId: string }, { database, commit, progress }) => {
    const electionId = BigInt(id);
    const election = await readPhaseElection(database, electionId);
    const parts = await readRecordParts(database, electionId);
    const kept: RecordFileRow[] = [];
    let written = 0;
    const sink = {
      write: async (file: RecordFile) => {
        const stored = await storeFile(electionId, file);
        if (!file.name.startsWith("submitted_ballots/")) kept.push(stored);
        progress(++written, written, file.name);
      },
    };
    const logs = { auditLog: readAuditLog(database, election), workerLog: readWorkerLog(database, electionId) };
    const { files, bytes, digest } = await writeRecord(sink, { ...parts, ...logs });
    return commit(async (tx) => {
      for (const file of kept) await tx.query(insertRecordFile(file));
      const [published] = await tx.query(setRecordDigest(electionId, Buffer.from(digest, "hex")));
      if (published !== undefined) await announceRecord(tx, published, digest);
      return { files, bytes, digest };
    });
  },
});

async function storeFile(electionId: bigint, { name: path, text }: RecordFile): Promise<RecordFileRow> {
  const hash = createHash("sha256");
  const pieces: Buffer[] = [];
  let byteCount = 0;
  const isKept = !MADE_FROM_ROWS.test(path);
  for await (const piece of typeof text === "string" ? [text] : text) {
    const bytes = Buffer.from(piece);
    hash.update(bytes);
    byteCount += bytes.length;
    if (isKept) pieces.push(bytes);
  }
  return { electionId, path, digest: hash.digest(), byteCount, content: isKept ? Buffer.concat(pieces) : null };
}

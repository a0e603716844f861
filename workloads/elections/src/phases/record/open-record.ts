/** Opens the record of an election for download: the same bytes that its digest was made of. */
import { RotaError, type Queryable } from "@rota/engine";
import type { RecordParts } from "../../records/writing/write-record.ts";
import { readRecordParts } from "./record-parts.ts";
import { selectRecordDigest, selectRecordFile } from "./record.sql.ts";

export type OpenedRecord = { readonly parts: RecordParts; readonly digest: string };

/** Refuses while the record is not made. */
export async function openRecord(on: Queryable, electionId: bigint): Promise<OpenedRecord> {
  const [row] = await on.query(selectRecordDigest(electionId));
  const digest = row?.record_digest ?? undefined;
  if (digest === undefined) {
    const message = `election ${String(electionId)} has no record yet: it is made when the election is DECRYPTED`;
    throw new RotaError("ELECTION_STATE_WRONG", message, { electionId: String(electionId) });
  }
  const parts = await readRecordParts(on, electionId);
  return { parts: { ...parts, auditLog: keptAuditLog(on, electionId) }, digest: Buffer.from(digest).toString("hex") };
}

/** As it was when the record was made: what is done since is not in it. */
async function* keptAuditLog(on: Queryable, electionId: bigint): AsyncGenerator<object> {
  const [file] = await on.query(selectRecordFile(electionId, "audit_log.jsonl"));
  for (const line of new TextDecoder().decode(file?.content).split("\n")) {
    const entry: unknown = line === "" ? undefined : JSON.parse(line);
    if (typeof entry === "object" && entry !== null) yield entry;
  }
}

/** Stores what a document says and decides about it, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import { decideVersion, type ContentRow } from "../documents/documents.sql.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { insertFacts, insertSources } from "./facts.sql.ts";
import type { ParsedUpload } from "./parse-upload.ts";
import type { StoredFact } from "./stored-fact.ts";

/** Facts of one statement. */
const BATCH = 2_000;
/** Ids that are told; all are listed by the document. */
const TOLD_IDS_MAX = 1_000;

export type ParsedDocument = {
  readonly status: "VALIDATED" | "REJECTED";
  readonly fact_ids: readonly string[];
  readonly inserted: number;
  /** Other documents have said the same. */
  readonly existing: number;
  readonly objection: string | null;
};

export type DocumentToDecide = Pick<ContentRow, "tenant" | "document_id" | "sha256"> & { readonly versionId: string };

/** Undefined: it was decided before, and nothing is changed. */
export async function storeFacts(
  tx: Transaction,
  document: DocumentToDecide,
  parsed: ParsedUpload,
): Promise<ParsedDocument | undefined> {
  const { tenant, versionId } = document;
  const status = parsed.kind === "facts" ? "VALIDATED" : "REJECTED";
  const objection = parsed.kind === "facts" ? undefined : parsed.objection;
  const [decided] = await tx.query(decideVersion({ versionId, status, objection }));
  if (decided === undefined) return undefined;
  const stored = await insertAll(tx, document, parsed.kind === "facts" ? parsed.facts : []);
  const { ids, inserted } = stored;
  const existing = ids.length - inserted;
  const named = { document_id: document.document_id, document_version_id: versionId, sha256: document.sha256 };
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "DocumentVersion", id: versionId },
    ...(objection === undefined
      ? { type: "FACTS_PARSED", payload: { ...named, facts: ids.length, inserted, existing } }
      : { type: "DOCUMENT_REJECTED", payload: { ...named, objection } }),
  });
  return { status, fact_ids: ids.slice(0, TOLD_IDS_MAX), inserted, existing, objection: objection ?? null };
}

async function insertAll(
  tx: Transaction,
  { tenant, versionId: documentVersionId }: DocumentToDecide,
  facts: readonly StoredFact[],
): Promise<{ ids: string[]; inserted: number }> {
  const ids: string[] = [];
  let inserted = 0;
  for (let start = 0; start < facts.length; start += BATCH) {
    const batch = { tenant, documentVersionId, facts: facts.slice(start, start + BATCH) };
    inserted += (await tx.query(insertFacts(batch))).length;
    ids.push(...(await tx.query(insertSources(batch))).map(({ fact_id: id }) => id));
  }
  return { ids, inserted };
}

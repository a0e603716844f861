/** INGEST_DOCUMENT turns a staged upload into a version of its document and submits PARSE_FACTS for it. */
import { defineTask, planTask, type RunContext, type Transaction } from "@rota/engine";
import { sha256Hex } from "../core/canonical/sha256.ts";
import {
  type DocumentVersionRow,
  insertDocumentVersion,
  lockDocument,
  selectSameVersion,
  takeUpload,
} from "../store/documents.sql.ts";
import { appendPassportEvent } from "../store/events.ts";
import { found } from "../store/rows.ts";
import { parseFacts } from "./parse-facts.ts";
import { PASSPORT_WORK, PASSPORTS_GROUP, permanently, readIds, type SubmitIn } from "./passport-work.ts";

const readInput = readIds(["uploadId"]);

export const ingestDocument = defineTask({
  name: "passports.ingest-document",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: ({ uploadId }, context) => permanently(() => ingest(uploadId, context)),
});

type Ingested = { readonly document_version_id: string; readonly version: number; readonly sha256: string };

/** Deletes the upload and adds the version in one transaction. */
async function ingest(uploadId: string, context: RunContext): Promise<Ingested> {
  return context.commit(async (tx) => {
    const upload = await found(tx, takeUpload(uploadId), { what: "upload", id: uploadId });
    const { tenant, document_id: documentId, mime_type: mimeType, content, uploaded_by: actor } = upload;
    const { version } = await addVersion(tx, { tenant, documentId, mimeType, content, actor }, context.submit);
    return { document_version_id: version.document_version_id, version: version.version, sha256: version.sha256 };
  });
}

type VersionToAdd = {
  /** Tenant of the document, or undefined for any. */
  readonly tenant: string | undefined;
  readonly documentId: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly actor: string;
};

type AddedVersion = {
  readonly version: DocumentVersionRow;
  /** False if the document already had a version with these bytes. */
  readonly isNew: boolean;
  /** Task that reads the version, or undefined if it was read before. */
  readonly jobId: bigint | undefined;
};

export async function addVersion(tx: Transaction, request: VersionToAdd, submit: SubmitIn): Promise<AddedVersion> {
  const { documentId, mimeType, content, actor } = request;
  const document = await found(tx, lockDocument(documentId, request.tenant), { what: "document", id: documentId });
  const { tenant } = document;
  const sha256 = sha256Hex(content);
  const [made] = await tx.query(
    insertDocumentVersion({ tenant, documentId, mimeType, sha256, content, uploadedBy: actor }),
  );
  const same = { what: "document version", id: sha256 };
  const version = made ?? (await found(tx, selectSameVersion({ tenant, documentId, sha256 }), same));
  const id = version.document_version_id;
  if (made !== undefined)
    await appendPassportEvent(tx, {
      tenant,
      aggregate: { type: "DocumentVersion", id },
      type: "DOCUMENT_UPLOADED",
      actor,
      payload: { document_id: documentId, document_version_id: id, version: version.version, sha256 },
    });
  if (version.status !== "UPLOADED") return { version, isNew: false, jobId: undefined };
  const placement = { tenant, group: PASSPORTS_GROUP, unique: { key: id }, submittedBy: actor };
  const [job] = await submit(tx, [await planTask(parseFacts, { documentVersionId: id }, placement)]);
  return { version, isNew: made !== undefined, jobId: job?.taskId };
}

/** INGEST_DOCUMENT: makes a staged upload a version of its document, and has it read. */
import { defineTask, type RunContext } from "@rota/engine";
import { addVersion } from "../../life/documents/add-version.ts";
import { takeUpload } from "../../life/documents/uploads.sql.ts";
import { found } from "../../life/found.ts";
import { committed, PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";

const readInput = readIds(["uploadId"]);

export const ingestDocument = defineTask({
  name: "passports.ingest-document",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: ({ uploadId }, context) => permanently(() => ingest(uploadId, context)),
});

export type Ingested = { readonly document_version_id: string; readonly version: number; readonly sha256: string };

/** The upload is gone exactly when the version is there. */
async function ingest(uploadId: string, context: RunContext): Promise<Ingested> {
  return committed(context, async (tx) => {
    const upload = await found(tx, takeUpload(uploadId), { what: "upload", id: uploadId });
    const { tenant, document_id: documentId, mime_type: mimeType, content, uploaded_by: actor } = upload;
    const { version } = await addVersion(tx, { tenant, documentId, mimeType, content, actor }, context.submit);
    return { document_version_id: version.document_version_id, version: version.version, sha256: version.sha256 };
  });
}

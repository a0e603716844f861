/** Versions of documents: upload bytes, see what became of them, get them back. */
import { Type } from "typebox";
import { addVersion } from "../../life/documents/add-version.ts";
import { selectContent, selectDocument, selectVersion } from "../../life/documents/documents.sql.ts";
import { readUpload } from "../../life/documents/read-upload.ts";
import { insertUpload } from "../../life/documents/uploads.sql.ts";
import { found } from "../../life/found.ts";
import { submitIn } from "../../life/submit-in.ts";
import { ingestDocument } from "../../tasks/documents/ingest-document.ts";
import { PASSPORTS_GROUP } from "../../tasks/passport-work.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, JobId, Uuid } from "../fields.ts";
import { AddedVersion, NewVersion, VersionView, versionView } from "./document-schemas.ts";

const VersionParams = Given({ documentVersionId: Uuid });

const add = defineWrite({
  name: "passports.documents.versions.add",
  method: "POST",
  path: "/v1/documents/{documentId}/versions",
  summary: "Upload a version of a document",
  description:
    "What it says is read in the background. Bytes that the document has already are the version that there is.",
  role: "docs:upload",
  params: Given({ documentId: Uuid }),
  body: NewVersion,
  answers: { 200: AddedVersion, 201: AddedVersion },
  handle({ commit, engine, params: { documentId }, body, actor, tenant }) {
    const { content, mimeType } = readUpload({ content: body.content, mimeType: body.mime_type });
    const wish = { tenant, documentId, content, mimeType, actor: actor.name };
    return commit(async (tx) => {
      const { version, isNew, jobId } = await addVersion(tx, wish, submitIn(engine));
      const { document_version_id, sha256, status } = version;
      const job_id = jobId === undefined ? null : String(jobId);
      return {
        status: isNew ? 201 : 200,
        body: { document_version_id, version: version.version, sha256, status, job_id },
      };
    });
  },
});

const stage = defineWrite({
  name: "passports.documents.uploads.stage",
  method: "POST",
  path: "/v1/documents/{documentId}/uploads",
  summary: "Hand in bytes that become a version in the background",
  description: "For many documents at once: whose turn it is decides when each becomes a version.",
  role: "docs:upload",
  params: Given({ documentId: Uuid }),
  body: NewVersion,
  answers: { 202: Type.Object({ upload_id: Uuid, job_id: JobId }) },
  handle({ commit, engine, params: { documentId }, body, actor, tenant: asking }) {
    const upload = readUpload({ content: body.content, mimeType: body.mime_type });
    return commit(async (tx) => {
      const { tenant } = await found(tx, selectDocument(documentId, asking), { what: "document", id: documentId });
      const [row] = await tx.query(insertUpload({ ...upload, tenant, documentId, uploadedBy: actor.name }));
      if (row === undefined) throw new Error("an upload was staged and no row came back");
      const { upload_id: uploadId } = row;
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, submittedBy: actor.name };
      const job = await engine.submit(ingestDocument, { uploadId }, placement);
      return { status: 202, body: { upload_id: uploadId, job_id: String(job.taskId) } };
    });
  },
});

const get = defineRoute({
  name: "passports.documents.versions.get",
  method: "GET",
  path: "/v1/document-versions/{documentVersionId}",
  summary: "A version of a document",
  role: "operator",
  params: VersionParams,
  answers: { 200: VersionView },
  async handle({ engine, params: { documentVersionId: id }, tenant }) {
    const row = await found(engine.database, selectVersion(id, tenant), { what: "document version", id });
    return { status: 200, body: versionView(row) };
  },
});

const content = defineRoute({
  name: "passports.documents.versions.content",
  method: "GET",
  path: "/v1/document-versions/{documentVersionId}/content",
  summary: "The bytes of a version, as they were uploaded",
  role: "operator",
  params: VersionParams,
  answers: { 200: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) },
  // Not the type that the uploader said: no browser shall run what somebody uploaded.
  contentType: "application/octet-stream",
  async handle({ engine, params: { documentVersionId: id }, tenant }) {
    const row = await found(engine.database, selectContent(id, tenant), { what: "document version", id });
    const headers = { etag: `"${row.sha256}"`, "content-disposition": "attachment" };
    return { status: 200, headers, body: Buffer.from(row.content) };
  },
});

export const versionOperations = [add, stage, get, content];

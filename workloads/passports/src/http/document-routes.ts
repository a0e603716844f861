/** Routes of documents: create, list, get, upload and download versions, list facts. */
import { Given, Line, Nullable, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { DOCUMENT_BYTES_MAX, DOCUMENT_KINDS } from "../core/facts/parse-document.ts";
import {
  type DocumentRow,
  type DocumentVersionRow,
  type FactRow,
  insertUpload,
  selectContent,
  selectDocument,
  selectDocuments,
  selectDocumentVersion,
  selectFacts,
  selectVersionsOf,
} from "../store/documents.sql.ts";
import { createDocument, readUpload } from "../store/documents.ts";
import { found } from "../store/rows.ts";
import { addVersion, ingestDocument } from "../tasks/ingest-document.ts";
import { PASSPORTS_GROUP, submitIn } from "../tasks/passport-work.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { Hash, JobId, Page, PAGE_FIELDS, pageOf, readPageQuery, Uuid } from "./fields.ts";

const DocumentBody = Given({
  tenant: Type.Optional(Tenant),
  kind: Word(DOCUMENT_KINDS, { description: "What it is about; of OTHER nothing is read." }),
  external_ref: Type.Optional(Line(300, { description: "What it is called where it comes from." })),
});

const DocumentView = Type.Object({
  document_id: Uuid,
  tenant: Type.String(),
  kind: Word(DOCUMENT_KINDS),
  external_ref: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Time,
});

function documentView(row: DocumentRow): Static<typeof DocumentView> {
  const { document_id, tenant, kind, external_ref, created_by, created_at } = row;
  return { document_id, tenant, kind, external_ref, created_by, created_at: created_at.toISOString() };
}

export const UploadBody = Given({
  content: Type.String({
    minLength: 4,
    maxLength: Math.ceil(DOCUMENT_BYTES_MAX / 3) * 4,
    description: `The bytes in base64, at most ${String(DOCUMENT_BYTES_MAX)} of them.`,
    examples: ["eyJza3UiOiJTMSJ9"],
  }),
  mime_type: Line(200, { examples: ["application/json", "text/csv"] }),
});

const VERSION_STATUSES = ["UPLOADED", "PARSED", "VALIDATED", "REJECTED"] as const;

const DocumentVersionView = Type.Object({
  document_version_id: Uuid,
  document_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  status: Word(VERSION_STATUSES),
  mime_type: Type.String(),
  sha256: Hash,
  bytes: Whole,
  objection: Nullable(Type.String(), { description: "Why it was rejected, with the place." }),
  uploaded_by: Type.String(),
  uploaded_at: Time,
});

function documentVersionView(row: DocumentVersionRow): Static<typeof DocumentVersionView> {
  const { document_version_id, document_id, version, status, mime_type, sha256, bytes, objection } = row;
  const { uploaded_by, uploaded_at } = row;
  const file = { document_version_id, document_id, version, status, mime_type, sha256, bytes, objection };
  return { ...file, uploaded_by, uploaded_at: uploaded_at.toISOString() };
}

const AddedVersionView = Type.Object({
  document_version_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  sha256: Hash,
  status: Word(VERSION_STATUSES),
  job_id: Nullable(JobId, { description: "Reads it; null when that was done before." }),
});

const FactView = Type.Object({
  fact_id: Uuid,
  tenant: Type.String(),
  fact_type: Type.String(),
  fact_key: Type.String(),
  schema_version: Type.Integer({ minimum: 1 }),
  document_version_id: Uuid,
  payload_canonical: Type.String({ description: "BPC-CJSON-1: the very bytes that are hashed." }),
  payload_hash: Hash,
  created_at: Time,
});

function factView(row: FactRow): Static<typeof FactView> {
  const { fact_id, tenant, fact_type, fact_key, schema_version, document_version_id } = row;
  const { payload_canonical, payload_hash, created_at } = row;
  const named = { fact_id, tenant, fact_type, fact_key, schema_version, document_version_id };
  return { ...named, payload_canonical, payload_hash, created_at: created_at.toISOString() };
}

const LISTED_VERSIONS_MAX = 100;

const create = defineWrite({
  name: "passports.documents.create",
  method: "POST",
  path: "/v1/documents",
  summary: "Create a document",
  description: "It has no bytes yet: add a version.",
  role: "docs:upload",
  body: DocumentBody,
  answers: { 201: DocumentView },
  handle({ commit, body: { kind, external_ref: externalRef }, actor, tenant }) {
    const input = { tenant: tenantOf({ tenant }), kind, externalRef, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: documentView(await createDocument(tx, input)) }));
  },
});

const list = defineRoute({
  name: "passports.documents.list",
  method: "GET",
  path: "/v1/documents",
  summary: "Documents, the newest first",
  role: "operator",
  query: Given({ ...PAGE_FIELDS, kind: Type.Optional(Word(DOCUMENT_KINDS)) }),
  answers: { 200: Page(DocumentView) },
  async handle({ engine, query, tenant }) {
    const page = readPageQuery(query);
    const rows = await engine.database.query(selectDocuments({ ...page, tenant, kind: query.kind }));
    return { status: 200, body: pageOf(rows, { ...page, idOf: (row) => row.document_id, view: documentView }) };
  },
});

const get = defineRoute({
  name: "passports.documents.get",
  method: "GET",
  path: "/v1/documents/{documentId}",
  summary: "A document and its versions",
  role: "operator",
  params: Given({ documentId: Uuid }),
  answers: { 200: Type.Object({ document: DocumentView, versions: Type.Array(DocumentVersionView) }) },
  async handle({ engine, params: { documentId }, tenant }) {
    const named = { what: "document", id: documentId };
    const document = await found(engine.database, selectDocument(documentId, tenant), named);
    const page = { tenant: document.tenant, documentId, limit: LISTED_VERSIONS_MAX };
    const versions = await engine.database.query(selectVersionsOf(page));
    return { status: 200, body: { document: documentView(document), versions: versions.map(documentVersionView) } };
  },
});

const facts = defineRoute({
  name: "passports.facts.list",
  method: "GET",
  path: "/v1/facts",
  summary: "Facts, the newest first",
  role: "operator",
  query: Given({
    ...PAGE_FIELDS,
    fact_type: Type.Optional(Line(256)),
    fact_key_prefix: Type.Optional(Line(256)),
    document_version_id: Type.Optional(Uuid),
  }),
  answers: { 200: Page(FactView) },
  async handle({ engine, query, tenant }) {
    const paging = readPageQuery(query);
    const { fact_type: factType, fact_key_prefix: keyPrefix, document_version_id: documentVersionId } = query;
    const page = { ...paging, tenant, factType, keyPrefix, documentVersionId };
    const rows = await engine.database.query(selectFacts(page));
    return { status: 200, body: pageOf(rows, { ...paging, idOf: (row) => row.fact_id, view: factView }) };
  },
});

export const documentOperations = [create, list, get, facts];

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
  body: UploadBody,
  answers: { 200: AddedVersionView, 201: AddedVersionView },
  handle({ commit, engine, params: { documentId }, body, actor, tenant }) {
    const { content, mimeType } = readUpload({ content: body.content, mimeType: body.mime_type });
    const request = { tenant, documentId, content, mimeType, actor: actor.name };
    return commit(async (tx) => {
      const { version, isNew, jobId } = await addVersion(tx, request, submitIn(engine));
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
  body: UploadBody,
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

const getVersion = defineRoute({
  name: "passports.documents.versions.get",
  method: "GET",
  path: "/v1/document-versions/{documentVersionId}",
  summary: "A version of a document",
  role: "operator",
  params: VersionParams,
  answers: { 200: DocumentVersionView },
  async handle({ engine, params: { documentVersionId: id }, tenant }) {
    const row = await found(engine.database, selectDocumentVersion(id, tenant), { what: "document version", id });
    return { status: 200, body: documentVersionView(row) };
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
  // Not the type that the uploader named, so that no browser runs uploaded content.
  contentType: "application/octet-stream",
  async handle({ engine, params: { documentVersionId: id }, tenant }) {
    const row = await found(engine.database, selectContent(id, tenant), { what: "document version", id });
    const headers = { etag: `"${row.sha256}"`, "content-disposition": "attachment" };
    return { status: 200, headers, body: Buffer.from(row.content) };
  },
});

export const documentVersionOperations = [add, stage, getVersion, content];

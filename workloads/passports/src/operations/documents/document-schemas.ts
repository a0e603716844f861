/** Documents, their versions and facts as the API takes and tells them. */
import { Type, type Static } from "typebox";
import { DOCUMENT_BYTES_MAX } from "../../documents/decode-document.ts";
import { DOCUMENT_KINDS } from "../../documents/parse-document.ts";
import type { DocumentRow, VersionRow } from "../../life/documents/documents.sql.ts";
import type { FactRow } from "../../life/facts/facts.sql.ts";
import { Given, Hash, JobId, Line, Nullable, Tenant, Time, Uuid, Whole, Word } from "../fields.ts";

export const NewDocument = Given({
  tenant: Type.Optional(Tenant),
  kind: Word(DOCUMENT_KINDS, { description: "What it is about; of OTHER nothing is read." }),
  external_ref: Type.Optional(Line(300, { description: "What it is called where it comes from." })),
});

export const DocumentView = Type.Object({
  document_id: Uuid,
  tenant: Type.String(),
  kind: Word(DOCUMENT_KINDS),
  external_ref: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Time,
});

export function documentView(row: DocumentRow): Static<typeof DocumentView> {
  const { document_id, tenant, kind, external_ref, created_by, created_at } = row;
  return { document_id, tenant, kind, external_ref, created_by, created_at: created_at.toISOString() };
}

export const NewVersion = Given({
  content: Type.String({
    minLength: 4,
    maxLength: Math.ceil(DOCUMENT_BYTES_MAX / 3) * 4,
    description: `The bytes in base64, at most ${String(DOCUMENT_BYTES_MAX)} of them.`,
    examples: ["eyJza3UiOiJTMSJ9"],
  }),
  mime_type: Line(200, { examples: ["application/json", "text/csv"] }),
});

const VERSION_STATUSES = ["UPLOADED", "PARSED", "VALIDATED", "REJECTED"] as const;

export const VersionView = Type.Object({
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

export function versionView(row: VersionRow): Static<typeof VersionView> {
  const { document_version_id, document_id, version, status, mime_type, sha256, bytes, objection } = row;
  const { uploaded_by, uploaded_at } = row;
  const file = { document_version_id, document_id, version, status, mime_type, sha256, bytes, objection };
  return { ...file, uploaded_by, uploaded_at: uploaded_at.toISOString() };
}

export const AddedVersion = Type.Object({
  document_version_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  sha256: Hash,
  status: Word(VERSION_STATUSES),
  job_id: Nullable(JobId, { description: "Reads it; null when that was done before." }),
});

export const FactView = Type.Object({
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

export function factView(row: FactRow): Static<typeof FactView> {
  const { fact_id, tenant, fact_type, fact_key, schema_version, document_version_id } = row;
  const { payload_canonical, payload_hash, created_at } = row;
  const named = { fact_id, tenant, fact_type, fact_key, schema_version, document_version_id };
  return { ...named, payload_canonical, payload_hash, created_at: created_at.toISOString() };
}

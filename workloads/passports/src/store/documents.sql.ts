/** Statements about documents, their uploads and versions, and the facts that they state. */
import { sql, type Sql } from "@rota/engine";
import type { DocumentKind, StoredFact } from "../core/facts/parse-document.ts";
import type { PageAfter } from "./rows.ts";

export type DocumentRow = {
  document_id: string;
  tenant: string;
  kind: DocumentKind;
  external_ref: string | null;
  created_by: string;
  created_at: Date;
};

export type NewDocument = {
  readonly tenant: string;
  readonly kind: DocumentKind;
  readonly externalRef: string | undefined;
  readonly createdBy: string;
};

/** Returns the new document. */
export const insertDocument = (document: NewDocument): Sql<DocumentRow> => sql<DocumentRow>`
  insert into rota.passports_documents (tenant, kind, external_ref, created_by)
  values (${document.tenant}, ${document.kind}, ${document.externalRef ?? null}, ${document.createdBy})
  returning document_id, tenant, kind, external_ref, created_by, created_at`;

/** Returns the document, of one tenant or of any, or no row if there is none. */
export const selectDocument = (documentId: string, tenant: string | undefined): Sql<DocumentRow> => sql<DocumentRow>`
  select document_id, tenant, kind, external_ref, created_by, created_at
    from rota.passports_documents
   where document_id = ${documentId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the document like `selectDocument` and locks it, so that its versions are numbered one after the other. */
export const lockDocument = (documentId: string, tenant: string | undefined): Sql<DocumentRow> => sql<DocumentRow>`
  select document_id, tenant, kind, external_ref, created_by, created_at
    from rota.passports_documents
   where document_id = ${documentId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for no key update`;

type ListedDocumentRow = DocumentRow & { cursor_time: string };
type DocumentsPage = PageAfter & { readonly kind: DocumentKind | undefined };

/** Returns documents, newest first. */
export const selectDocuments = ({
  tenant,
  kind,
  after,
  limit,
}: DocumentsPage): Sql<ListedDocumentRow> => sql<ListedDocumentRow>`
  select document_id, tenant, kind, external_ref, created_by, created_at,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_documents
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${kind ?? null}::text is null or kind = ${kind ?? null})
     and (${after?.id ?? null}::uuid is null
          or (created_at, document_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, document_id desc
   limit ${limit}`;

export type DocumentVersionRow = {
  document_version_id: string;
  tenant: string;
  document_id: string;
  version: number;
  status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
  mime_type: string;
  sha256: string;
  bytes: number;
  objection: string | null;
  uploaded_by: string;
  uploaded_at: Date;
};

type NewDocumentVersion = {
  readonly tenant: string;
  readonly documentId: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly content: Uint8Array;
  readonly uploadedBy: string;
};

/** Returns the new version, or no row if the document already has one with these bytes. */
export const insertDocumentVersion = (version: NewDocumentVersion): Sql<DocumentVersionRow> => sql<DocumentVersionRow>`
  insert into rota.passports_document_versions (tenant, document_id, version, mime_type, sha256, content, uploaded_by)
  select ${version.tenant}, ${version.documentId}::uuid, coalesce(max(version), 0) + 1, ${version.mimeType},
         decode(${version.sha256}, 'hex'), ${version.content}::bytea, ${version.uploadedBy}
    from rota.passports_document_versions
   where tenant = ${version.tenant} and document_id = ${version.documentId}::uuid
  on conflict on constraint passports_document_versions_once do nothing
  returning document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
            length(content) as bytes, objection, uploaded_by, uploaded_at`;

/** Returns the version of a document that has these bytes, or no row if there is none. */
export const selectSameVersion = (
  same: Pick<NewDocumentVersion, "tenant" | "documentId" | "sha256">,
): Sql<DocumentVersionRow> => sql<DocumentVersionRow>`
  select document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
         length(content) as bytes, objection, uploaded_by, uploaded_at
    from rota.passports_document_versions
   where tenant = ${same.tenant} and document_id = ${same.documentId}::uuid and sha256 = decode(${same.sha256}, 'hex')`;

/** Returns a version without its bytes, or no row if there is none. */
export const selectDocumentVersion = (
  versionId: string,
  tenant: string | undefined,
): Sql<DocumentVersionRow> => sql<DocumentVersionRow>`
  select document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
         length(content) as bytes, objection, uploaded_by, uploaded_at
    from rota.passports_document_versions
   where document_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns versions of a document, newest first. */
export const selectVersionsOf = (of: {
  tenant: string;
  documentId: string;
  limit: number;
}): Sql<DocumentVersionRow> => sql<DocumentVersionRow>`
  select document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
         length(content) as bytes, objection, uploaded_by, uploaded_at
    from rota.passports_document_versions
   where tenant = ${of.tenant} and document_id = ${of.documentId}::uuid
   order by version desc
   limit ${of.limit}`;

export type ContentRow = Pick<DocumentVersionRow, "tenant" | "document_id" | "status" | "mime_type" | "sha256"> & {
  kind: DocumentKind;
  content: Uint8Array;
};

/** Returns the bytes of a version with their kind and type, or no row if there is none. */
export const selectContent = (versionId: string, tenant: string | undefined): Sql<ContentRow> => sql<ContentRow>`
  select version.tenant, version.document_id, version.status, version.mime_type, encode(version.sha256, 'hex') as sha256,
         document.kind, version.content
    from rota.passports_document_versions as version
    join rota.passports_documents as document using (document_id)
   where version.document_version_id = ${versionId}::uuid
     and (${tenant ?? null}::text is null or version.tenant = ${tenant ?? null})`;

type DecidedVersion = {
  readonly versionId: string;
  readonly status: "VALIDATED" | "REJECTED";
  readonly objection: string | undefined;
};

/** Sets the status of versions. Returns the changed ones. The others were decided before. */
export const decideVersions = (
  decided: readonly DecidedVersion[],
): Sql<Pick<DocumentVersionRow, "document_version_id">> => sql<Pick<DocumentVersionRow, "document_version_id">>`
  update rota.passports_document_versions as version
     set status = given.status, objection = given.objection
    from unnest(${decided.map(({ versionId }) => versionId)}::uuid[], ${decided.map(({ status }) => status)}::text[],
                ${decided.map(({ objection }) => objection ?? null)}::text[]) as given (version_id, status, objection)
   where version.document_version_id = given.version_id and version.status in ('UPLOADED', 'PARSED')
  returning version.document_version_id`;

type NewUpload = {
  readonly tenant: string;
  readonly documentId: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly uploadedBy: string;
};

/** Returns the id of the upload. */
export const insertUpload = (upload: NewUpload): Sql<{ upload_id: string }> => sql<{ upload_id: string }>`
  insert into rota.passports_uploads (tenant, document_id, mime_type, content, uploaded_by)
  values (${upload.tenant}, ${upload.documentId}::uuid, ${upload.mimeType}, ${upload.content}::bytea, ${upload.uploadedBy})
  returning upload_id`;

type UploadRow = {
  tenant: string;
  document_id: string;
  mime_type: string;
  content: Uint8Array;
  uploaded_by: string;
};

/** Deletes and returns the upload. Returns no row if it became a version before or never existed. */
export const takeUpload = (uploadId: string): Sql<UploadRow> => sql<UploadRow>`
  delete from rota.passports_uploads
   where upload_id = ${uploadId}::uuid
  returning tenant, document_id, mime_type, content, uploaded_by`;

/** A fact and the first document that states it. */
export type StatedFact = StoredFact & { readonly documentVersionId: string };

/** Returns the document of each new fact. Existing facts are not changed. */
export const insertFacts = (tenant: string, facts: readonly StatedFact[]): Sql<{ document_version_id: string }> => sql<{
  document_version_id: string;
}>`
  insert into rota.passports_facts
         (tenant, fact_type, fact_key, schema_version, document_version_id, payload_canonical, payload_hash)
  select ${tenant}, fact_type, fact_key, schema_version, version_id, convert_to(payload, 'UTF8'), decode(hash, 'hex')
    from unnest(${facts.map(({ factType }) => factType)}::text[], ${facts.map(({ factKey }) => factKey)}::text[],
                ${facts.map(({ schemaVersion }) => schemaVersion)}::integer[],
                ${facts.map(({ documentVersionId }) => documentVersionId)}::uuid[],
                ${facts.map(({ payloadCanonical }) => payloadCanonical)}::text[],
                ${facts.map(({ payloadHash }) => payloadHash)}::text[])
         as given (fact_type, fact_key, schema_version, version_id, payload, hash)
  on conflict on constraint passports_facts_once do nothing
  returning document_version_id`;

type FactIdRow = { nth: number; fact_id: string };

/** Returns the ids of existing facts, each with its position in the list, from 1. */
export const selectFactIds = (tenant: string, facts: readonly StoredFact[]): Sql<FactIdRow> => sql<FactIdRow>`
  select given.nth::integer as nth, stored.fact_id
    from unnest(${facts.map(({ factType }) => factType)}::text[], ${facts.map(({ factKey }) => factKey)}::text[],
                ${facts.map(({ schemaVersion }) => schemaVersion)}::integer[],
                ${facts.map(({ payloadHash }) => payloadHash)}::text[])
         with ordinality as given (fact_type, fact_key, schema_version, hash, nth)
    join rota.passports_facts as stored
      on stored.tenant = ${tenant} and stored.fact_type = given.fact_type and stored.fact_key = given.fact_key
     and stored.schema_version = given.schema_version and stored.payload_hash = decode(given.hash, 'hex')`;

export type FactSource = { readonly documentVersionId: string; readonly factId: string };

/** Records that these documents state the facts too. Returns nothing. */
export const insertSources = (tenant: string, sources: readonly FactSource[]): Sql => sql`
  insert into rota.passports_fact_sources (tenant, document_version_id, fact_id)
  select ${tenant}, version_id, fact_id
    from unnest(${sources.map(({ documentVersionId }) => documentVersionId)}::uuid[],
                ${sources.map(({ factId }) => factId)}::uuid[]) as given (version_id, fact_id)
  on conflict do nothing`;

export type FactRow = {
  fact_id: string;
  tenant: string;
  fact_type: string;
  fact_key: string;
  schema_version: number;
  document_version_id: string;
  payload_canonical: string;
  payload_hash: string;
  created_at: Date;
  cursor_time: string;
};

type FactsPage = PageAfter & {
  readonly factType: string | undefined;
  readonly keyPrefix: string | undefined;
  /** Version of a document that states the facts. */
  readonly documentVersionId: string | undefined;
};

/** Returns facts, newest first. */
export const selectFacts = ({ tenant, after, limit, ...filter }: FactsPage): Sql<FactRow> => sql<FactRow>`
  select fact_id, tenant, fact_type, fact_key, schema_version, document_version_id, created_at,
         convert_from(payload_canonical, 'UTF8') as payload_canonical,
         encode(payload_hash, 'hex') as payload_hash,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_facts as fact
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${filter.factType ?? null}::text is null or fact_type = ${filter.factType ?? null})
     and (${filter.keyPrefix ?? null}::text is null or starts_with(fact_key, ${filter.keyPrefix ?? null}))
     and (${filter.documentVersionId ?? null}::uuid is null
          or exists (select from rota.passports_fact_sources as source
                      where source.tenant = fact.tenant and source.fact_id = fact.fact_id
                        and source.document_version_id = ${filter.documentVersionId ?? null}::uuid))
     and (${after?.id ?? null}::uuid is null
          or (created_at, fact_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, fact_id desc
   limit ${limit}`;

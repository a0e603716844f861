/** The statements about documents, their uploads and versions. */
import { sql, type Sql } from "@rota/engine";
import type { DocumentKind } from "../../documents/parse-document.ts";
import type { PageAfter } from "../page-after.ts";

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

/** Returns the document, of one tenant or of any. No row: there is none. */
export const selectDocument = (documentId: string, tenant: string | undefined): Sql<DocumentRow> => sql<DocumentRow>`
  select document_id, tenant, kind, external_ref, created_by, created_at
    from rota.passports_documents
   where document_id = ${documentId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** As above; versions of one document are numbered one after the other. */
export const lockDocument = (documentId: string, tenant: string | undefined): Sql<DocumentRow> => sql<DocumentRow>`
  select document_id, tenant, kind, external_ref, created_by, created_at
    from rota.passports_documents
   where document_id = ${documentId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for no key update`;

export type ListedDocumentRow = DocumentRow & { cursor_time: string };
export type DocumentsPage = PageAfter & { readonly kind: DocumentKind | undefined };

/** Returns documents, the newest first. */
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

export type VersionRow = {
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

export type NewVersion = {
  readonly tenant: string;
  readonly documentId: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly content: Uint8Array;
  readonly uploadedBy: string;
};

/** Returns the new version. No row: the document has one with these bytes. */
export const insertVersion = (version: NewVersion): Sql<VersionRow> => sql<VersionRow>`
  insert into rota.passports_document_versions (tenant, document_id, version, mime_type, sha256, content, uploaded_by)
  select ${version.tenant}, ${version.documentId}::uuid, coalesce(max(version), 0) + 1, ${version.mimeType},
         decode(${version.sha256}, 'hex'), ${version.content}::bytea, ${version.uploadedBy}
    from rota.passports_document_versions
   where tenant = ${version.tenant} and document_id = ${version.documentId}::uuid
  on conflict on constraint passports_document_versions_once do nothing
  returning document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
            length(content) as bytes, objection, uploaded_by, uploaded_at`;

/** Returns the version of a document that has these bytes. No row: there is none. */
export const selectSameVersion = (
  same: Pick<NewVersion, "tenant" | "documentId" | "sha256">,
): Sql<VersionRow> => sql<VersionRow>`
  select document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
         length(content) as bytes, objection, uploaded_by, uploaded_at
    from rota.passports_document_versions
   where tenant = ${same.tenant} and document_id = ${same.documentId}::uuid and sha256 = decode(${same.sha256}, 'hex')`;

/** Returns a version without its bytes. No row: there is none. */
export const selectVersion = (versionId: string, tenant: string | undefined): Sql<VersionRow> => sql<VersionRow>`
  select document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
         length(content) as bytes, objection, uploaded_by, uploaded_at
    from rota.passports_document_versions
   where document_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns versions of a document, the newest first. */
export const selectVersionsOf = (of: {
  tenant: string;
  documentId: string;
  limit: number;
}): Sql<VersionRow> => sql<VersionRow>`
  select document_version_id, tenant, document_id, version, status, mime_type, encode(sha256, 'hex') as sha256,
         length(content) as bytes, objection, uploaded_by, uploaded_at
    from rota.passports_document_versions
   where tenant = ${of.tenant} and document_id = ${of.documentId}::uuid
   order by version desc
   limit ${of.limit}`;

export type ContentRow = Pick<VersionRow, "tenant" | "document_id" | "status" | "mime_type" | "sha256"> & {
  kind: DocumentKind;
  content: Uint8Array;
};

/** Returns the bytes of a version and what they are. No row: there is none. */
export const selectContent = (versionId: string, tenant: string | undefined): Sql<ContentRow> => sql<ContentRow>`
  select version.tenant, version.document_id, version.status, version.mime_type, encode(version.sha256, 'hex') as sha256,
         document.kind, version.content
    from rota.passports_document_versions as version
    join rota.passports_documents as document using (document_id)
   where version.document_version_id = ${versionId}::uuid
     and (${tenant ?? null}::text is null or version.tenant = ${tenant ?? null})`;

export type DecidedVersion = {
  readonly versionId: string;
  readonly status: "VALIDATED" | "REJECTED";
  readonly objection: string | undefined;
};

/** Returns the versions that have their status now. The others were decided before. */
export const decideVersions = (decided: readonly DecidedVersion[]): Sql<Pick<VersionRow, "document_version_id">> => sql<
  Pick<VersionRow, "document_version_id">
>`
  update rota.passports_document_versions as version
     set status = given.status, objection = given.objection
    from unnest(${decided.map(({ versionId }) => versionId)}::uuid[], ${decided.map(({ status }) => status)}::text[],
                ${decided.map(({ objection }) => objection ?? null)}::text[]) as given (version_id, status, objection)
   where version.document_version_id = given.version_id and version.status in ('UPLOADED', 'PARSED')
  returning version.document_version_id`;

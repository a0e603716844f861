/** The statements about uploads that wait to become a version. */
import { sql, type Sql } from "@rota/engine";

export type NewUpload = {
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

export type UploadRow = {
  tenant: string;
  document_id: string;
  mime_type: string;
  content: Uint8Array;
  uploaded_by: string;
};

/** Takes the upload out. No row: it has become a version, or there was none. */
export const takeUpload = (uploadId: string): Sql<UploadRow> => sql<UploadRow>`
  delete from rota.passports_uploads
   where upload_id = ${uploadId}::uuid
  returning tenant, document_id, mime_type, content, uploaded_by`;

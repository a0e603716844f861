/** The statement that reads the documents of a part of a batch. */
import { sql, type Sql } from "@rota/engine";
import type { ContentRow } from "../documents/documents.sql.ts";
import type { BatchPart } from "./batch-part.ts";

export type PartDocumentRow = ContentRow & { document_version_id: string; passport_version_id: string };

/** Returns the documents with their bytes, in their order. */
export const selectPartDocuments = ({ batchId, from, to }: BatchPart): Sql<PartDocumentRow> => sql<PartDocumentRow>`
  select item.document_version_id, item.passport_version_id, version.tenant, version.document_id, version.status,
         version.mime_type, encode(version.sha256, 'hex') as sha256, document.kind, version.content
    from rota.passports_batch_items as item
    join rota.passports_document_versions as version using (document_version_id)
    join rota.passports_documents as document using (document_id)
   where item.batch_id = ${batchId}::uuid and item.position between ${from} and ${to}
   order by item.position`;

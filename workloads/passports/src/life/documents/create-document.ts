/** Creates a document, which has no bytes yet, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { insertDocument, type DocumentRow, type NewDocument } from "./documents.sql.ts";

export async function createDocument(tx: Transaction, wish: NewDocument): Promise<DocumentRow> {
  const [document] = await tx.query(insertDocument(wish));
  if (document === undefined) throw new Error("a document was inserted and no row came back");
  const { tenant, document_id: id, kind } = document;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "Document", id },
    type: "DOCUMENT_CREATED",
    actor: wish.createdBy,
    payload: { document_id: id, kind },
  });
  return document;
}

/** Makes bytes a version of a document and submits the task that reads them, in a transaction of the caller's. */
import { planTask, type Transaction } from "@rota/engine";
import { sha256Hex } from "../../canonical/sha256.ts";
import { parseFacts } from "../../tasks/documents/parse-facts.ts";
import { PASSPORTS_GROUP } from "../../tasks/passport-work.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import type { SubmitIn } from "../submit-in.ts";
import { found } from "../found.ts";
import { insertVersion, lockDocument, selectSameVersion, type VersionRow } from "./documents.sql.ts";

export type VersionToAdd = {
  /** Undefined: whosever the document is. */
  readonly tenant: string | undefined;
  readonly documentId: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly actor: string;
};

export type AddedVersion = {
  readonly version: VersionRow;
  /** False when the document had a version with these bytes. */
  readonly isNew: boolean;
  /** The task that reads it; undefined when that was done before. */
  readonly jobId: bigint | undefined;
};

export async function addVersion(tx: Transaction, wish: VersionToAdd, submit: SubmitIn): Promise<AddedVersion> {
  const { documentId, mimeType, content, actor } = wish;
  const document = await found(tx, lockDocument(documentId, wish.tenant), { what: "document", id: documentId });
  const { tenant } = document;
  const sha256 = sha256Hex(content);
  const [made] = await tx.query(insertVersion({ tenant, documentId, mimeType, sha256, content, uploadedBy: actor }));
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

/** PARSE_FACTS of a part of a batch: documents become facts; snapshots of those that could be read are built next. */
import type { RunContext } from "@rota/engine";
import type { BatchPart } from "../../life/batches/batch-part.ts";
import { selectPartDocuments } from "../../life/batches/part-documents.sql.ts";
import { storeFacts, type ParsedDocument } from "../../life/facts/store-facts.ts";
import { storeFailures } from "../../life/versions/versions.sql.ts";
import { parseSomewhere } from "../documents/parse-somewhere.ts";
import { committed } from "../passport-work.ts";
import { planPart } from "../plan-part.ts";
import { buildSnapshotTask } from "../snapshots/build-snapshot.ts";

export type ParsedPart = { readonly validated: number; readonly rejected: number };

export async function parsePart(part: BatchPart, context: RunContext): Promise<ParsedPart> {
  const documents = await context.database.query(selectPartDocuments(part));
  const uploads = await parseSomewhere(documents, context);
  const parsed = uploads.flatMap((upload, index) => {
    const document = documents[index];
    return document === undefined ? [] : [{ ...document, versionId: document.document_version_id, parsed: upload }];
  });
  return committed(context, async (tx) => {
    const stored = await storeFacts(tx, parsed);
    const rejected = parsed.flatMap(({ versionId, passport_version_id }) => {
      const objection = objectionOf(stored.get(versionId));
      return objection === undefined ? [] : [{ versionId: passport_version_id, ...objection }];
    });
    if (rejected.length > 0) await tx.query(storeFailures(rejected));
    const [first] = documents;
    if (first !== undefined)
      await context.submit(tx, [await planPart(buildSnapshotTask, part, { tenant: first.tenant })]);
    return { validated: stored.size - rejected.length, rejected: rejected.length };
  });
}

function objectionOf(parsed: ParsedDocument | undefined): { code: string; message: string } | undefined {
  const objection = parsed?.objection ?? null;
  return objection === null
    ? undefined
    : { code: "VALIDATION_ERROR", message: `the document was rejected: ${objection}` };
}

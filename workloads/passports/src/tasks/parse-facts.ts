/** PARSE_FACTS parses a document, or the documents of a part of a batch. A document that cannot be parsed is rejected permanently, and the task still succeeds. */
import { computeIn, defineTask, type RunContext } from "@rota/engine";
import type * as parsing from "../core/facts/parse-document.ts";
import { type ParsedUpload, parseUploads } from "../core/facts/parse-document.ts";
import { type BatchPart, isPart } from "../store/batch-part.ts";
import { selectPartDocuments } from "../store/batches.sql.ts";
import { type ContentRow, selectContent, selectDocumentVersion } from "../store/documents.sql.ts";
import { type ParsedDocument, storeFacts } from "../store/documents.ts";
import { found } from "../store/rows.ts";
import { storeFailures } from "../store/versions.sql.ts";
import { buildSnapshotTask } from "./build-snapshot.ts";
import { orPart, PASSPORT_WORK, permanently, planPart, readIds } from "./passport-work.ts";

const readInput = orPart(readIds(["documentVersionId"]));

export const parseFacts = defineTask({
  name: "passports.parse-facts",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: (input, context) =>
    permanently<ParsedDocument | ParsedPart>(() =>
      isPart(input) ? parsePart(input, context) : parse(input.documentVersionId, context),
    ),
});

async function parse(versionId: string, context: RunContext): Promise<ParsedDocument> {
  const { database } = context;
  const named = { what: "document version", id: versionId };
  const document = await found(database, selectContent(versionId, undefined), named);
  const [parsed] = await parseSomewhere([document], context);
  if (parsed === undefined) throw new Error("a document was parsed and nothing came of it");
  return context.commit(async (tx) => {
    const stored = (await storeFacts(tx, [{ ...document, versionId, parsed }])).get(versionId);
    if (stored !== undefined) return stored;
    const { status, objection } = await found(tx, selectDocumentVersion(versionId, undefined), named);
    return { status: status === "REJECTED" ? status : "VALIDATED", fact_ids: [], inserted: 0, existing: 0, objection };
  });
}

type ParsedPart = { readonly validated: number; readonly rejected: number };

async function parsePart(part: BatchPart, context: RunContext): Promise<ParsedPart> {
  const documents = await context.database.query(selectPartDocuments(part));
  const uploads = await parseSomewhere(documents, context);
  const parsed = uploads.flatMap((upload, index) => {
    const document = documents[index];
    return document === undefined ? [] : [{ ...document, versionId: document.document_version_id, parsed: upload }];
  });
  return context.commit(async (tx) => {
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

const inParsing = computeIn<typeof parsing>(new URL("../core/facts/parse-document.ts", import.meta.url));

/** Maximum size that is parsed in the worker itself. Larger documents would delay the renewal of its leases. */
const PARSED_HERE_BYTES_MAX = 65_536;

/** Parses documents, in a computing process if they are large. The results are in the order of the documents. */
async function parseSomewhere(
  contents: readonly Pick<ContentRow, "kind" | "mime_type" | "content">[],
  { compute }: Pick<RunContext, "compute">,
): Promise<readonly ParsedUpload[]> {
  const documents = contents.map(({ kind, mime_type: mimeType, content: bytes }) => ({ kind, mimeType, bytes }));
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return size <= PARSED_HERE_BYTES_MAX ? parseUploads(documents) : compute(inParsing("parseUploads"), documents);
}

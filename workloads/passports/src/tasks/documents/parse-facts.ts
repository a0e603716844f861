/** PARSE_FACTS: reads what a document says; one that cannot be read is rejected for good, which is no failure of the task. */
import { computeIn, defineTask, type RunContext } from "@rota/engine";
import { selectContent, selectVersion } from "../../life/documents/documents.sql.ts";
import type * as parsing from "../../life/facts/parse-upload.ts";
import { parseUpload, type ParsedUpload } from "../../life/facts/parse-upload.ts";
import { storeFacts, type ParsedDocument } from "../../life/facts/store-facts.ts";
import { found } from "../../life/found.ts";
import { committed, PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";
import type { DocumentToParse } from "../../documents/parse-document.ts";

const inParsing = computeIn<typeof parsing>(new URL("../../life/facts/parse-upload.ts", import.meta.url));

/** What is larger would keep the worker from renewing its leases. */
const PARSED_HERE_BYTES_MAX = 65_536;

const readInput = readIds(["documentVersionId"]);

export const parseFacts = defineTask({
  name: "passports.parse-facts",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: ({ documentVersionId }, context) => permanently(() => parse(documentVersionId, context)),
});

async function parse(versionId: string, context: RunContext): Promise<ParsedDocument> {
  const { database } = context;
  const named = { what: "document version", id: versionId };
  const document = await found(database, selectContent(versionId, undefined), named);
  const { kind, mime_type: mimeType, content: bytes } = document;
  const parsed = await parseSomewhere({ kind, mimeType, bytes }, context);
  return committed(context, async (tx) => {
    const stored = await storeFacts(tx, { ...document, versionId }, parsed);
    if (stored !== undefined) return stored;
    const { status, objection } = await found(tx, selectVersion(versionId, undefined), named);
    return { status: status === "REJECTED" ? status : "VALIDATED", fact_ids: [], inserted: 0, existing: 0, objection };
  });
}

async function parseSomewhere(document: DocumentToParse, { compute }: RunContext): Promise<ParsedUpload> {
  if (document.bytes.length <= PARSED_HERE_BYTES_MAX) return parseUpload(document);
  return compute(inParsing("parseUpload"), document);
}

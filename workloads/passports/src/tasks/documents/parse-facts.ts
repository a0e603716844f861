/** PARSE_FACTS: reads what a document says; one that cannot be read is rejected for good, which is no failure of the task. */
import { defineTask, type RunContext } from "@rota/engine";
import { isPart } from "../../life/batches/batch-part.ts";
import { selectContent, selectVersion } from "../../life/documents/documents.sql.ts";
import { storeFacts, type ParsedDocument } from "../../life/facts/store-facts.ts";
import { found } from "../../life/found.ts";
import { parsePart, type ParsedPart } from "../batches/parse-part.ts";
import { committed, PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";
import { orPart } from "../plan-part.ts";
import { parseSomewhere } from "./parse-somewhere.ts";

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
  return committed(context, async (tx) => {
    const stored = (await storeFacts(tx, [{ ...document, versionId, parsed }])).get(versionId);
    if (stored !== undefined) return stored;
    const { status, objection } = await found(tx, selectVersion(versionId, undefined), named);
    return { status: status === "REJECTED" ? status : "VALIDATED", fact_ids: [], inserted: 0, existing: 0, objection };
  });
}

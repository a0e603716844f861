/** Reads what documents say, in a process of its own when they are large. */
import { computeIn, type RunContext } from "@rota/engine";
import type { ContentRow } from "../../life/documents/documents.sql.ts";
import type * as parsing from "../../life/facts/parse-upload.ts";
import { parseUploads, type ParsedUpload } from "../../life/facts/parse-upload.ts";

const inParsing = computeIn<typeof parsing>(new URL("../../life/facts/parse-upload.ts", import.meta.url));

/** What is larger would keep the worker from renewing its leases. */
const PARSED_HERE_BYTES_MAX = 65_536;

/** In the order in which they are given. */
export async function parseSomewhere(
  contents: readonly Pick<ContentRow, "kind" | "mime_type" | "content">[],
  { compute }: Pick<RunContext, "compute">,
): Promise<readonly ParsedUpload[]> {
  const documents = contents.map(({ kind, mime_type: mimeType, content: bytes }) => ({ kind, mimeType, bytes }));
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return size <= PARSED_HERE_BYTES_MAX ? parseUploads(documents) : compute(inParsing("parseUploads"), documents);
}

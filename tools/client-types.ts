/** Writes the types of the client from the OpenAPI document of the server: `npm run client-types`. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import { readOpenapi } from "./read-openapi.ts";

export const TYPES_FILE = fileURLToPath(new URL("../packages/client/src/api-types.generated.ts", import.meta.url));
export const WRITE_COMMAND = "npm run client-types";

const HEAD = `/** The paths of the API and what they take and answer. Generated from the OpenAPI document: ${WRITE_COMMAND}. */\n`;

/** Returns the whole file. */
export async function clientTypes(): Promise<string> {
  const document = JSON.stringify(await readOpenapi());
  return HEAD + astToString(await openapiTypescript(document));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const types = await clientTypes();
  const isStale = types !== (await readFile(TYPES_FILE, "utf8").catch(() => ""));
  if (isStale && process.argv.includes("--write")) await writeFile(TYPES_FILE, types);
  console.log(isStale ? "the types of the client were stale" : "the types of the client are up to date");
}

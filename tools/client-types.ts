/** Writes the types of the client from the OpenAPI document of the server: `npm run client-types`. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createEngine, loadConfig, openPglite, silentLogger } from "@rota/engine";
import { createServer } from "@rota/server";
import openapiTypescript, { astToString } from "openapi-typescript";

export const TYPES_FILE = fileURLToPath(new URL("../packages/client/src/api-types.generated.ts", import.meta.url));
export const WRITE_COMMAND = "npm run client-types";

const HEAD = `/** The paths of the API and what they take and answer. Generated from the OpenAPI document: ${WRITE_COMMAND}. */\n`;

/** The whole file. */
export async function clientTypes(): Promise<string> {
  const document = await readDocument();
  return HEAD + astToString(await openapiTypescript(document));
}

/** As the server hands it out; nothing is read from the database for it. */
async function readDocument(): Promise<string> {
  const { config } = await loadConfig({ env: {}, flags: {}, cwd: process.cwd() });
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  const engine = await createEngine({ tasks: [], database, logger: silentLogger });
  const server = await createServer({ engine, config, logger: silentLogger });
  try {
    return (await server.inject("/openapi.json")).body;
  } finally {
    await server.close();
    await engine.stop();
    await database.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const types = await clientTypes();
  const isStale = types !== (await readFile(TYPES_FILE, "utf8").catch(() => ""));
  if (isStale && process.argv.includes("--write")) await writeFile(TYPES_FILE, types);
  console.log(isStale ? "the types of the client were stale" : "the types of the client are up to date");
}

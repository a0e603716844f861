/** Reads the OpenAPI document as a server hands it out; nothing is read from the database for it. */
import { createEngine, loadConfig, openPglite, silentLogger } from "@rota/engine";
import { createServer } from "@rota/server";

export async function readOpenapi<Document extends object>(): Promise<Document> {
  const { config } = await loadConfig({ env: {}, flags: {}, cwd: process.cwd() });
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  const engine = await createEngine({ tasks: [], database, logger: silentLogger });
  const server = await createServer({ engine, config, logger: silentLogger });
  try {
    return (await server.inject("/openapi.json")).json<Document>();
  } finally {
    await server.close();
    await engine.stop();
    await database.close();
  }
}

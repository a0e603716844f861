/** Reads the OpenAPI document of a server with all workloads; this needs no data from the database. */
import elections from "@rota/elections/workload";
import { createEngine, loadConfig, silentLogger } from "@rota/engine";
import { openPglite } from "@rota/engine/internal";
import ledger from "@rota/ledger/workload";
import passports from "@rota/passports/workload";
import { createServer } from "@rota/server";

export const WORKLOADS = [elections, passports, ledger];

export async function readOpenapi<Document extends object>(): Promise<Document> {
  const { config } = await loadConfig({ env: {}, flags: {}, cwd: process.cwd() });
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  const engine = await createEngine({ tasks: [], database, logger: silentLogger });
  const server = await createServer({ engine, config, logger: silentLogger, workloads: WORKLOADS });
  try {
    return (await server.inject("/openapi.json")).json<Document>();
  } finally {
    await server.close();
    await engine.stop();
    await database.close();
  }
}

/** The server of a page: the API over the page's database, in this process, with a worker that runs its tasks. */
import { createEngine, loadConfig, loadWorkloads, silentLogger } from "@rota/engine";
import { createKey } from "@rota/engine/internal";
import { createServer } from "@rota/server";
import { workloadModules } from "../../../testing/rota-command.ts";
import { countWords } from "./world.ts";

export type PageServer = {
  readonly url: string;
  /** API key of an admin of the tenant. */
  readonly key: string;
  close(): Promise<void>;
};

export async function openPageServer(given: {
  readonly databaseUrl: string;
  readonly secretsKey: string;
  readonly tenant: string;
}): Promise<PageServer> {
  const { tenant, ...urls } = given;
  const flags = { ...urls, serverPort: 0, databasePoolSize: 5 };
  const { config } = await loadConfig({ env: {}, flags, cwd: import.meta.dirname });
  const workloads = await loadWorkloads(workloadModules(), { cwd: import.meta.dirname });
  const engine = await createEngine({ tasks: [countWords], workloads, config, logger: silentLogger });
  const server = await createServer({ engine, config, logger: silentLogger, workloads });
  const { url } = await server.listen();
  await engine.start();
  const { key } = await createKey(engine.database, { name: "olga@example.org", roles: ["admin"], tenant });
  const close = async () => {
    await server.close();
    await engine.stop();
  };
  return { url, key, close };
}

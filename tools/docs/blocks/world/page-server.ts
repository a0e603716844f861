/** The server of a page: the API over the page's database, in this process, with a worker that runs its tasks. */
import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { createEngine, loadConfig, silentLogger } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { loadWorkloads } from "@rota/engine/workload";
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
  const flags = { ...urls, serverPort: 0, databasePoolSize: 5, webhookAllowedHosts: "127.0.0.1" };
  const { config } = await loadConfig({ env: {}, flags, cwd: import.meta.dirname });
  const workloads = await loadWorkloads(workloadModules(), { cwd: import.meta.dirname });
  const hook = await openLinkHook();
  const engine = await createEngine({ tasks: [countWords], workloads, webhooks: true, config, logger: silentLogger });
  const server = await createServer({ engine, config, logger: silentLogger, workloads });
  const { url } = await server.listen();
  await engine.start();
  const { key } = await createKey(engine.database, { name: "olga@example.org", roles: ["admin"], tenant });
  const close = async () => {
    await server.close();
    await engine.stop();
    delete process.env[LINK_HOOK];
    hook.close();
  };
  return { url, key, close };
}

/** Variable with the address that receives voters' links. */
const LINK_HOOK = "ELECTIONS_LINK_HOOK";

/** Accepts voters' links, as the mail system of an installation does. */
async function openLinkHook(): Promise<Server> {
  const hook = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(202).end();
  });
  await once(hook.listen(0, "127.0.0.1"), "listening");
  const address = hook.address();
  process.env[LINK_HOOK] = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : 0)}/`;
  return hook;
}

/** Starts a server on its own database, with the keys of several users, for the tests of this package. */
import { randomBytes } from "node:crypto";
import {
  createEngine,
  loadConfig,
  migrate,
  openPostgres,
  silentLogger,
  type Config,
  type Engine,
  type EngineOptions,
  type Logger,
  type TaskDefinition,
} from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { sqlScript } from "@rota/engine/internal";
import type { Operation } from "@rota/engine/workload";
import { createServer, type Server, type ServerOptions } from "../src/create-server.ts";

export type OpenedServer = {
  readonly server: Server;
  readonly engine: Engine;
  readonly config: Config;
  /** Address at which the server listens. */
  readonly url: string;
  /** Keys of users that see all tenants, and of an operator of `acme`. */
  readonly keys: Readonly<Record<"admin" | "operator" | "viewer" | "acme", string>>;
  /** Sends a request with the given key, or without one. */
  readonly ask: (path: string, options?: AskOptions) => Promise<Asked>;
  readonly dispose: () => Promise<void>;
};

type AskOptions = {
  readonly key?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

type Asked = { readonly status: number; readonly body: unknown; readonly headers: Headers };

export type OpenOptions = {
  readonly config?: Partial<Config>;
  readonly operations?: readonly Operation[];
  readonly tasks?: readonly TaskDefinition[];
  readonly logger?: Logger;
  readonly dashboardFolder?: string;
  /** Further options of the server. */
  readonly server?: Pick<ServerOptions, "basePath" | "authenticate" | "clock">;
  /** Further options of the engine. */
  readonly engine?: Pick<EngineOptions, "codec" | "intakes" | "webhooks">;
};

export async function openServer(options: OpenOptions = {}): Promise<OpenedServer> {
  const { logger = silentLogger, tasks = [], operations = [], dashboardFolder } = options;
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const limits = { poolSize: 5, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
  const database = await openPostgres({ url, schema, logger: silentLogger, ...limits });
  await migrate(database);
  const flags = { serverPort: 0, ...options.config };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const engine = await createEngine({ tasks, database, config: flags, logger: silentLogger, ...options.engine });
  const keys = {
    admin: (await createKey(database, { name: "root", roles: ["admin"] })).key,
    operator: (await createKey(database, { name: "olga", roles: ["operator"] })).key,
    viewer: (await createKey(database, { name: "vic", roles: ["viewer"] })).key,
    acme: (await createKey(database, { name: "ann", roles: ["operator"], tenant: "acme" })).key,
  };
  const server = await createServer({ engine, config, logger, operations, dashboardFolder, ...options.server });
  const listening = await server.listen();
  return {
    server,
    engine,
    config,
    url: listening.url,
    keys,
    ask: (path, options) => ask(new URL(path, listening.url), options),
    async dispose() {
      await server.close();
      await engine.stop();
      await database.close();
      const last = await openPostgres({ url, schema, logger: silentLogger, ...limits, poolSize: 1 });
      await last.query(sqlScript(`drop schema ${schema} cascade`));
      await last.close();
    },
  };
}

/** Sends a request and reads the whole answer. Redirects are not followed. */
export async function ask(url: URL, { key, method = "GET", body, headers = {} }: AskOptions = {}): Promise<Asked> {
  const answer = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const read: unknown = isJson ? JSON.parse(text) : text;
  return { status: answer.status, body: read, headers: answer.headers };
}

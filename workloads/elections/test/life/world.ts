/** Opens a server with the elections on its own database, with keys of officials, for tests of elections. */
import { randomBytes } from "node:crypto";
import {
  createEngine,
  loadConfig,
  migrate,
  openPostgres,
  silentLogger,
  type Config,
  type Database,
  type Engine,
  type Logger,
} from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { openPglite, sqlScript } from "@rota/engine/internal";
import { createServer, type Server } from "@rota/server";
import { electionsMigrations } from "../../src/migrations.ts";
import elections from "../../src/workload.ts";

export type World = {
  readonly engine: Engine;
  readonly database: Database;
  readonly server: Server;
  readonly keys: Readonly<Record<"admin" | "operator" | "viewer" | "acme", string>>;
  readonly ask: (method: string, path: string, options?: AskOptions) => Promise<Asked>;
  readonly dispose: () => Promise<void>;
};

export type AskOptions = {
  /** API key. */
  readonly key?: string;
  /** Token of a guardian or a voter. */
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer; `body` is its JSON. */
export type Asked = { readonly status: number; readonly body: unknown };

export type WorldOptions = {
  readonly on: "pglite" | "postgres";
  /** Whether tasks are run. Default true. */
  readonly isWorking?: boolean;
  /** Options that override those of the tests. */
  readonly config?: Readonly<Partial<Config>>;
  readonly logger?: Logger;
  /** Whether events are delivered to webhooks. Default false. */
  readonly webhooks?: boolean;
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export async function openWorld(options: WorldOptions): Promise<World> {
  const { on, isWorking = true, logger = silentLogger, webhooks = false } = options;
  const { database, drop } = await openDatabase(on);
  await migrate(database);
  await migrate(database, { migrations: await electionsMigrations() });
  const flags = {
    serverPort: 0,
    secretsKey: randomBytes(32).toString("base64"),
    serverRateMax: 1_000_000,
    serverStrangerRateMax: 1_000_000,
    ...options.config,
  };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const engine = await createEngine({ workloads: [elections], database, config: flags, logger, webhooks });
  const server = await createServer({ engine, config, logger, workloads: [elections] });
  if (isWorking) await engine.start();
  const keyOf = async (name: string, role: string, tenant?: string) =>
    (await createKey(database, { name, roles: [role], ...(tenant === undefined ? {} : { tenant }) })).key;
  return {
    engine,
    database,
    server,
    keys: {
      admin: await keyOf("root", "admin"),
      operator: await keyOf("olga", "operator"),
      viewer: await keyOf("vic", "viewer"),
      acme: await keyOf("ann", "operator", "acme"),
    },
    ask: (method, path, options) => ask(server, { method, path, ...options }),
    async dispose() {
      await server.close();
      await engine.stop();
      await database.close();
      await drop();
    },
  };
}

async function openDatabase(on: "pglite" | "postgres"): Promise<{ database: Database; drop: () => Promise<void> }> {
  const schema = `test_${randomBytes(8).toString("hex")}`;
  if (on === "pglite") {
    const database = await openPglite({ schema, logger: silentLogger });
    return { database, drop: () => Promise.resolve() };
  }
  const url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const options = {
    url,
    schema,
    logger: silentLogger,
    poolSize: 10,
    statementTimeoutMs: 120_000,
    connectTimeoutMs: 60_000,
  };
  const database = await openPostgres(options);
  const drop = async () => {
    const last = await openPostgres({ ...options, poolSize: 1 });
    await last.query(sqlScript(`drop schema ${schema} cascade`));
    await last.close();
  };
  return { database, drop };
}

async function ask(
  server: Server,
  { method, path, key, token, body, headers = {} }: AskOptions & { method: string; path: string },
): Promise<Asked> {
  const answer = await server.inject({
    method: METHODS.find((known) => known === method) ?? "GET",
    url: path,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(token === undefined ? {} : { "x-election-token": token }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers["content-type"] ?? "").includes("json");
  const read: unknown = isJson ? JSON.parse(answer.body) : answer.body;
  return { status: answer.statusCode, body: read };
}

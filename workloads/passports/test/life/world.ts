/** Starts a server with the passports and its own database, with a key for each role, for tests. */
import { randomBytes, randomUUID } from "node:crypto";
import {
  createEngine,
  loadConfig,
  migrate,
  openPostgres,
  silentLogger,
  type Config,
  type Database,
  type Engine,
} from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { sqlScript } from "@rota/engine/internal";
import { createServer, type Server } from "@rota/server";
import { passportsMigrations } from "../../src/migrations.ts";
import passports from "../../src/workload.ts";

export type World = {
  readonly engine: Engine;
  readonly database: Database;
  readonly server: Server;
  readonly config: Readonly<Partial<Config>>;
  readonly keys: Readonly<Record<"admin" | "operator" | "viewer" | "uploader" | "acme", string>>;
  readonly ask: (method: string, path: string, options?: AskOptions) => Promise<Asked>;
  readonly dispose: () => Promise<void>;
};

export type AskOptions = {
  /** API key. Default: the administrator's. */
  readonly key?: string;
  readonly body?: unknown;
  /** Idempotency key. If empty, none is sent. Default: a new one for each request. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response. `body` is its JSON, and `bytes` are its bytes of any type. */
export type Asked = {
  readonly status: number;
  readonly body: unknown;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
};

type WorldOptions = {
  /** Runs tasks in this process. Default: true. */
  readonly isWorking?: boolean;
  /** Sends webhooks. Default: false. */
  readonly isDelivering?: boolean;
  readonly config?: Readonly<Partial<Config>>;
  /** Address of the database. Default: the one of all tests. */
  readonly postgresUrl?: string;
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export async function openWorld(options: WorldOptions = {}) {
  const { isWorking = true, isDelivering = false, config: settings, postgresUrl } = options;
  const { database, drop } = await openOwnDatabase(postgresUrl);
  await migrate(database);
  await migrate(database, { migrations: await passportsMigrations() });
  const flags = {
    serverPort: 0,
    secretsKey: randomBytes(32).toString("base64"),
    serverRateMax: 1_000_000,
    serverStrangerRateMax: 1_000_000,
    ...settings,
  };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const parts = { database, config: flags, logger: silentLogger };
  const engine = await createEngine({ workloads: [passports], webhooks: isDelivering, ...parts });
  const server = await createServer({ engine, config, logger: silentLogger, workloads: [passports] });
  if (isWorking) await engine.start();
  const keyOf = async (name: string, role: string, tenant?: string) =>
    (await createKey(database, { name, roles: [role], ...(tenant === undefined ? {} : { tenant }) })).key;
  const keys = {
    admin: await keyOf("root", "admin"),
    operator: await keyOf("olga", "operator"),
    viewer: await keyOf("vic", "viewer"),
    uploader: await keyOf("ulla", "docs:upload"),
    acme: await keyOf("ann", "admin", "acme"),
  };
  const world: World = {
    engine,
    database,
    server,
    config: flags,
    keys,
    ask: (method, path, options = {}) => ask(server, { method, path, key: keys.admin, ...options }),
    async dispose() {
      await server.close();
      await engine.stop();
      await database.close();
      await drop();
    },
  };
  return world;
}

async function openOwnDatabase(
  url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "",
): Promise<{ database: Database; drop: () => Promise<void> }> {
  const schema = `test_${randomBytes(8).toString("hex")}`;
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
  { method, path, key = "", body, idempotencyKey, headers = {} }: AskOptions & { method: string; path: string },
): Promise<Asked> {
  const answer = await server.inject({
    method: METHODS.find((known) => known === method) ?? "GET",
    url: path,
    headers: {
      ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
      ...(method === "GET" || idempotencyKey === "" ? {} : { "idempotency-key": idempotencyKey ?? randomUUID() }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers["content-type"] ?? "").includes("json");
  const read: unknown = isJson ? JSON.parse(answer.body) : undefined;
  return { status: answer.statusCode, body: read, bytes: answer.rawPayload, headers: answer.headers };
}

/** Starts a server with the ledger on its own database, and API keys for each role, for the tests of its API. */
import { randomBytes } from "node:crypto";
import {
  createEngine,
  loadConfig,
  migrate,
  openPostgres,
  silentLogger,
  type Database,
  type Engine,
} from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { sqlScript } from "@rota/engine/internal";
import { createServer, type Server } from "@rota/server";
import { ledgerMigrations } from "../../src/migrations.ts";
import ledger from "../../src/workload.ts";

/** Caller. Each is one person with roles of the replaced system. */
export type Person = "reader" | "accountant" | "second" | "approver" | "admin" | "root" | "stranger";

export type World = {
  readonly engine: Engine;
  readonly database: Database;
  /** Sends a request and parses a JSON answer. A header names a tenant other than `acme`. */
  readonly ask: (method: string, path: string, options?: AskOptions) => Promise<Asked>;
  /** Returns the body of an answer with that status. Throws the answer if it has another status. */
  readonly expect: (status: number, method: string, path: string, options?: AskOptions) => Promise<unknown>;
  readonly dispose: () => Promise<void>;
};

export type AskOptions = {
  /** Defaults to the accountant. */
  readonly as?: Person | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Asked = {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
};

const ROLES: Readonly<Record<Person, readonly string[]>> = {
  reader: ["viewer"],
  accountant: ["viewer", "operator"],
  second: ["viewer", "operator", "ledger-approver"],
  approver: ["viewer", "ledger-approver"],
  admin: ["viewer", "operator", "ledger-admin"],
  root: ["admin"],
  stranger: ["viewer", "operator", "ledger-admin"],
};
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export async function openWorld(): Promise<World> {
  const { database, drop } = await openDatabase();
  await migrate(database);
  await migrate(database, { migrations: await ledgerMigrations() });
  const flags = { serverPort: 0, serverRateMax: 1_000_000, serverStrangerRateMax: 1_000_000 };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const engine = await createEngine({ workloads: [ledger], database, config: flags, logger: silentLogger });
  const server = await createServer({ engine, config, logger: silentLogger, workloads: [ledger] });
  await engine.start();
  const keys = new Map<Person, string>();
  for (const [person, roles] of entriesOf(ROLES)) {
    const tenant = person === "root" ? {} : { tenant: person === "stranger" ? "other" : "acme" };
    keys.set(person, (await createKey(database, { name: person, roles, ...tenant })).key);
  }
  const ask: World["ask"] = (method, path, { as = "accountant", body, headers = {} } = {}) =>
    inject(server, { method, path, body, headers: { authorization: `Bearer ${keys.get(as) ?? ""}`, ...headers } });
  return {
    engine,
    database,
    ask,
    async expect(status, method, path, options) {
      const answer = await ask(method, path, options);
      if (answer.status === status) return answer.body;
      throw new Error(`${method} ${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
    },
    async dispose() {
      await server.close();
      await engine.stop();
      await database.close();
      await drop();
    },
  };
}

function entriesOf<Name extends string, Value>(record: Readonly<Record<Name, Value>>): [Name, Value][] {
  return Object.keys(record)
    .filter((name): name is Name => name in record)
    .map((name) => [name, record[name]]);
}

async function openDatabase(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const options = { url, schema, logger: silentLogger, statementTimeoutMs: 120_000, connectTimeoutMs: 60_000 };
  const database = await openPostgres({ ...options, poolSize: 10 });
  const drop = async () => {
    const last = await openPostgres({ ...options, poolSize: 1 });
    await last.query(sqlScript(`drop schema ${schema} cascade`));
    await last.close();
  };
  return { database, drop };
}

type Request = {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

async function inject(server: Server, { method, path, body, headers }: Request): Promise<Asked> {
  const answer = await server.inject({
    method: METHODS.find((known) => known === method) ?? "GET",
    url: path,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers["content-type"] ?? "").includes("json");
  const read: unknown = isJson ? JSON.parse(answer.body) : answer.body;
  return { status: answer.statusCode, body: read, headers: answer.headers };
}

/** Returns the value at a path, such as `at(body, "items.0.code")`. Undefined if there is none. */
export function at(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => Object.entries(value ?? {}).find(([known]) => known === name)?.[1], answer);
}

export function textAt(answer: unknown, path: string): string {
  const value = at(answer, path);
  if (typeof value === "string") return value;
  throw new Error(`${path} is not text: ${JSON.stringify(answer)}`);
}

/** Returns the value at a path of each member of a list. */
export function eachAt(answer: unknown, list: string, path: string): unknown[] {
  const value = at(answer, list);
  if (Array.isArray(value)) return value.map((item: unknown) => at(item, path));
  throw new Error(`${list} is not a list: ${JSON.stringify(answer)}`);
}

/** Implements the database contract on a PostgreSQL server, with a pool, prepared statements, time limits and reconnection. */
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { type ConnectionFields, connectionTarget } from "./connection-target.ts";
import type { Database, PoolUsage, QueryOptions, SessionAddress, Transaction, TransactionOptions } from "./database.ts";
import { checkSchemaName, runTransaction, type Session, wireChannel } from "./driver-session.ts";
import {
  type ConnectOptions,
  connectPostgres,
  type PostgresConnection,
  type WireStatement,
} from "./postgres-connection.ts";
import { PostgresListener } from "./postgres-listener.ts";
import { inSchema, type Sql } from "./sql.ts";
import { bindValue } from "./wire-values.ts";

/** Address, pool and limits of the connections to a PostgreSQL server. */
export type PostgresOptions = {
  /** postgres://user:password@host:port/database?sslmode=disable|require|verify-full&sslrootcert=file */
  readonly url?: string;
  readonly connection?: ConnectionFields;
  readonly schema: string;
  /** Number of connections for statements and transactions; one more receives notifications. */
  readonly poolSize: number;
  /** Time that one statement may run, and time that it may wait for a free connection. */
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /** Whether statements are prepared. Turn it off behind PgBouncer in transaction mode, which loses them. Default true. */
  readonly preparedStatements?: boolean;
  /** Called and awaited before each new connection. */
  readonly beforeConnect?: () => Promise<void>;
  /** Called each time that a connection has ended for any reason. */
  readonly onConnectionEnd?: () => void;
  readonly logger: Logger;
};

const OLDEST_VERSION = 140_000;

/**
 * Opens a pool of connections to a PostgreSQL server. The first connection is opened at once, so that a wrong address is
 * reported here.
 *
 * @example
 * const limits = { poolSize: 10, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
 * const database = await openPostgres({ url: "postgres://rota@db.example.org/rota", schema: "rota", ...limits, logger });
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  checkSchemaName(options.schema);
  const connectOptions: ConnectOptions = {
    target: connectionTarget(options),
    connectTimeoutMs: options.connectTimeoutMs,
    statementTimeoutMs: options.statementTimeoutMs,
    beforeConnect: options.beforeConnect,
    logger: options.logger,
  };
  const connect = async (): Promise<PostgresConnection> => {
    const connection = await connectPostgres(connectOptions);
    connection.onEnd(() => options.onConnectionEnd?.());
    return connection;
  };
  const database = new PostgresDatabase(options, connect);
  await database.checkServer();
  return database;
}

class PostgresDatabase implements Database {
  readonly schema: string;
  readonly #address: SessionAddress;
  readonly #pool: ConnectionPool;
  readonly #listener: PostgresListener;
  readonly #names: StatementNames | undefined;

  constructor(options: PostgresOptions, connect: () => Promise<PostgresConnection>) {
    this.schema = options.schema;
    this.#address = addressIn(options);
    this.#pool = new ConnectionPool({ connect, size: options.poolSize, waitMs: options.statementTimeoutMs });
    this.#listener = new PostgresListener({ connect, logger: options.logger });
    this.#names = options.preparedStatements === false ? undefined : createStatementNames();
  }

  async checkServer(): Promise<void> {
    const version = await this.#withConnection(async (connection) => connection.serverVersion);
    if (version >= OLDEST_VERSION) return;
    await this.close();
    const shown = String(Math.floor(version / 10_000));
    throw new RotaError("DATABASE_TOO_OLD", `PostgreSQL ${shown} is too old: version 14 or newer is needed`, {
      version,
    });
  }

  query<Row>(statement: Sql<Row>, options?: QueryOptions): Promise<readonly Row[]> {
    return this.#withConnection((connection) => this.#run(connection, statement, options), options?.signal);
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.#withConnection((connection) => runTransaction(this.#session(connection), work, options));
  }

  listen(...[channel, listener]: Parameters<Database["listen"]>): ReturnType<Database["listen"]> {
    return this.#listener.listen(wireChannel(this.schema, channel), listener);
  }

  sessionAddress(): SessionAddress {
    return this.#address;
  }

  poolUsage(): PoolUsage {
    return this.#pool.usage();
  }

  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#pool.close()]);
  }

  #session(connection: PostgresConnection): Session {
    return {
      query: (statement, options) => this.#run(connection, statement, options),
      command: async (text) => (await connection.run({ text })).command,
      discard: () => connection.destroy(),
    };
  }

  async #run<Row>(
    connection: PostgresConnection,
    statement: Sql<Row>,
    options?: QueryOptions,
  ): Promise<readonly Row[]> {
    const { rows } = await connection.run(this.#wireStatement(statement), options);
    return (statement.isScript ? [] : rows) as readonly Row[];
  }

  #wireStatement(statement: Sql): WireStatement {
    const text = inSchema(statement.text, this.schema);
    if (statement.isScript) return { text };
    return { text, values: statement.values.map(bindValue), name: this.#names?.nameOf(text), queryMode: "extended" };
  }

  async #withConnection<Result>(
    work: (connection: PostgresConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const connection = await this.#pool.borrow(signal);
    try {
      return await work(connection);
    } finally {
      this.#pool.giveBack(connection);
    }
  }
}

function addressIn({ url, connection, schema, connectTimeoutMs, statementTimeoutMs }: PostgresOptions): SessionAddress {
  return {
    ...(url === undefined ? {} : { url }),
    ...(connection === undefined ? {} : { connection }),
    schema,
    connectTimeoutMs,
    statementTimeoutMs,
  };
}

/** Maximum number of prepared statements of a connection; later ones run without a name. */
const NAMED_MAX = 256;
/** Maximum number of statements that are remembered after their first use, to be prepared at the second one. */
const SEEN_MAX = 1_024;

type StatementNames = { nameOf(text: string): string | undefined };

/** Names statements that recur, so that the server parses and plans them once per connection. */
function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return {
    nameOf(text) {
      const name = names.get(text);
      if (name !== undefined || names.size >= NAMED_MAX) return name;
      if (seenOnce.delete(text)) return addName(names, text);
      seenOnce.add(text);
      if (seenOnce.size > SEEN_MAX) forgetOldest(seenOnce);
      return undefined;
    },
  };
}

function addName(names: Map<string, string>, text: string): string {
  const name = `rota_${String(names.size + 1)}`;
  names.set(text, name);
  return name;
}

function forgetOldest(texts: Set<string>): void {
  for (const oldest of texts) {
    texts.delete(oldest);
    return;
  }
}

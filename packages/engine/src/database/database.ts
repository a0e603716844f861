/** Contract between the engine and the PostgreSQL that it runs on; every driver passes database.conformance.ts. */
import type { ConnectionFields } from "./connection-target.ts";
import type { Sql } from "./sql.ts";

/**
 * Runs statements. Every driver returns the same values: bigint as bigint, numeric and date as string, timestamptz as
 * Date, json parsed, bytea as Uint8Array, SQL null as null, arrays as arrays of these, and every other type as text.
 *
 * A Date has milliseconds: microseconds are cut off, and infinity is the last possible Date. Numbers inside json are
 * JavaScript numbers: store integers above 2^53 as strings or in columns of their own.
 * An error of PostgreSQL is a SqlError, whose code `sqlState(error)` reads; an error of the connection is a RotaError.
 */
export type Queryable = {
  query<Row>(statement: Sql<Row>, options?: QueryOptions): Promise<readonly Row[]>;
};

/** Limits of one statement. */
export type QueryOptions = {
  /** Cancels the statement on the server when it aborts; the query then fails with QUERY_CANCELLED. */
  signal?: AbortSignal;
  /** Time limit, for statements that are known to take long, such as migrations. Default: that of the database. */
  timeoutMs?: number;
};

/**
 * Open transaction. A `transaction` inside it is a savepoint, and the outer one must not be used until that has ended.
 * After an error every further statement is refused (25P02) until the level that failed is rolled back.
 * A Database can be passed where a Transaction is expected: the function then opens its own transaction.
 */
export type Transaction = Queryable & {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

/** Options of one transaction. */
export type TransactionOptions = {
  /** Whether all statements read one snapshot and none may write. Default: read committed, with writes. */
  readOnlySnapshot?: boolean;
};

/** Database that the engine works on, with its transactions and notifications. */
export type Database = Queryable & {
  /** Schema that contains the engine's tables. */
  readonly schema: string;
  /**
   * Commits when `work` resolves, rolls back when it throws. Throws TRANSACTION_ROLLED_BACK when `work` resolved but
   * swallowed the error of a statement: nothing was committed then.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Receives the notifications of `notify(channel, …)` until the returned function is called; reconnects by itself. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Returns the address with which `openSession` opens a session on the same server. A driver with one connection has none. */
  sessionAddress?(): SessionAddress | undefined;
  /** Returns the current use of its connections. A driver with one connection has none. */
  poolUsage?(): PoolUsage | undefined;
  /** Waits for running statements, then closes all connections. Further calls do nothing. */
  close(): Promise<void>;
};

/** Number of connections in a pool, by use. */
export type PoolUsage = {
  /** Maximum number of connections. */
  readonly size: number;
  /** Number of connections in use. */
  readonly lent: number;
  /** Number of open connections that are not in use. */
  readonly idle: number;
  /** Number of callers that wait for a connection. */
  readonly waiting: number;
};

/** Address of a session as plain values, which can be sent to another thread. Contains the password: never log it. */
export type SessionAddress = {
  readonly url?: string;
  readonly connection?: ConnectionFields;
  readonly schema: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
};

/** Receives notifications of a channel. */
export type Listener = {
  onNotification(payload: string): void;
  /** Called after the connection was lost and is back. Notifications may have been missed: query the state instead. */
  onGap(): void;
};

/** The contract between the engine and whatever PostgreSQL it runs on; every driver passes database.conformance.ts. */
import type { ConnectionFields } from "./connection-target.ts";
import type { Sql } from "./sql.ts";

/**
 * Runs statements. Rows come back alike from every driver: bigint as bigint, numeric and date as string, timestamptz
 * as Date, json parsed, bytea as Uint8Array, SQL null as null, arrays as arrays of the same; every other type as text.
 *
 * A Date has milliseconds: microseconds are cut off, and infinity comes back as the last Date there is. Numbers inside
 * json are JavaScript numbers: larger integers than 2^53 belong into strings or columns of their own.
 * What PostgreSQL refuses is a SqlError (`sqlState(error)` reads its code); what the connection fails is a RotaError.
 */
export type Queryable = {
  query<Row>(statement: Sql<Row>, options?: QueryOptions): Promise<readonly Row[]>;
};

/** Limits of one statement. */
export type QueryOptions = {
  /** Cancels the statement on the server when it aborts; the query then fails with QUERY_CANCELLED. */
  signal?: AbortSignal;
  /** Another time limit than the database's own, for statements known to be long: migrations, restores. */
  timeoutMs?: number;
};

/**
 * Inside a transaction a further `transaction` is a savepoint; the outer one is left alone until it ends. After an
 * error every further statement is refused (25P02) until the level that failed is rolled back.
 * A Database is one too: whatever asks for a Transaction then opens its own.
 */
export type Transaction = Queryable & {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

/** Limits of one transaction. */
export type TransactionOptions = {
  /** One snapshot for all statements, no writes. Default: read committed, writes allowed. */
  readOnlySnapshot?: boolean;
};

/** Database that the engine works on, with its transactions and notifications. */
export type Database = Queryable & {
  /** The schema in which everything lives. */
  readonly schema: string;
  /**
   * Commits when `work` resolves, rolls back when it throws. Throws TRANSACTION_ROLLED_BACK when `work` resolved but
   * swallowed the error of a statement, since nothing was committed then.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Hears what `notify(channel, …)` sends, until the returned function is called; reconnects by itself. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Where `openSession` opens a session on the same server; not there, or undefined, where there is one connection only. */
  sessionAddress?(): SessionAddress | undefined;
  /** How its connections are used now; not there where there is one connection only. */
  poolUsage?(): PoolUsage | undefined;
  /** Waits for running statements, then frees everything. Further calls do nothing. */
  close(): Promise<void>;
};

export type PoolUsage = {
  /** How many there may be at once. */
  readonly size: number;
  readonly lent: number;
  /** Open, and used by nobody. */
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
};

/** Plain values, so that another thread can be given them. Holds the password: never to be logged. */
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
  /** Notifications may have been missed (the connection was lost and is back): look for yourself. */
  onGap(): void;
};

/** One connection to PostgreSQL: runs one statement at a time, with a time limit, and can cancel it on the server. */
import pg from "pg";
import type { Logger } from "../../runtime/logger.ts";
import { sqlState, toSqlError } from "../database-error.ts";
import { parserOf } from "../drivers/parse-value.ts";
import { cancelled, explainRefusal } from "../drivers/refusals.ts";
import { PREPARE_SESSION, WATCH_CLIENT } from "../drivers/session.sql.ts";
import { connectError, isLost, lostError } from "./connection-error.ts";
import type { ConnectionTarget } from "./connection-target.ts";
import { CANCELLED_STATE, StatementStop, timedOut } from "./stop-statement.ts";

export type ConnectOptions = {
  readonly target: ConnectionTarget;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly beforeConnect: (() => Promise<void>) | undefined;
  readonly logger: Logger;
};

/** What is sent. Without values and name it may hold several statements. */
export type WireStatement = {
  readonly text: string;
  readonly values?: (string | Uint8Array | null)[];
  readonly name?: string | undefined;
  /** Refuses several statements in one text. */
  readonly queryMode?: "extended";
};

export type RunOptions = { readonly signal?: AbortSignal; readonly timeoutMs?: number };
export type Answer = { readonly rows: readonly unknown[]; readonly command: string };

/** How long the server may take to answer a goodbye. */
const GOODBYE_MS = 2_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** The statement is not prepared on this connection (any more), or its prepared form went stale by a change of tables. */
const STALE_STATEMENT_STATES = ["26000", "0A000"];

/** Connects and sets the session up. */
export async function connectPostgres(options: ConnectOptions): Promise<PostgresConnection> {
  await options.beforeConnect?.();
  const connection = new PostgresConnection(options);
  await connection.open();
  return connection;
}

export class PostgresConnection {
  readonly #options: ConnectOptions;
  readonly #client: pg.Client;
  readonly #goneCallbacks: (() => void)[] = [];
  #previous: Promise<unknown> = Promise.resolve();
  #lost: Error | undefined;
  #serverVersion = 0;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#client = createClient(options);
    this.#client.on("error", (error) => this.#markGone(error));
    this.#client.on("end", () => this.#markGone(new Error("the server closed the connection")));
  }

  async open(): Promise<void> {
    try {
      await this.#client.connect();
      const { rows } = await this.run(
        { text: `${WATCH_CLIENT}; ${PREPARE_SESSION}` },
        { timeoutMs: this.#options.connectTimeoutMs },
      );
      this.#serverVersion = versionIn(rows[0]);
    } catch (error) {
      this.destroy();
      throw connectError(error, this.#options.target);
    }
  }

  /** Runs when the statements before it have ended. Of several statements in one text, the last one's rows. */
  run(statement: WireStatement, options: RunOptions = {}): Promise<Answer> {
    const answer = this.#previous.then(() => this.#runNow(statement, options));
    this.#previous = answer.catch(() => undefined);
    return answer;
  }

  /** As PostgreSQL counts: 150004 is 15.4. */
  get serverVersion(): number {
    return this.#serverVersion;
  }

  isBroken(): boolean {
    return this.#lost !== undefined;
  }

  /** Is called once, when the connection has gone for whatever reason. */
  onGone(callback: () => void): void {
    this.#goneCallbacks.push(callback);
  }

  onNotification(callback: (channel: string, payload: string) => void): void {
    this.#client.on("notification", (message) => callback(message.channel, message.payload ?? ""));
  }

  /** Cuts the connection. */
  destroy(reason = new Error("the connection was cut")): void {
    this.#markGone(reason);
    this.#client.connection.stream.destroy();
  }

  /** Says goodbye, then cuts; what still runs is lost. */
  async end(): Promise<void> {
    if (this.#lost !== undefined) return;
    this.#markGone(new Error("the connection was closed"));
    const deadline = setTimeout(() => this.destroy(), GOODBYE_MS);
    await this.#client.end().finally(() => clearTimeout(deadline));
  }

  async #runNow(statement: WireStatement, { signal, timeoutMs }: RunOptions): Promise<Answer> {
    if (this.#lost !== undefined) throw lostError(this.#lost, this.#options.target);
    if (signal?.aborted === true) throw cancelled(signal.reason);
    const limitMs = timeoutMs ?? this.#options.statementTimeoutMs;
    const stop = new StatementStop(this.#options, this.#client, () => this.destroy());
    const onAbort = () => stop.because("aborted");
    const timer = setTimeout(() => stop.because("timed out"), limitMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return lastAnswer(await this.#client.query<object>({ ...statement }));
    } catch (error) {
      const explained = this.#explain(error, statement);
      if (stop.reason === "timed out") throw timedOut(limitMs, explained);
      throw stop.reason === "aborted" || sqlState(explained) === CANCELLED_STATE ? cancelled(explained) : explained;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      await stop.settled();
    }
  }

  #explain(error: unknown, statement: WireStatement): Error {
    const sqlError = toSqlError(error);
    if (sqlError === undefined && error instanceof TypeError) return error; // a value could not be bound or parsed
    if (sqlError === undefined || isLost(sqlError.sqlState)) {
      this.destroy(error instanceof Error ? error : undefined);
      return lostError(error, this.#options.target);
    }
    if (statement.name !== undefined && STALE_STATEMENT_STATES.includes(sqlError.sqlState)) this.destroy(sqlError);
    return explainRefusal(sqlError);
  }

  #markGone(reason: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = reason;
    for (const callback of this.#goneCallbacks) callback();
  }
}

function createClient({ target, connectTimeoutMs }: ConnectOptions): pg.Client {
  return new pg.Client({
    host: target.host,
    port: target.port,
    user: target.user,
    password: target.password,
    database: target.database,
    ssl: target.tls ?? false,
    application_name: "rota",
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser: parserOf },
  });
}

/** The driver gives a list when the text held several statements. */
function lastAnswer(result: pg.QueryResult<object> | readonly pg.QueryResult<object>[]): Answer {
  const last = [result].flat().at(-1);
  return { rows: last?.rows ?? [], command: last?.command ?? "" };
}

function versionIn(row: unknown): number {
  const isVersion = typeof row === "object" && row !== null && "version" in row;
  return isVersion ? Number(row.version) : 0;
}

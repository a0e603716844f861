/** Runs one statement at a time on one PostgreSQL connection, with a time limit, and cancels it on the server when asked. */
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import pg from "pg";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { connectError, type ConnectionTarget, isLost, lostError } from "./connection-target.ts";
import { cancelled, explainRefusal, sqlState, toSqlError } from "./database-error.ts";
import { PREPARE_SESSION, WATCH_CLIENT } from "./database.sql.ts";
import { parserOf } from "./wire-values.ts";

export type ConnectOptions = {
  readonly target: ConnectionTarget;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly beforeConnect: (() => Promise<void>) | undefined;
  readonly logger: Logger;
};

/** Statement to send. Without values and name its text may have several statements. */
export type WireStatement = {
  readonly text: string;
  readonly values?: (string | Uint8Array | null)[];
  readonly name?: string | undefined;
  /** Mode in which the server refuses several statements in one text. */
  readonly queryMode?: "extended";
};

type RunOptions = { readonly signal?: AbortSignal; readonly timeoutMs?: number };
type Answer = { readonly rows: readonly unknown[]; readonly command: string };

/** Time that the server may take to close the connection. */
const END_MS = 2_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** Errors of a statement that is not prepared on this connection, or whose prepared form is outdated after a change of tables. */
const STALE_STATEMENT_STATES = ["26000", "0A000"];

/** Connects and sets up the session. */
export async function connectPostgres(options: ConnectOptions): Promise<PostgresConnection> {
  await options.beforeConnect?.();
  const connection = new PostgresConnection(options);
  await connection.open();
  return connection;
}

export class PostgresConnection {
  readonly #options: ConnectOptions;
  readonly #client: pg.Client;
  readonly #endCallbacks: (() => void)[] = [];
  #previous: Promise<unknown> = Promise.resolve();
  #lost: Error | undefined;
  #serverVersion = 0;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#client = createClient(options);
    this.#client.on("error", (error) => this.#markLost(error));
    this.#client.on("end", () => this.#markLost(new Error("the server closed the connection")));
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

  /** Runs a statement after the ones before it have ended. For several statements in one text, returns the rows of the last one. */
  run(statement: WireStatement, options: RunOptions = {}): Promise<Answer> {
    const answer = this.#previous.then(() => this.#runNow(statement, options));
    this.#previous = answer.catch(() => undefined);
    return answer;
  }

  /** Version number in PostgreSQL's form: 150004 is 15.4. */
  get serverVersion(): number {
    return this.#serverVersion;
  }

  isBroken(): boolean {
    return this.#lost !== undefined;
  }

  /** Calls the callback once, when the connection has ended for any reason. */
  onEnd(callback: () => void): void {
    this.#endCallbacks.push(callback);
  }

  onNotification(callback: (channel: string, payload: string) => void): void {
    this.#client.on("notification", (message) => callback(message.channel, message.payload ?? ""));
  }

  /** Closes the socket at once. */
  destroy(reason = new Error("the connection was cut")): void {
    this.#markLost(reason);
    this.#client.connection.stream.destroy();
  }

  /** Asks the server to close the connection, and closes the socket if it does not. Running statements are lost. */
  async end(): Promise<void> {
    if (this.#lost !== undefined) return;
    this.#markLost(new Error("the connection was closed"));
    const deadline = setTimeout(() => this.destroy(), END_MS);
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
    if (sqlError === undefined && error instanceof TypeError) return error; // a value could not be converted
    if (sqlError === undefined || isLost(sqlError.sqlState)) {
      this.destroy(error instanceof Error ? error : undefined);
      return lostError(error, this.#options.target);
    }
    if (statement.name !== undefined && STALE_STATEMENT_STATES.includes(sqlError.sqlState)) this.destroy(sqlError);
    return explainRefusal(sqlError);
  }

  #markLost(reason: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = reason;
    for (const callback of this.#endCallbacks) callback();
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

/** Returns the last result. The driver returns a list when the text has several statements. */
function lastAnswer(result: pg.QueryResult<object> | readonly pg.QueryResult<object>[]): Answer {
  const last = [result].flat().at(-1);
  return { rows: last?.rows ?? [], command: last?.command ?? "" };
}

function versionIn(row: unknown): number {
  const isVersion = typeof row === "object" && row !== null && "version" in row;
  return isVersion ? Number(row.version) : 0;
}

type Reason = "aborted" | "timed out";
type StopOptions = { readonly target: ConnectionTarget; readonly connectTimeoutMs: number; readonly logger: Logger };

/** Code of a cancelled statement, whether we or an administrator cancelled it. */
const CANCELLED_STATE = "57014";

/** Time that a cancelled statement may take to stop before its connection is closed. */
const CANCEL_GRACE_MS = 5_000;

/** Cancels one statement, at most once. */
class StatementStop {
  readonly #options: StopOptions;
  readonly #client: pg.Client;
  readonly #cut: () => void;
  #request: Promise<void> = Promise.resolve();
  #grace: NodeJS.Timeout | undefined;
  #reason: Reason | undefined;

  constructor(options: StopOptions, client: pg.Client, cut: () => void) {
    this.#options = options;
    this.#client = client;
    this.#cut = cut;
  }

  get reason(): Reason | undefined {
    return this.#reason;
  }

  because(reason: Reason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#grace = setTimeout(this.#cut, CANCEL_GRACE_MS);
    this.#request = this.#askServer();
  }

  /** Resolves when the cancel request has been processed: a late one would cancel the next statement. */
  async settled(): Promise<void> {
    clearTimeout(this.#grace);
    await this.#request;
  }

  async #askServer(): Promise<void> {
    const key = sessionKey(this.#client);
    if (key === undefined) return this.#cut();
    const { target, connectTimeoutMs, logger } = this.#options;
    await sendCancelRequest(target, key, connectTimeoutMs).catch((error: unknown) => {
      logger.debug({ err: error }, "a cancel request did not reach PostgreSQL; the connection is cut instead");
      this.#cut();
    });
  }
}

/** Returns the key with which the server lets this session be cancelled; the driver's types do not declare it. */
function sessionKey(client: pg.Client): SessionKey | undefined {
  if (!("processID" in client && "secretKey" in client)) return undefined;
  const { processID: processId, secretKey } = client;
  return typeof processId === "number" && typeof secretKey === "number" ? { processId, secretKey } : undefined;
}

function timedOut(limitMs: number, cause: unknown): RotaError {
  const message = `a statement took longer than ${String(limitMs)} ms and was stopped: make it smaller or raise statementTimeoutMs`;
  return new RotaError("QUERY_TIMED_OUT", message, { limitMs }, { cause });
}

const CANCEL_REQUEST_CODE = 80_877_102;
const TLS_REQUEST_CODE = 80_877_103;

type SessionKey = { processId: number; secretKey: number };

/** Sends a cancel request; resolves when the server has accepted it, which it confirms by closing the connection. */
async function sendCancelRequest(target: ConnectionTarget, key: SessionKey, timeoutMs: number): Promise<void> {
  const plain = openSocket(target);
  const deadline = setTimeout(() => plain.destroy(new Error("the cancel request timed out")), timeoutMs);
  try {
    await once(plain, "connect");
    const socket = target.tls === undefined ? plain : await secure(plain, target);
    const closed = once(socket.resume(), "close");
    // Not `end`: a half-closed connection crashes PgBouncer 1.18.
    socket.write(packet(CANCEL_REQUEST_CODE, key.processId, key.secretKey));
    await closed;
  } finally {
    clearTimeout(deadline);
    plain.destroy();
  }
}

function openSocket(target: ConnectionTarget): Socket {
  if (target.host.startsWith("/")) return connectTcp(`${target.host}/.s.PGSQL.${String(target.port)}`);
  return connectTcp(target.port, target.host);
}

async function secure(plain: Socket, target: ConnectionTarget): Promise<Socket> {
  plain.write(packet(TLS_REQUEST_CODE));
  await once(plain, "data"); // one character; a server without TLS fails the handshake below
  const socket = connectTls({ ...target.tls, socket: plain });
  await once(socket, "secureConnect");
  return socket;
}

/** Builds a packet: its length, then numbers of 32 bits each. */
function packet(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + numbers.length * 4);
  bytes.writeInt32BE(bytes.length, 0);
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 + index * 4));
  return bytes;
}

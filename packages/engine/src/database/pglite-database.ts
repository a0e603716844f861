/** Implements the database contract on PGlite: PostgreSQL in this process, in memory or on a folder, with one connection. */
import { join } from "node:path";
import type * as PgliteModule from "@electric-sql/pglite";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { cancelled, closedError, explainRefusal, toSqlError } from "./database-error.ts";
import { listenTo, PREPARE_SESSION, unlistenFrom } from "./database.sql.ts";
import type { Database, Listener, QueryOptions, Transaction, TransactionOptions } from "./database.ts";
import { checkSchemaName, runTransaction, type Session, Subscriptions, wireChannel } from "./driver-session.ts";
import { lockFolder } from "./pglite-folder-lock.ts";
import { inSchema, type Sql } from "./sql.ts";
import { bindValue, bytesText, parsedTypes } from "./wire-values.ts";

export type PgliteOptions = {
  /** Folder of the data, which is stored in a folder `pglite` inside it. Default: data is kept in memory. */
  readonly folder?: string;
  readonly schema: string;
  readonly logger: Logger;
  /** Data folder that `dumpDataDir` made earlier, with which tests start faster. */
  readonly startFrom?: Blob;
  /** PGlite that `startPglite` started and no other database uses. Tests use one after another. */
  readonly started?: StartedPglite;
};

/** Time that a statement waits while a transaction has the connection. */
const TURN_WAIT_MS = 60_000;

const keepText = (value: string) => value;

/** Opens PGlite. It has one connection, so statements outside a transaction wait until that has ended. */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  checkSchemaName(options.schema);
  const unlock = options.folder === undefined ? async () => undefined : await lockFolder(options.folder);
  try {
    const pglite = options.started ?? (await startPglite(options));
    await pglite.exec(PREPARE_SESSION);
    return new PgliteDatabase(options.schema, pglite, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

export async function startPglite(options: Omit<PgliteOptions, "schema" | "started">): Promise<StartedPglite> {
  const { folder, startFrom, logger } = options;
  const { PGlite } = await importPglite();
  const parsers = Object.fromEntries(parsedTypes());
  const given: PgliteModule.PGliteOptions = {
    parsers,
    ...(folder === undefined ? {} : { dataDir: join(folder, "pglite") }),
    ...(startFrom === undefined ? {} : { loadDataDir: startFrom }),
  };
  const startedAt = performance.now();
  const pglite = await PGlite.create(given);
  // Values are text already; PGlite would convert them again by its own rules.
  for (const type of Object.keys(pglite.serializers)) pglite.serializers[type] = keepText;
  logger.debug({ startMs: Math.round(performance.now() - startedAt), folder }, "PGlite has started");
  return pglite;
}

async function importPglite(): Promise<typeof PgliteModule> {
  try {
    return await import("@electric-sql/pglite");
  } catch (error) {
    const message =
      "PGlite is not installed: run `npm install @electric-sql/pglite`, or name a PostgreSQL server (ROTA_DATABASE_URL)";
    throw new RotaError("DATABASE_DRIVER_MISSING", message, { driver: "@electric-sql/pglite" }, { cause: error });
  }
}

class PgliteDatabase implements Database {
  readonly schema: string;
  readonly #pglite: StartedPglite;
  readonly #unlock: () => Promise<unknown>;
  readonly #turns = new Turns(TURN_WAIT_MS);
  readonly #subscriptions = new Subscriptions();
  #closing: Promise<void> | undefined;

  constructor(schema: string, pglite: StartedPglite, unlock: () => Promise<unknown>) {
    this.schema = schema;
    this.#pglite = pglite;
    this.#unlock = unlock;
    pglite.onNotification((channel, payload) => this.#subscriptions.notify(channel, payload));
  }

  async query<Row>(statement: Sql<Row>, options?: QueryOptions): Promise<readonly Row[]> {
    return this.#inTurn(() => this.#run(statement, options), options?.signal);
  }

  async transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.#inTurn(() => runTransaction(this.#session, work, options));
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const name = wireChannel(this.schema, channel);
    await this.#inTurn(() => this.#command(listenTo(name)));
    const remove = this.#subscriptions.add(name, listener);
    return async () => {
      if (remove() === "others are left" || this.#closing !== undefined) return;
      await this.#inTurn(() => this.#command(unlistenFrom(name)));
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#turns.take(async () => {
      await this.#pglite.close();
      await this.#unlock();
    });
    return this.#closing;
  }

  async #inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#closing !== undefined) throw closedError();
    return this.#turns.take(work, signal);
  }

  readonly #session: Session = {
    query: (statement, options) => this.#run(statement, options),
    command: (text) => this.#command(text),
    discard: () => undefined, // there is no other session to continue with
  };

  async #run<Row>(statement: Sql<Row>, options?: QueryOptions): Promise<readonly Row[]> {
    if (options?.signal?.aborted === true) throw cancelled(options.signal.reason);
    const text = inSchema(statement.text, this.schema);
    try {
      if (!statement.isScript) return (await this.#pglite.query<Row>(text, statement.values.map(bindText))).rows;
      await this.#pglite.exec(text);
      return [];
    } catch (error) {
      throw explained(error);
    }
  }

  /** Runs a command and returns the server's answer, which the functions of PGlite do not return. */
  async #command(text: string): Promise<string> {
    try {
      const { messages } = await this.#pglite.execProtocol(simpleQuery(text));
      const answer = messages.find((answered) => answered.name === "commandComplete");
      return answer !== undefined && "text" in answer ? String(answer.text) : "";
    } catch (error) {
      throw explained(error);
    }
  }
}

function explained(error: unknown): unknown {
  const refused = toSqlError(error);
  return refused === undefined ? error : explainRefusal(refused);
}

function bindText(value: Parameters<typeof bindValue>[0]): string | null {
  const bound = bindValue(value);
  return bound instanceof Uint8Array ? bytesText(bound) : bound;
}

/** Builds a message of PostgreSQL's protocol: Q, its length, the text and a zero byte. */
function simpleQuery(text: string): Buffer {
  const head = Buffer.from("Q\0\0\0\0");
  const body = Buffer.from(`${text}\0`);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Runs one piece of work at a time, in the order of the calls. */
class Turns {
  readonly #waitMs: number;
  #last: Promise<void> = Promise.resolve();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Runs the work when all earlier work has ended, unless that takes too long or the signal aborts. */
  take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let hasLeft = false;
      const leave = (error: RotaError) => {
        hasLeft = true;
        reject(error);
      };
      const onAbort = () => leave(cancelled(signal?.reason));
      const timer = setTimeout(() => leave(busyError(this.#waitMs)), this.#waitMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
      this.#last = this.#last.then(async () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        if (!hasLeft) await work().then(resolve, reject);
      });
    });
  }
}

function busyError(waitMs: number): RotaError {
  const message =
    `the one connection of PGlite was busy for ${String(waitMs)} ms: inside a transaction use its own handle, ` +
    `never the database, and keep it short`;
  return new RotaError("DATABASE_UNAVAILABLE", message, { waitMs });
}

/** Part of a started PGlite that the driver uses; PGlite's own types may not be installed. */
export type StartedPglite = {
  exec(text: string): Promise<unknown>;
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  execProtocol(message: Uint8Array): Promise<{ messages: readonly { readonly name: string }[] }>;
  onNotification(listener: (channel: string, payload: string) => void): unknown;
  close(): Promise<void>;
};

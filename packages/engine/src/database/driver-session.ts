/** Contains what all drivers share: transactions and savepoints of a session, checks of schema and channel names, subscriptions. */
import { RotaError } from "../errors.ts";
import { sqlState } from "./database-error.ts";
import * as session from "./database.sql.ts";
import type { Listener, Queryable, Transaction, TransactionOptions } from "./database.ts";

/** Connection of one transaction. */
export type Session = Queryable & {
  /** Runs a transaction command and returns the server's answer, such as COMMIT or ROLLBACK. */
  command(text: string): Promise<string>;
  /** Makes sure that this session is not used again. */
  discard(): void;
};

type Work<Result> = (tx: Transaction) => Promise<Result>;

const FAILED_TRANSACTION = "25P02";

export async function runTransaction<Result>(
  on: Session,
  work: Work<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  await on.command(options.readOnlySnapshot === true ? session.BEGIN_SNAPSHOT : session.BEGIN);
  const result = await runLevel(on, 0, work).catch(async (error: unknown) => {
    await on.command(session.ROLLBACK).catch(() => on.discard());
    throw error;
  });
  const answer = await on.command(session.COMMIT);
  if (answer !== "COMMIT") throw rolledBack();
  return result;
}

async function runNested<Result>(on: Session, depth: number, work: Work<Result>): Promise<Result> {
  await on.command(session.savepoint(depth));
  try {
    const result = await runLevel(on, depth, work);
    await on.command(session.releaseSavepoint(depth));
    return result;
  } catch (error) {
    // It also fails on a lost connection, which the outer level then detects.
    await on.command(session.rollbackToSavepoint(depth)).catch(() => undefined);
    throw sqlState(error) === FAILED_TRANSACTION ? rolledBack(error) : error;
  }
}

/** Runs the work with a handle that refuses statements after the work has ended: another caller may have its connection then. */
async function runLevel<Result>(on: Session, depth: number, work: Work<Result>): Promise<Result> {
  let isOver = false;
  let hasNested = false;
  const assertUsable = () => {
    if (isOver) throw misused("a statement came after its transaction had ended: await every query inside it");
    if (hasNested) throw misused("a transaction was used while one nested in it was running: use the inner one");
  };
  const tx: Transaction = {
    query: async (statement, options) => {
      assertUsable();
      return on.query(statement, options);
    },
    transaction: async (nestedWork) => {
      assertUsable();
      hasNested = true;
      return runNested(on, depth + 1, nestedWork).finally(() => (hasNested = false));
    },
  };
  return work(tx).finally(() => (isOver = true));
}

function misused(message: string): RotaError {
  return new RotaError("TRANSACTION_MISUSED", message);
}

function rolledBack(cause?: unknown): RotaError {
  return new RotaError(
    "TRANSACTION_ROLLED_BACK",
    "a statement failed inside the transaction and its error was swallowed, so PostgreSQL rolled everything back: " +
      "let the error out, or put the statement into a nested transaction",
    {},
    { cause },
  );
}

/** Maximum length of a name. PostgreSQL truncates longer names silently, so they are refused. */
const NAME_BYTES_MAX = 63;
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,39}$/;

/** Refuses names that need quotes, since names are inserted into statements without quotes. */
export function checkSchemaName(schema: string): void {
  if (SCHEMA_NAME.test(schema) && !schema.startsWith("pg_") && schema !== "information_schema") return;
  throw new RotaError(
    "CONFIG_INVALID",
    `schema "${schema}" cannot be used: give 1 to 40 lower-case letters, digits and underscores, not starting with a digit or pg_`,
    { schema },
  );
}

/** Returns the channel with the schema in its name. All schemas of a database share channels, so this separates installations. */
export function wireChannel(schema: string, channel: string): string {
  const name = `${schema}.${channel}`;
  const bytes = Buffer.byteLength(name);
  if (channel !== "" && bytes <= NAME_BYTES_MAX && !name.includes("\0")) return name;
  throw new RotaError(
    "CONFIG_INVALID",
    `channel "${channel}" cannot be used: with the schema's name it has ${String(bytes)} bytes, it must have a name and at most ${String(NAME_BYTES_MAX)}`,
    { channel },
  );
}

export class Subscriptions {
  readonly #listeners = new Map<string, Set<Listener>>();

  channels(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  /** Adds a listener. The returned function removes it and returns whether it was the last one of its channel. */
  add(channel: string, given: Listener): () => "last of its channel" | "others are left" {
    const listener = { ...given }; // the same object may be added twice and then removed once
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return "others are left";
      this.#listeners.delete(channel);
      return "last of its channel";
    };
  }

  notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener.onNotification(payload);
  }

  reportGap(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.onGap();
  }
}

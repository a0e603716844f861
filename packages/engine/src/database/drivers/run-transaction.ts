/** Begins, commits and rolls back on one session; nested transactions are savepoints. Opens transactions. */
import { RotaError } from "../../errors.ts";
import type { Queryable, Transaction, TransactionOptions } from "../database.ts";
import { sqlState } from "../database-error.ts";
import * as session from "./session.sql.ts";

/** One connection for as long as the transaction lasts. */
export type Session = Queryable & {
  /** Runs a transaction command and gives the server's answer, such as COMMIT or ROLLBACK. */
  command(text: string): Promise<string>;
  /** Makes sure that nobody uses this session any more. */
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
    // A lost connection fails here as well; the outer level then finds out by itself.
    await on.command(session.rollbackToSavepoint(depth)).catch(() => undefined);
    throw sqlState(error) === FAILED_TRANSACTION ? rolledBack(error) : error;
  }
}

/** Runs the work with a handle that refuses once the work is over: its connection then belongs to somebody else. */
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

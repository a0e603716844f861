/** Queries the database until the coordinator is closed, and defines mirrors of locks and answers. */
import assert from "node:assert/strict";
import { mayHaveRun } from "../database/database-error.ts";
import type { Database } from "../database/database.ts";
import type { Sql } from "../database/sql.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Lock } from "./locks.ts";

export type LockDatabase = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when the coordinator begins to close. */
  readonly closing: AbortSignal;
  /** Throws COORDINATOR_CLOSED after `close`. */
  checkOpen(): void;
  query<Row>(statement: Sql<Row>): Promise<readonly Row[]>;
  /** Runs a statement that returns exactly one row. */
  one<Row>(statement: Sql<Row>): Promise<Row>;
  /**
   * Runs a statement that has no further effect when it is repeated with the same token. If the connection broke before
   * the reply came, it is repeated once: otherwise no caller would have what it took, until that expires.
   */
  oneForSure<Row>(statement: Sql<Row>): Promise<Row>;
  /** Runs work that ends soon after `closing` aborts. `close` waits for it, because it needs the database. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

export function createLockDatabase(parts: Pick<LockDatabase, "database" | "clock" | "logger">): LockDatabase {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  const checkOpen = (): void => {
    if (isClosed)
      throw new RotaError("COORDINATOR_CLOSED", "the coordinator was closed: close it last, or make another");
  };
  const query = async <Row>(statement: Sql<Row>): Promise<readonly Row[]> => {
    checkOpen();
    return parts.database.query(statement);
  };
  const one = async <Row>(statement: Sql<Row>): Promise<Row> => {
    const [row] = await query(statement);
    assert(row !== undefined, "the statement returns one row");
    return row;
  };
  return {
    ...parts,
    closing: closing.signal,
    checkOpen,
    query,
    one,
    oneForSure: (statement) =>
      one(statement).catch((error: unknown) => {
        if (isReplyLost(error)) return one(statement);
        throw error;
      }),
    during(work) {
      const result = work();
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      isClosed = true;
    },
  };
}

function isReplyLost(error: unknown): boolean {
  return isRotaError(error, "DATABASE_UNAVAILABLE") && mayHaveRun(error);
}

/** Copy of locks in a second store. It repeats what the database answered and never decides. */
export type LockMirror = {
  /**
   * Returns a lock that the database reported as held less than `MIRRORED_LOCK_MS` ago. Never one that guards a task, which
   * may end at any moment. Undefined: query the database.
   */
  recent(key: string): Promise<Lock | undefined>;
  /** Stores a lock that the database has just reported as held. */
  keep(lock: Lock): Promise<void>;
  /** Deletes a lock that has ended. */
  forget(lock: Pick<Lock, "key" | "startedAt">): Promise<void>;
};

/** Stored answer. It does not change until it expires, so the database need not be queried again. */
export type KeptAnswer = { readonly inputHash: string; readonly answer: unknown; readonly finishedAt: Date };

export type OnceName = { readonly scope: string; readonly key: string };

/** Copy of answers in a second store. It repeats what the database answered and never decides. */
export type OnceMirror = {
  /** Returns a stored answer. Undefined: query the database. */
  answer(name: OnceName): Promise<KeptAnswer | undefined>;
  keep(name: OnceName, kept: KeptAnswer & { readonly expiresAt: Date }): Promise<void>;
};

const nothing = async (): Promise<undefined> => undefined;

export const noLockMirror: LockMirror = { recent: nothing, keep: nothing, forget: nothing };
export const noOnceMirror: OnceMirror = { answer: nothing, keep: nothing };

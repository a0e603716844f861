/** Queries the database until it is closed, and defines what a second store may mirror of locks and answers. */
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
  /** Throws COORDINATOR_CLOSED once it is closed. */
  checkOpen(): void;
  query<Row>(statement: Sql<Row>): Promise<readonly Row[]>;
  /** For statements that return exactly one row. */
  one<Row>(statement: Sql<Row>): Promise<Row>;
  /**
   * The same for statements that do nothing more when they are run again with the same token. If the connection broke
   * before the reply came, it is asked for once more: else what was taken would be nobody's until its time is over.
   */
  oneForSure<Row>(statement: Sql<Row>): Promise<Row>;
  /** Waits for something that ends soon after `closing` aborts and needs the database until then. */
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

/** Store beside the database that remembers locks: it repeats what the database said and never decides. */
export type LockMirror = {
  /**
   * A lock of which the database said less than `MIRRORED_LOCK_MS` ago that it is held. Never one that guards a task,
   * which may end at any moment. Undefined: ask the database.
   */
  recent(key: string): Promise<Lock | undefined>;
  /** The database has just said that it is held. */
  keep(lock: Lock): Promise<void>;
  /** It has ended. */
  forget(lock: Pick<Lock, "key" | "startedAt">): Promise<void>;
};

/** An answer does not change any more until its time is over, so it needs no second look. */
export type KeptAnswer = { readonly inputHash: string; readonly answer: unknown; readonly finishedAt: Date };

export type OnceName = { readonly scope: string; readonly key: string };

/** Store beside the database that remembers answers: it repeats what the database said and never decides. */
export type OnceMirror = {
  /** Undefined: ask the database. */
  answer(name: OnceName): Promise<KeptAnswer | undefined>;
  keep(name: OnceName, kept: KeptAnswer & { readonly expiresAt: Date }): Promise<void>;
};

const nothing = async (): Promise<undefined> => undefined;

export const noLockMirror: LockMirror = { recent: nothing, keep: nothing, forget: nothing };
export const noOnceMirror: OnceMirror = { answer: nothing, keep: nothing };

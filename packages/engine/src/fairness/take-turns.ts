/** Claims the next chunks of a pool in fair order, leased to one owner, in one statement. */
import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";
import { takeTurnRows } from "./fairness.sql.ts";

export const TURNS_MAX = 1_000;

export type TurnsRequest = {
  /** The pool. */
  readonly queue: string;
  /** The queues of the pool that the owner serves. Default: the one that has its name. */
  readonly routes?: readonly string[];
  /** Maximum number of chunks: the free slots of the worker. At most TURNS_MAX. */
  readonly limit: number;
  /** Owner of the leases. */
  readonly owner: string;
  /** Whether the owner holds its presence lock, so that other processes notice when it exits. Default false. */
  readonly isWatched?: boolean;
  readonly leaseMs: number;
  /** Token of the lease, never used before. Defaults to a new one. */
  readonly leaseToken?: bigint;
};

/** Chunk that was claimed. Every write about it must carry the lease token. */
export type TakenChunk = {
  readonly taskId: bigint;
  readonly number: number;
  /** Number of this dispatch within its pool. */
  readonly turn: bigint;
  /** Leaf in which it waited. */
  readonly lane: string;
  /** Id of its type and version, as `typeId()` returns it. */
  readonly typeId: string;
  readonly attempt: number;
  /** Whether a process died while it ran: it must run alone. */
  readonly isSuspect: boolean;
  readonly leaseToken: bigint;
  readonly payload: unknown;
};

/** Claims chunks in the order of their turns. Fewer than the limit may come when deciding took long: only none means that nothing may run now. */
export async function takeTurns(database: Database, request: TurnsRequest): Promise<TakenChunk[]> {
  const { leaseToken = newLeaseToken() } = request;
  const limit = Math.min(request.limit, TURNS_MAX);
  const rows = await database.query(takeTurnRows({ isWatched: false, ...request, limit, token: leaseToken }));
  return rows.flatMap(({ first_turn: firstTurn, chunks }) =>
    chunks.map(([taskId, number, lane, typeId, attempt, isSuspect, payload], index) => ({
      taskId: BigInt(taskId),
      number,
      turn: firstTurn + BigInt(index),
      lane,
      typeId,
      attempt,
      isSuspect,
      leaseToken,
      payload,
    })),
  );
}

/** Returns a random token, not a counter: a claim that a crash of the database undid must not share it with a later claim. */
export function newLeaseToken(): bigint {
  return randomBytes(8).readBigUInt64BE() >> 1n;
}

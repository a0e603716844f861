/** Claims the next chunks of a queue in fair order, leased to one owner, in one statement. */
import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";
import { takeTurnRows } from "./fairness.sql.ts";

export const TURNS_MAX = 1_000;

export type TurnsRequest = {
  readonly queue: string;
  /** How many chunks at most: the free slots of the worker. Up to TURNS_MAX. */
  readonly limit: number;
  /** Who will work on them. */
  readonly owner: string;
  /** Whether the owner holds its presence lock, so that others notice when it has gone. Default false. */
  readonly isWatched?: boolean;
  readonly leaseMs: number;
  /** Of its lease, never used before. Default: a new one. */
  readonly leaseToken?: bigint;
};

/** A chunk that was claimed. Every write about it must carry the lease token. */
export type TakenChunk = {
  readonly taskId: bigint;
  readonly number: number;
  /** Number of this dispatch within its queue. */
  readonly turn: bigint;
  /** The leaf that it waited in. */
  readonly lane: string;
  /** Of its type and version, as `typeId()` gives it. */
  readonly typeId: string;
  readonly attempt: number;
  /** A process died while it ran: it must run with nothing beside it. */
  readonly isSuspect: boolean;
  readonly leaseToken: bigint;
  readonly payload: unknown;
};

/** In the order of their turns. Fewer than the limit may mean that deciding took its time: only none means that nothing may run now. */
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

/** Random, not counted: a claim that a crash of the database undid must not share its token with a later one. */
export function newLeaseToken(): bigint {
  return randomBytes(8).readBigUInt64BE() >> 1n;
}

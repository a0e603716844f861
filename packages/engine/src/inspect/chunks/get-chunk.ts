/** Shows one chunk with all that is kept of it: payload, result, attempts, decisions. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { listAttempts } from "../../progress/list-attempts.ts";
import { notFound } from "../tasks/get-task.ts";
import type { ChunkDecision, ChunkDetails } from "./chunk-view.ts";
import * as rows from "./chunks.sql.ts";
import { viewChunk } from "./list-chunks.ts";

export type ChunkPlace = {
  readonly taskId: bigint;
  /** Counted from 1. */
  readonly number: number;
  readonly tenant?: string | undefined;
};

/** Throws TASK_NOT_FOUND when there is no such task, or no such chunk in it, or it is of another tenant. */
export async function getChunk(
  on: Queryable,
  { taskId, number, tenant = undefined }: ChunkPlace,
): Promise<ChunkDetails> {
  const [place] = await on.query(rows.selectTaskPlace({ taskId, tenant: tenant ?? null }));
  if (place === undefined) throw notFound(taskId);
  const chunkCount = place.chunk_count;
  const [view] = await on.query(rows.selectChunkViews({ taskId, numbers: [number], chunkCount }));
  const [rest] = await on.query(rows.selectChunkRest({ taskId, number, tenant: tenant ?? null }));
  if (view === undefined || rest === undefined) throw noChunk(taskId, number, place.total);
  return {
    ...viewChunk(view),
    tenant: rest.tenant,
    group: rest.group_name,
    queue: rest.queue,
    type: rest.type,
    leaseUntil: rest.lease_until ?? undefined,
    isSuspect: rest.is_suspect,
    returns: rest.returns,
    payload: rest.payload ?? undefined,
    result: rest.result ?? undefined,
    lastError: rest.last_error ?? undefined,
    attempts: await listAttempts(on, { taskId, number }),
    decision: decisionOf(rest),
  };
}

function decisionOf(rest: rows.ChunkRestRow): ChunkDecision | undefined {
  const { decision: state, decided_by: by, decided_at: at, reason } = rest;
  if (state === null || by === null || at === null) return undefined;
  return { state, by, at, reason: reason ?? undefined };
}

function noChunk(taskId: bigint, number: number, total: number): RotaError {
  const message = `task ${String(taskId)} has no chunk ${String(number)}: its chunks are 1 to ${String(total)}`;
  return new RotaError("TASK_NOT_FOUND", message, { task: String(taskId), number });
}

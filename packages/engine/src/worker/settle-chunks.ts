/** Settles chunks in batches, each in one statement fenced by lease tokens: their outcomes, the ends of their tasks and the chunks that follow. */
import assert from "node:assert/strict";
import { sqlState } from "../database/database-error.ts";
import type { Queryable } from "../database/database.ts";
import { json, type JsonValue } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { backoffMs } from "../runtime/loop.ts";
import { type DecidedOutcome, OUTCOME_NAMES, type ResultJson } from "../tasks/outcome.ts";
import type { WorkerContext } from "./worker-context.ts";
import { settleChunkRows } from "./worker.sql.ts";

/** The largest number of chunks in one call: as many as one claim returns. */
export const SETTLED_MAX = 1_000;

export type LeasedChunk = { readonly taskId: bigint; readonly number: number; readonly leaseToken: bigint };

/** A leased chunk with the outcome of its attempt. */
export type EndedChunk = LeasedChunk & DecidedOutcome;

type CompletedChunk = LeasedChunk & { readonly result?: ResultJson };

/** A chunk that ended otherwise than by completing it. */
type UnfinishedChunk = Exclude<EndedChunk, { readonly kind: "completed" | "committed" }>;

export type Settlement = { readonly owner: string; readonly ended: readonly EndedChunk[] };

/** Lists the chunks whose lease was lost: another worker has them, or they were ended, and nothing about them was changed. */
export type Settled = { readonly lost: readonly LeasedChunk[] };

export async function settleChunks(on: Queryable, { owner, ended }: Settlement): Promise<Settled> {
  const completed: CompletedChunk[] = [];
  const unfinished: UnfinishedChunk[] = [];
  for (const chunk of ended) {
    if (chunk.kind === "completed") completed.push(chunk);
    else if (chunk.kind !== "committed") unfinished.push(chunk);
  }
  return settleLists(on, { owner, completed, unfinished });
}

/** Completes chunks without results and returns those of them that still had their leases. */
export async function completeChunks(on: Queryable, chunks: readonly LeasedChunk[]): Promise<LeasedChunk[]> {
  const { lost } = await settleLists(on, { owner: "", completed: chunks, unfinished: [] });
  if (lost.length === 0) return [...chunks];
  const lostChunks = new Set(lost);
  return chunks.filter((chunk) => !lostChunks.has(chunk));
}

type SettledLists = {
  readonly owner: string;
  readonly completed: readonly CompletedChunk[];
  readonly unfinished: readonly UnfinishedChunk[];
};

/** Turns outcomes into the parameters of rota.settle_chunks(). */
async function settleLists(on: Queryable, { owner, completed, unfinished }: SettledLists): Promise<Settled> {
  const count = completed.length + unfinished.length;
  if (count === 0) return { lost: [] };
  assert(count <= SETTLED_MAX, `${String(count)} chunks to settle, at most ${String(SETTLED_MAX)}`);
  const [row] = await on.query(
    settleChunkRows({
      owner,
      taskIds: completed.map(({ taskId }) => taskId),
      numbers: completed.map(({ number }) => number),
      leaseTokens: completed.map(({ leaseToken }) => leaseToken),
      results: resultsOf(completed),
      others: unfinished.length === 0 ? null : json(unfinished.map(attemptOf)),
    }),
  );
  return { lost: [...missing(completed, row?.completed ?? null), ...missing(unfinished, row?.others ?? null)] };
}

/** The results are JSON texts already, so they are joined and not written again. */
function resultsOf(completed: readonly CompletedChunk[]): JsonValue | null {
  if (!completed.some(({ result }) => result !== undefined)) return null;
  return { jsonText: `[${completed.map(({ result }) => result ?? "null").join(",")}]` };
}

/**
 * An attempt as rota.end_attempts() takes it. The database decides whether a retry is the last one, where it counts attempts. The
 * error becomes the chunk's last error and is kept with the attempt.
 */
function attemptOf(chunk: UnfinishedChunk): unknown {
  const { taskId, number, leaseToken, kind } = chunk;
  const attempt = {
    task_id: String(taskId),
    number,
    lease_token: String(leaseToken),
    outcome: OUTCOME_NAMES[kind],
    delay_ms: 0,
  };
  switch (chunk.kind) {
    case "retry":
      return { ...attempt, delay_ms: Math.round(chunk.delayMs ?? 0), error: chunk.error };
    case "snooze":
      return { ...attempt, delay_ms: Math.round(chunk.afterMs), error: { code: chunk.code, message: chunk.reason } };
    case "fail":
    case "exhausted":
      return { ...attempt, error: chunk.error };
    case "return":
      return attempt;
  }
}

function missing(chunks: readonly LeasedChunk[], places: readonly number[] | null): readonly LeasedChunk[] {
  if (places === null) return [];
  const found = new Set(places);
  return chunks.filter((_, index) => !found.has(index + 1));
}

export type SettlerEvents = {
  /**
   * The outcomes of these chunks are in the database, or other workers have the chunks. Chunks that were given up are not among
   * them: they may still be leased here, and their leases stay so that they can be rescued.
   */
  readonly onSettled: (chunks: readonly LeasedChunk[]) => void;
  /** A batch is over, settled or given up. */
  readonly onOver: (chunks: readonly LeasedChunk[]) => void;
};

export type Settler = {
  /** The number of outcomes that are not in the database yet. */
  readonly waiting: number;
  add(chunk: EndedChunk): void;
  /** Returns when all outcomes added so far are settled, or given up. */
  settled(): Promise<void>;
  /** From now on outcomes that cannot be settled at once are dropped: their chunks are rescued when their leases end. */
  giveUp(): void;
};

const BACKOFF = { firstMs: 100, factor: 2, maxMs: 5_000 };

/** Settles outcomes in batches: those that come while a batch is under way go with the next. */
export function createSettler(context: WorkerContext, { onSettled, onOver }: SettlerEvents): Settler {
  let queue: EndedChunk[] = [];
  let count = 0;
  let flushing: Promise<void> | undefined;
  const givenUp = new AbortController();

  const flush = async (): Promise<void> => {
    await context.clock.wait(0); // chunks that end in the same turn of the event loop go along
    while (queue.length > 0) {
      const batch = queue.slice(0, SETTLED_MAX);
      queue = queue.slice(SETTLED_MAX);
      const isSettled = await settleBatch(context, batch, givenUp.signal);
      count -= batch.length;
      onSettled(isSettled ? batch : batch.filter(({ kind }) => kind === "committed"));
      onOver(batch);
    }
    flushing = undefined;
  };

  return {
    get waiting() {
      return count;
    },
    add(chunk) {
      queue.push(chunk);
      count++;
      flushing ??= flush();
    },
    async settled() {
      while (flushing !== undefined) await flushing;
    },
    giveUp: () => givenUp.abort(),
  };
}

/** Tries until the database answers: the slots of the worker bound what waits here. False: the batch was given up. */
async function settleBatch(
  context: WorkerContext,
  batch: readonly EndedChunk[],
  givenUp: AbortSignal,
): Promise<boolean> {
  const { database, owner, logger, clock, settles } = context;
  for (let failures = 1; ; failures++) {
    try {
      const { lost } = await settles.measure(() => settleChunks(database, { owner, ended: batch }));
      // After a failure the lost ones may be ours: the answer to a commit was lost.
      if (lost.length > 0 && failures === 1)
        logger.warn({ chunks: lost.map(chunkName) }, "leases were lost: their outcomes count for nothing");
      return true;
    } catch (error) {
      const parts = mayHoldBadResult(error) ? takeApart(batch, owner, error) : [];
      if (parts.length > 0) return settleParts(context, parts, givenUp);
      if (failures === 1) logger.warn({ error, chunks: batch.length }, "outcomes could not be settled, trying again");
      await clock.wait(backoffMs(BACKOFF, failures), givenUp);
      if (givenUp.aborted) {
        logger.error({ error, chunks: batch.length }, "outcomes were dropped: their chunks run again");
        return false;
      }
    }
  }
}

/** Classes of SQLSTATE for values that PostgreSQL refuses each time: data exceptions, and values that are too large or too deep. */
const BAD_CONTENT = ["22", "54"];

function mayHoldBadResult(error: unknown): boolean {
  return BAD_CONTENT.includes(sqlState(error)?.slice(0, 2) ?? "");
}

/**
 * Halves a batch, so that a refused result is soon alone. Alone, it becomes a failure of its chunk. Empty: no result can be the
 * cause.
 */
function takeApart(batch: readonly EndedChunk[], owner: string, error: unknown): readonly (readonly EndedChunk[])[] {
  const [first, ...others] = batch;
  const middle = Math.ceil(batch.length / 2);
  if (others.length > 0) return [batch.slice(0, middle), batch.slice(middle)];
  if (first === undefined || first.kind !== "completed" || first.result === undefined) return [];
  const { taskId, number, leaseToken } = first;
  const { code, message } = resultRefused(error);
  return [[{ taskId, number, leaseToken, kind: "fail", error: { code, message, worker: owner } }]];
}

async function settleParts(
  context: WorkerContext,
  parts: readonly (readonly EndedChunk[])[],
  givenUp: AbortSignal,
): Promise<boolean> {
  let areSettled = true;
  for (const part of parts) areSettled = (await settleBatch(context, part, givenUp)) && areSettled;
  return areSettled;
}

/** Keeps only the code of the error: its message may repeat the value. */
function resultRefused(error: unknown): RotaError {
  const state = sqlState(error) ?? "";
  const wayOut = "it is json that jsonb cannot hold, such as a number beyond its limits; return it as a text";
  return new RotaError("RESULT_REFUSED", `PostgreSQL refused the result (SQLSTATE ${state}): ${wayOut}`, { state });
}

function chunkName({ taskId, number }: LeasedChunk): string {
  return `${String(taskId)}/${String(number)}`;
}

/** Settles chunks in batches, each in one statement fenced by lease tokens: their outcomes, the ends of their tasks and the chunks that follow. */
import assert from "node:assert/strict";
import { sqlState } from "../database/database-error.ts";
import type { Database, Queryable } from "../database/database.ts";
import { json, type JsonValue } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import { backoffMs } from "../runtime/loop.ts";
import { settleChunkRows } from "./worker.sql.ts";

/** Of one call: as many as a claim gives. */
export const SETTLED_MAX = 1_000;

export type LeasedChunk = { readonly taskId: bigint; readonly number: number; readonly leaseToken: bigint };

type CompletedChunk = LeasedChunk & {
  /** Json, kept with the chunk. */
  readonly result?: JsonValue;
};

/**
 * A chunk whose attempt ended otherwise. Whether a retry is the last one is decided where attempts are counted; EXHAUSTED
 * says that there is to be none, whatever the count.
 */
export type UnfinishedChunk = LeasedChunk & {
  readonly outcome: "RETRY" | "EXHAUSTED" | "SNOOZE" | "FAIL" | "RETURN";
  readonly delayMs?: number;
  /** Becomes the chunk's last error; also kept with the attempt. */
  readonly error?: unknown;
};

export type Settlement = {
  readonly owner: string;
  readonly completed?: readonly CompletedChunk[];
  readonly unfinished?: readonly UnfinishedChunk[];
};

/** Whoever lost its lease: another worker has it, or it was ended, and nothing about it was changed. */
export type Settled = { readonly lost: readonly LeasedChunk[] };

export async function settleChunks(on: Queryable, settlement: Settlement): Promise<Settled> {
  const { owner, completed = [], unfinished = [] } = settlement;
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

/** Completes chunks without results, and says which of them still held their leases. */
export async function completeChunks(on: Queryable, chunks: readonly LeasedChunk[]): Promise<LeasedChunk[]> {
  const { lost } = await settleChunks(on, { owner: "", completed: chunks });
  if (lost.length === 0) return [...chunks];
  const gone = new Set(lost);
  return chunks.filter((chunk) => !gone.has(chunk));
}

/** Pasted as they are, so that each is written once. */
function resultsOf(completed: readonly CompletedChunk[]): JsonValue | null {
  if (!completed.some(({ result }) => result !== undefined)) return null;
  return { jsonText: `[${completed.map(({ result }) => result?.jsonText ?? "null").join(",")}]` };
}

function attemptOf({ taskId, number, leaseToken, outcome, delayMs, error }: UnfinishedChunk): unknown {
  return {
    task_id: String(taskId),
    number,
    lease_token: String(leaseToken),
    outcome,
    delay_ms: Math.round(delayMs ?? 0),
    error,
  };
}

function missing(chunks: readonly LeasedChunk[], places: readonly number[] | null): readonly LeasedChunk[] {
  if (places === null) return [];
  const found = new Set(places);
  return chunks.filter((_, index) => !found.has(index + 1));
}

export type SettlerOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Counts the statements that settle, if anybody wants to know. */
  readonly settles?: CallCounts | undefined;
  /**
   * The outcomes of these chunks are in the database, or the chunks are no longer ours. Not among them is what was given up:
   * it may still be ours, and its lease stays, or nobody could rescue it.
   */
  readonly onSettled: (chunks: readonly LeasedChunk[]) => void;
  /** A batch is over, settled or given up. */
  readonly onOver: (chunks: readonly LeasedChunk[]) => void;
};

/** One of: completed, ended otherwise, or settled already by its handler. */
export type Outcomes =
  | { readonly completed: CompletedChunk }
  | { readonly unfinished: UnfinishedChunk }
  | { readonly committed: LeasedChunk };

export type Settler = {
  /** How many outcomes are not in the database yet. */
  readonly waiting: number;
  add(outcome: Outcomes): void;
  /** Returns when all outcomes added so far are settled, or given up. */
  settled(): Promise<void>;
  /** From now on outcomes that cannot be settled at once are dropped: their chunks are rescued when their leases end. */
  giveUp(): void;
};

const BACKOFF = { firstMs: 100, factor: 2, maxMs: 5_000 };

/** Settles outcomes in batches: those that come while a batch is under way go with the next. */
export function createSettler(options: SettlerOptions): Settler {
  const { clock } = options;
  let queue: Outcomes[] = [];
  let count = 0;
  let flushing: Promise<void> | undefined;
  const givenUp = new AbortController();

  const flush = async (): Promise<void> => {
    await clock.wait(0); // whatever ends in the same turn goes along
    while (queue.length > 0) {
      const batch = queue.slice(0, SETTLED_MAX);
      queue = queue.slice(SETTLED_MAX);
      const isSettled = await settleBatch(options, batch, givenUp.signal);
      count -= batch.length;
      const settled = isSettled ? batch : batch.filter((outcome) => "committed" in outcome);
      options.onSettled(settled.map(chunkOf));
      options.onOver(batch.map(chunkOf));
    }
    flushing = undefined;
  };

  return {
    get waiting() {
      return count;
    },
    add(outcome) {
      queue.push(outcome);
      count++;
      flushing ??= flush();
    },
    async settled() {
      while (flushing !== undefined) await flushing;
    },
    giveUp: () => givenUp.abort(),
  };
}

/**
 * Goes on until the database answers: outcomes are worth waiting for, and bounded by the slots of the worker. False: they were
 * given up.
 */
async function settleBatch(
  options: SettlerOptions,
  batch: readonly Outcomes[],
  givenUp: AbortSignal,
): Promise<boolean> {
  const { database, owner, logger, clock, settles } = options;
  const completed: CompletedChunk[] = [];
  const unfinished: UnfinishedChunk[] = [];
  for (const outcome of batch) {
    if ("completed" in outcome) completed.push(outcome.completed);
    else if ("unfinished" in outcome) unfinished.push(outcome.unfinished);
  }
  const settlement = { owner, completed, unfinished };
  const settle = () => settleChunks(database, settlement);
  for (let failures = 1; ; failures++) {
    try {
      const { lost } = await (settles === undefined ? settle() : settles.measure(settle));
      // After a failure they may be ours: the answer to a commit was lost.
      if (lost.length > 0 && failures === 1)
        logger.warn({ chunks: lost.map(chunkName) }, "leases were lost: their outcomes count for nothing");
      return true;
    } catch (error) {
      const parts = mayHoldBadResult(error) ? takeApart(batch, owner, error) : [];
      if (parts.length > 0) return settleParts(options, parts, givenUp);
      if (failures === 1) logger.warn({ error, chunks: batch.length }, "outcomes could not be settled, trying again");
      await clock.wait(backoffMs(BACKOFF, failures), givenUp);
      if (givenUp.aborted) {
        logger.error({ error, chunks: batch.length }, "outcomes were dropped: their chunks run again");
        return false;
      }
    }
  }
}

/** Data exceptions and values that are too large or too deep: the same would be refused each time. */
const BAD_CONTENT = ["22", "54"];

function mayHoldBadResult(error: unknown): boolean {
  return BAD_CONTENT.includes(sqlState(error)?.slice(0, 2) ?? "");
}

/** Halves of the batch, so that what is bad is soon alone; alone, it is what failed. Empty: no result can be to blame. */
function takeApart(batch: readonly Outcomes[], owner: string, error: unknown): readonly (readonly Outcomes[])[] {
  const [first, ...others] = batch;
  const middle = Math.ceil(batch.length / 2);
  if (others.length > 0) return [batch.slice(0, middle), batch.slice(middle)];
  if (first === undefined || !("completed" in first) || first.completed.result === undefined) return [];
  const { taskId, number, leaseToken } = first.completed;
  const { code, message } = resultRefused(error);
  return [[{ unfinished: { taskId, number, leaseToken, outcome: "FAIL", error: { code, message, worker: owner } } }]];
}

async function settleParts(
  options: SettlerOptions,
  parts: readonly (readonly Outcomes[])[],
  givenUp: AbortSignal,
): Promise<boolean> {
  let areSettled = true;
  for (const part of parts) areSettled = (await settleBatch(options, part, givenUp)) && areSettled;
  return areSettled;
}

/** Of the error only its code is told: its message may repeat the value. */
function resultRefused(error: unknown): RotaError {
  const state = sqlState(error) ?? "";
  const wayOut = "it is json that jsonb cannot hold, such as a number beyond its limits; return it as a text";
  return new RotaError("RESULT_REFUSED", `PostgreSQL refused the result (SQLSTATE ${state}): ${wayOut}`, { state });
}

function chunkOf(outcome: Outcomes): LeasedChunk {
  if ("completed" in outcome) return outcome.completed;
  return "unfinished" in outcome ? outcome.unfinished : outcome.committed;
}

function chunkName({ taskId, number }: LeasedChunk): string {
  return `${String(taskId)}/${String(number)}`;
}

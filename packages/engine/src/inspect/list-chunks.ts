/** Lists the chunks of a task, shows one in full, and packs many into a grid of few bytes. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { listAttempts, type PastAttempt, type RunningChunk } from "../progress/task-progress.ts";
import { CHUNK_TRANSITIONS, type ChunkState } from "../tasks/task-states.ts";
import * as rows from "./inspect-tasks.sql.ts";
import { notFound } from "./list-tasks.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Maximum number of chunks that a page scans for those in a state. */
export const SCANNED_CHUNKS_MAX = 20_000;
const NUMBER_MAX = 2_147_483_647;

/** Query of `listChunks`. */
export type ChunkListing = PageQuery & {
  readonly taskId: bigint;
  readonly state?: ChunkState | undefined;
};

/** Lists the chunks of a task by number. Throws TASK_NOT_FOUND if the task does not exist or belongs to another tenant. */
export async function listChunks(on: Queryable, listing: ChunkListing): Promise<Page<ChunkView>> {
  const limit = paging.limitOf(listing.limit);
  const after = readNumber(listing.after);
  const { taskId, tenant = null, state } = listing;
  checkState(state);
  const [place] = await on.query(rows.selectChunkTotal({ taskId, tenant }));
  if (place === undefined) throw notFound(taskId);
  const query = {
    taskId,
    state: state ?? null,
    after,
    scanMax: state === undefined ? limit : SCANNED_CHUNKS_MAX,
    limit,
  };
  const isFailed = state === "FAILED" || state === "DEAD_LETTER";
  const [found] = await on.query(isFailed ? rows.findFailedChunks(query) : rows.findChunks(query));
  const numbers = found?.numbers ?? [];
  const views = await on.query(rows.selectChunkViews({ taskId, numbers, chunkCount: place.chunk_count }));
  const next = nextNumber(query, found);
  return { items: views.map(viewChunk), next: next === undefined ? undefined : writeCursor(String(next)) };
}

/** Reads the cursor, the number of a chunk. A number that no chunk can have is refused. */
function readNumber(after: string | undefined): number {
  const number = Number(paging.numberOf(after) ?? 0n);
  if (number > NUMBER_MAX) throw paging.unreadable();
  return number;
}

function checkState(state: string | undefined): void {
  if (state === undefined || Object.hasOwn(CHUNK_TRANSITIONS, state)) return;
  throw paging.refuse(`state "${state}" must be one of ${Object.keys(CHUNK_TRANSITIONS).join(", ")}`, {
    field: "state",
  });
}

/** Returns the last number of a full page, else the last scanned number if more may follow. The next page begins after it. */
function nextNumber({ limit, scanMax }: rows.ChunkQuery, found: rows.FoundChunks | undefined): number | undefined {
  if (found === undefined) return undefined;
  if (found.numbers.length === limit) return found.numbers.at(-1);
  return found.seen === scanMax ? (found.scanned_to ?? undefined) : undefined;
}

function viewChunk(row: rows.ChunkViewRow): ChunkView {
  const { done, total, note, reported_at: at, code, message } = row;
  return {
    taskId: row.task_id,
    number: row.number,
    state: row.state,
    phase: row.is_finish ? "finish" : "chunks",
    attempt: row.attempt,
    turn: row.turn ?? undefined,
    dueAt: row.due_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    error: code === null && message === null ? undefined : { code: code ?? undefined, message: message ?? undefined },
    owner: row.owner ?? undefined,
    reported: done === null || total === null || at === null ? undefined : { done, total, note: note ?? undefined, at },
  };
}

/** Names a chunk. */
export type ChunkPlace = {
  readonly taskId: bigint;
  /** Number of the chunk, counted from 1. */
  readonly number: number;
  readonly tenant?: string | undefined;
};

/** Reads one chunk. Throws TASK_NOT_FOUND if the task or the chunk does not exist or the task belongs to another tenant. */
export async function getChunk(
  on: Queryable,
  { taskId, number, tenant = undefined }: ChunkPlace,
): Promise<ChunkDetails> {
  const [place] = await on.query(rows.selectChunkTotal({ taskId, tenant: tenant ?? null }));
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

export const GRID_CHUNKS_MAX = 10_000;
/** Query of `chunkGrid`. */
export type GridQuery = {
  readonly taskId: bigint;
  readonly tenant?: string | undefined;
  /** Number of the first chunk. Default 1. */
  readonly from?: number | undefined;
  /** Maximum number of chunks. Default and maximum: GRID_CHUNKS_MAX. */
  readonly count?: number | undefined;
};

/** Reads the states of many chunks. Throws TASK_NOT_FOUND if the task does not exist or belongs to another tenant. */
export async function chunkGrid(on: Queryable, query: GridQuery): Promise<ChunkGrid> {
  const { taskId, tenant, from = 1, count = GRID_CHUNKS_MAX } = query;
  checkNumber("from", from, NUMBER_MAX);
  checkNumber("count", count, GRID_CHUNKS_MAX);
  const [place] = await on.query(rows.selectChunkTotal({ taskId, tenant: tenant ?? null }));
  if (place === undefined) throw notFound(taskId);
  const states = Object.keys(GRID_LETTERS);
  const gridLetters = Object.values(GRID_LETTERS).join("");
  const [grid] = await on.query(rows.selectGrid({ taskId, from, count, states, gridLetters }));
  const next = from + (grid?.chunks ?? 0);
  return {
    taskId,
    total: place.total,
    from,
    states: grid?.states ?? "",
    attempts: grid?.attempts ?? "",
    next: next <= place.total && next > from ? next : undefined,
  };
}

function checkNumber(field: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw paging.refuse(`${field} (${String(value)}) must be a whole number from 1 to ${String(max)}`, { field });
}

/** Chunk as lists show it. */
export type ChunkView = {
  readonly taskId: bigint;
  readonly number: number;
  readonly state: ChunkState;
  /** Phase; `finish` is the single chunk that follows when all others are completed. */
  readonly phase: "chunks" | "finish";
  /** Number of attempts that have begun. */
  readonly attempt: number;
  /** Number of its latest turn. */
  readonly turn: bigint | undefined;
  readonly dueAt: Date | undefined;
  /** Time of its latest turn; undefined if it had none or its log entry was pruned. */
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** Error of the latest failed attempt. */
  readonly error: ChunkError | undefined;
  /** Worker that runs it now. */
  readonly owner: string | undefined;
  /** Latest progress that its handler reported in this attempt. */
  readonly reported: RunningChunk["reported"];
};

export type ChunkError = { readonly code: string | undefined; readonly message: string | undefined };

/** Chunk with its payload, result and attempts. */
export type ChunkDetails = ChunkView & {
  readonly tenant: string;
  readonly group: string;
  readonly queue: string;
  readonly type: string;
  /** Time at which its lease expires unless the owner renews it. */
  readonly leaseUntil: Date | undefined;
  /** Whether its process died while it ran: it runs alone the next time. */
  readonly isSuspect: boolean;
  /** Number of times that a worker returned it unfinished. */
  readonly returns: number;
  /** Payload as it is stored: it is not decoded. */
  readonly payload: unknown;
  /** Result as it is stored: it is not decoded. */
  readonly result: unknown;
  readonly lastError: unknown;
  /** Attempts that did not complete it, the oldest first. */
  readonly attempts: readonly PastAttempt[];
  /** Latest decision about it as a dead letter. */
  readonly decision: ChunkDecision | undefined;
};

export type ChunkDecision = {
  readonly state: "REPLAYED" | "DISCARDED";
  readonly by: string;
  readonly reason: string | undefined;
  readonly at: Date;
};

/** Grid letters of the states: one letter for each chunk. */
export const GRID_LETTERS = {
  SCHEDULED: "s",
  PENDING: "p",
  QUEUED: "q",
  PROCESSING: "r",
  COMPLETED: "c",
  FAILED: "f",
  DEAD_LETTER: "d",
  CANCELLED: "x",
} as const satisfies Readonly<Record<ChunkState, string>>;

/** States of many chunks of a task in few bytes. */
export type ChunkGrid = {
  readonly taskId: bigint;
  /** Number of all chunks of the task. */
  readonly total: number;
  /** Number of the first chunk of the grid. */
  readonly from: number;
  /** One letter of GRID_LETTERS for each chunk, in the order of their numbers. */
  readonly states: string;
  /** One digit for each chunk: the number of attempts that have begun, 9 for more. */
  readonly attempts: string;
  /** Number of the chunk that follows the last one of the grid; undefined if there is none. */
  readonly next: number | undefined;
};

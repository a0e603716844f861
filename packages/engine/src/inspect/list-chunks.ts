/** Lists the chunks of a task, shows one in full, and packs many into a grid of few bytes. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { listAttempts, type PastAttempt, type RunningChunk } from "../progress/task-progress.ts";
import { CHUNK_TRANSITIONS, type ChunkState } from "../tasks/task-states.ts";
import * as rows from "./inspect-tasks.sql.ts";
import { notFound } from "./list-tasks.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** How many chunks a page looks at to find those in a state. */
export const LOOKED_CHUNKS_MAX = 20_000;
const NUMBER_MAX = 2_147_483_647;

export type ChunkListing = PageQuery & {
  readonly taskId: bigint;
  readonly state?: ChunkState | undefined;
};

/** Throws TASK_NOT_FOUND when there is no such task, or it is of another tenant. */
export async function listChunks(on: Queryable, listing: ChunkListing): Promise<Page<ChunkView>> {
  const limit = paging.limitOf(listing.limit);
  const after = readNumber(listing.after);
  const { taskId, tenant = null, state } = listing;
  checkState(state);
  const [place] = await on.query(rows.selectChunkTotal({ taskId, tenant }));
  if (place === undefined) throw notFound(taskId);
  const wish = { taskId, state: state ?? null, after, looked: state === undefined ? limit : LOOKED_CHUNKS_MAX, limit };
  const isFailed = state === "FAILED" || state === "DEAD_LETTER";
  const [found] = await on.query(isFailed ? rows.findFailedChunks(wish) : rows.findChunks(wish));
  const numbers = found?.numbers ?? [];
  const views = await on.query(rows.selectChunkViews({ taskId, numbers, chunkCount: place.chunk_count }));
  const next = nextNumber(wish, found);
  return { items: views.map(viewChunk), next: next === undefined ? undefined : writeCursor(String(next)) };
}

/** Larger ones are of no chunk. */
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

/** After a full page it goes on behind its last chunk, else behind the last one that was looked at, if there may be more. */
function nextNumber({ limit, looked }: rows.ChunkWish, found: rows.FoundChunks | undefined): number | undefined {
  if (found === undefined) return undefined;
  if (found.numbers.length === limit) return found.numbers.at(-1);
  return found.seen === looked ? (found.looked_to ?? undefined) : undefined;
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
export type GridWish = {
  readonly taskId: bigint;
  readonly tenant?: string | undefined;
  /** The number of the first chunk. Default 1. */
  readonly from?: number | undefined;
  /** Default and at most GRID_CHUNKS_MAX. */
  readonly count?: number | undefined;
};

/** Throws TASK_NOT_FOUND when there is no such task, or it is of another tenant. */
export async function chunkGrid(on: Queryable, wish: GridWish): Promise<ChunkGrid> {
  const { taskId, tenant, from = 1, count = GRID_CHUNKS_MAX } = wish;
  checkNumber("from", from, NUMBER_MAX);
  checkNumber("count", count, GRID_CHUNKS_MAX);
  const [place] = await on.query(rows.selectChunkTotal({ taskId, tenant: tenant ?? null }));
  if (place === undefined) throw notFound(taskId);
  const states = Object.keys(GRID_LETTERS);
  const letters = Object.values(GRID_LETTERS).join("");
  const [grid] = await on.query(rows.selectGrid({ taskId, from, count, states, letters }));
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

export type ChunkView = {
  readonly taskId: bigint;
  readonly number: number;
  readonly state: ChunkState;
  /** `finish` is the one chunk that follows when all others are completed. */
  readonly phase: "chunks" | "finish";
  /** How many attempts have begun. */
  readonly attempt: number;
  /** Of its latest dispatch. */
  readonly turn: bigint | undefined;
  readonly dueAt: Date | undefined;
  /** When its latest turn was; not known when it had none, or when the log was pruned beyond it. */
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** Of the latest attempt that failed. */
  readonly error: ChunkError | undefined;
  /** Who runs it now. */
  readonly owner: string | undefined;
  /** What its handler reported last in this attempt. */
  readonly reported: RunningChunk["reported"];
};

export type ChunkError = { readonly code: string | undefined; readonly message: string | undefined };

export type ChunkDetails = ChunkView & {
  readonly tenant: string;
  readonly group: string;
  readonly queue: string;
  readonly type: string;
  /** Until when it is leased to its owner unless that renews. */
  readonly leaseUntil: Date | undefined;
  /** Its process died while it ran: it runs alone the next time. */
  readonly isSuspect: boolean;
  /** How often it was given back unfinished. */
  readonly returns: number;
  /** As they are stored: what a codec encoded stays so. */
  readonly payload: unknown;
  readonly result: unknown;
  readonly lastError: unknown;
  /** Those that did not complete it, the oldest first. */
  readonly attempts: readonly PastAttempt[];
  /** The latest decision about it as a dead letter. */
  readonly decision: ChunkDecision | undefined;
};

export type ChunkDecision = {
  readonly state: "REPLAYED" | "DISCARDED";
  readonly by: string;
  readonly reason: string | undefined;
  readonly at: Date;
};

/** The letters of a grid: one for each chunk. */
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

/** Many chunks of a task in few bytes. */
export type ChunkGrid = {
  readonly taskId: bigint;
  /** Chunks that there are. */
  readonly total: number;
  /** The number of the first chunk of the grid. */
  readonly from: number;
  /** A letter of GRID_LETTERS for each chunk, in the order of their numbers. */
  readonly states: string;
  /** A digit for each: how many attempts have begun, 9 for more. */
  readonly attempts: string;
  /** The number of the chunk that follows the last one of the grid; undefined when there is none. */
  readonly next: number | undefined;
};

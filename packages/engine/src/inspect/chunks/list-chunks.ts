/** Lists the chunks of a task by number, page by page. */
import type { Queryable } from "../../database/database.ts";
import { CHUNK_TRANSITIONS, type ChunkState } from "../../tasks/chunk.ts";
import { checkedLimit, readNumberCursor, refusal, unreadable, writeCursor, type Page, type PageWish } from "../page.ts";
import { notFound } from "../tasks/get-task.ts";
import type { ChunkView } from "./chunk-view.ts";
import * as rows from "./chunks.sql.ts";

/** How many chunks a page looks at to find those in a state. */
export const LOOKED_CHUNKS_MAX = 20_000;
const NUMBER_MAX = 2_147_483_647;

export type ChunkListing = PageWish & {
  readonly taskId: bigint;
  readonly state?: ChunkState | undefined;
};

/** Throws TASK_NOT_FOUND when there is no such task, or it is of another tenant. */
export async function listChunks(on: Queryable, listing: ChunkListing): Promise<Page<ChunkView>> {
  const limit = checkedLimit(listing.limit);
  const after = readNumber(listing.after);
  const { taskId, tenant = null, state } = listing;
  checkState(state);
  const [place] = await on.query(rows.selectTaskPlace({ taskId, tenant }));
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
  const number = Number(readNumberCursor(after) ?? 0n);
  if (number > NUMBER_MAX) throw unreadable();
  return number;
}

function checkState(state: string | undefined): void {
  if (state === undefined || Object.hasOwn(CHUNK_TRANSITIONS, state)) return;
  throw refusal(`state "${state}" must be one of ${Object.keys(CHUNK_TRANSITIONS).join(", ")}`, { field: "state" });
}

/** After a full page it goes on behind its last chunk, else behind the last one that was looked at, if there may be more. */
function nextNumber({ limit, looked }: rows.ChunkWish, found: rows.FoundChunks | undefined): number | undefined {
  if (found === undefined) return undefined;
  if (found.numbers.length === limit) return found.numbers.at(-1);
  return found.seen === looked ? (found.looked_to ?? undefined) : undefined;
}

export function viewChunk(row: rows.ChunkViewRow): ChunkView {
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

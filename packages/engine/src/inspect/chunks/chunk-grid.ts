/** Shows many chunks of a task in few bytes, for a grid. */
import type { Queryable } from "../../database/database.ts";
import { refusal } from "../page.ts";
import { notFound } from "../tasks/get-task.ts";
import { GRID_LETTERS, type ChunkGrid } from "./chunk-view.ts";
import { selectGrid, selectTaskPlace } from "./chunks.sql.ts";

export const GRID_CHUNKS_MAX = 10_000;
const NUMBER_MAX = 2_147_483_647;

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
  const [place] = await on.query(selectTaskPlace({ taskId, tenant: tenant ?? null }));
  if (place === undefined) throw notFound(taskId);
  const states = Object.keys(GRID_LETTERS);
  const letters = Object.values(GRID_LETTERS).join("");
  const [grid] = await on.query(selectGrid({ taskId, from, count, states, letters }));
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
  throw refusal(`${field} (${String(value)}) must be a whole number from 1 to ${String(max)}`, { field });
}

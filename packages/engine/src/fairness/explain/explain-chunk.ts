/** Explains where a chunk stands and why it waits, on one read-only snapshot. Opens a transaction. */
import type { Database, Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { selectChunk, type ChunkRow } from "./explain.sql.ts";
import { explainWaiting, type Waiting } from "./explain-waiting.ts";
import { sayWhy } from "./say-why.ts";

export type ChunkName = {
  /** The id of its task, or the key that a workload gave it. */
  readonly taskId: bigint | string;
  readonly number: number;
};

/** Where a chunk stands. */
export type Standing =
  | ({ readonly kind: "WAITING" } & Waiting)
  | { readonly kind: "DELAYED"; readonly dueAt: Date; readonly attempt: number }
  | { readonly kind: "QUEUED"; readonly turn: bigint | undefined }
  | {
      readonly kind: "RUNNING";
      readonly owner: string;
      readonly leaseUntil: Date;
      readonly turn: bigint | undefined;
      readonly attempt: number;
    }
  | {
      readonly kind: "FINISHED";
      readonly state: string;
      readonly at: Date | undefined;
      readonly turn: bigint | undefined;
      readonly attempt: number;
    }
  | { readonly kind: "CANCELLED" };

export type ChunkExplanation = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
  readonly queue: string;
  readonly tenant: string;
  readonly group: string;
  readonly state: string;
  /** The moment of the snapshot. */
  readonly at: Date;
  readonly standing: Standing;
  /** The same in one sentence. */
  readonly sentence: string;
};

/** Throws TASK_NOT_FOUND when there is no such task, or no such chunk in it. */
export function explainChunk(database: Database, name: ChunkName): Promise<ChunkExplanation> {
  return database.transaction((tx) => explainInside(tx, name), { readOnlySnapshot: true });
}

async function explainInside(tx: Queryable, name: ChunkName): Promise<ChunkExplanation> {
  const row = await findChunk(tx, name);
  const standing = await findStanding(tx, row);
  return {
    taskId: row.task_id,
    taskKey: row.task_key ?? undefined,
    number: row.number,
    queue: row.queue,
    tenant: row.tenant,
    group: row.group_name,
    state: row.state,
    at: row.now,
    standing,
    sentence: sayWhy(standing, row.now),
  };
}

/** A row of a chunk that is there. */
export type FoundChunk = ChunkRow & { number: number; state: string; position: bigint; attempt: number };

async function findChunk(tx: Queryable, { taskId, number }: ChunkName): Promise<FoundChunk> {
  const word = String(taskId);
  const id = /^\d{1,18}$/.test(word) ? BigInt(word) : null;
  const [row] = await tx.query(selectChunk({ taskId: id, taskKey: typeof taskId === "string" ? word : null, number }));
  if (row === undefined) throw new RotaError("TASK_NOT_FOUND", `there is no task ${word}`, { task: word });
  if (isFound(row)) return row;
  const message = `task ${word} has no chunk ${String(number)}: its chunks are 1 to ${String(row.chunk_count)}`;
  throw new RotaError("TASK_NOT_FOUND", message, { task: word, number });
}

function isFound(row: ChunkRow): row is FoundChunk {
  return row.number !== null;
}

async function findStanding(tx: Queryable, row: FoundChunk): Promise<Standing> {
  const turn = row.turn ?? undefined;
  const { attempt } = row;
  switch (row.state) {
    case "PROCESSING":
      return {
        kind: "RUNNING",
        owner: row.lease_owner ?? "",
        leaseUntil: row.lease_expires_at ?? row.now,
        turn,
        attempt,
      };
    case "PENDING":
    case "SCHEDULED":
      return row.task_state === "CANCELLED" ? { kind: "CANCELLED" } : findWait(tx, row);
    case "QUEUED":
      return { kind: "QUEUED", turn };
    case "CANCELLED":
      return { kind: "CANCELLED" };
    default:
      return { kind: "FINISHED", state: row.state, at: row.finished_at ?? undefined, turn, attempt };
  }
}

async function findWait(tx: Queryable, row: FoundChunk): Promise<Standing> {
  if (row.state === "SCHEDULED" && row.due_at !== null && row.due_at > row.now)
    return { kind: "DELAYED", dueAt: row.due_at, attempt: row.attempt };
  return { kind: "WAITING", ...(await explainWaiting(tx, row)) };
}

/** Explains the state of a chunk and why it waits, from one read-only snapshot. */
import type { Database, Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { explainWaiting, type Obstacle, type TurnsAhead, type Waiting } from "./explain-waiting.ts";
import { type ChunkRow, selectChunk } from "./fairness.sql.ts";

export type ChunkName = {
  /** Id of its task, or the key that a workload gave it. */
  readonly taskId: bigint | string;
  readonly number: number;
};

/** State of a chunk, with what its next step depends on. */
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
  readonly pool: string;
  readonly tenant: string;
  readonly group: string;
  readonly state: string;
  /** Time of the snapshot. */
  readonly at: Date;
  readonly standing: Standing;
  /** The standing as one sentence. */
  readonly sentence: string;
};

/** Explains a chunk. Throws TASK_NOT_FOUND when the task does not exist or has no such chunk. */
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
    pool: row.pool,
    tenant: row.tenant,
    group: row.group_name,
    state: row.state,
    at: row.now,
    standing,
    sentence: `${sayUnknown(row, standing)}${sayWhy(standing, row.now)}`,
  };
}

/** Row of a chunk that exists. */
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

function sayWhy(standing: Standing, now: Date): string {
  switch (standing.kind) {
    case "WAITING":
      return [sayAhead(standing), ...standing.obstacles.map((obstacle) => sayObstacle(obstacle, now))].join("; ");
    case "DELAYED":
      return `due in ${sayTime(now, standing.dueAt)}${standing.attempt > 0 ? `, after attempt ${String(standing.attempt)}` : ""}`;
    case "QUEUED":
      return `handed to the broker${sayTurn(standing.turn)}`;
    case "RUNNING":
      return sayRunning(standing, now);
    case "FINISHED":
      return `${standing.state}${standing.at === undefined ? "" : ` at ${standing.at.toISOString()}`}${sayTurn(standing.turn)}, attempt ${String(standing.attempt)}`;
    case "CANCELLED":
      return "cancelled: it will not run";
  }
}

/** Comes first: whatever else the chunk waits for, it will not run. */
function sayUnknown({ is_unknown: isUnknown, type, version }: FoundChunk, { kind }: Standing): string {
  if (!isUnknown || (kind !== "WAITING" && kind !== "DELAYED")) return "";
  return `no worker knows task "${type}" in version ${String(version)}: start one that defines it; `;
}

function sayAhead({ ahead, isBeyond }: { ahead: TurnsAhead; isBeyond: boolean }): string {
  if (isBeyond) return `more than ${String(ahead.chunks)} chunks go first`;
  if (ahead.chunks === 0) return "its turn is next";
  const parts = [
    sayOthers(ahead.otherTenants, "tenant"),
    sayOthers(ahead.otherGroups, "group"),
    sayOthers(ahead.otherTasks, "task"),
    ahead.ownTask === 0 ? undefined : `${count(ahead.ownTask, "earlier chunk")} of its own task`,
  ].filter((part) => part !== undefined);
  return `${parts.join(" and ")} ${ahead.chunks === 1 ? "goes" : "go"} first`;
}

function sayOthers({ chunks, lanes }: { chunks: number; lanes: number }, level: string): string | undefined {
  return chunks === 0 ? undefined : `${count(chunks, "chunk")} of ${count(lanes, `other ${level}`)}`;
}

function sayObstacle(obstacle: Obstacle, now: Date): string {
  const lane = `${obstacle.level} ${obstacle.name}`;
  if (obstacle.level === "limit") return sayLimit(obstacle, lane, now);
  switch (obstacle.kind) {
    case "PAUSED":
      return `${lane} is paused`;
    case "CAPPED":
      return `capped by maxInFlight=${String(obstacle.maxInFlight)} of ${lane}`;
    case "RATE_LIMITED":
      return `${lane} is at its rate limit for ${sayTime(now, obstacle.until)}`;
  }
}

function sayLimit(obstacle: Obstacle, limit: string, now: Date): string {
  switch (obstacle.kind) {
    case "PAUSED":
      return `waits for ${limit}, which is paused`;
    case "CAPPED":
      return `waits for ${limit} (${String(obstacle.inFlight)} of ${String(obstacle.maxInFlight)} in flight)`;
    case "RATE_LIMITED":
      return `waits for ${limit} (at its rate for ${sayTime(now, obstacle.until)})`;
  }
}

function sayRunning(standing: Extract<Standing, { kind: "RUNNING" }>, now: Date): string {
  const { owner, leaseUntil, turn, attempt } = standing;
  const lease =
    leaseUntil > now
      ? `its lease ends in ${sayTime(now, leaseUntil)}`
      : `its lease ended ${sayTime(leaseUntil, now)} ago`;
  return `leased by ${owner}${sayTurn(turn)}, attempt ${String(attempt)}; ${lease}`;
}

function sayTurn(turn: bigint | undefined): string {
  return turn === undefined ? "" : `, turn ${String(turn)}`;
}

/** Returns the rounded time between two dates; at least one second, so that nothing is due in 0 s. */
function sayTime(from: Date, to: Date): string {
  const seconds = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1_000));
  if (seconds < 120) return `${String(seconds)} s`;
  return seconds < 7_200 ? `${String(Math.round(seconds / 60))} min` : `${String(Math.round(seconds / 3_600))} h`;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

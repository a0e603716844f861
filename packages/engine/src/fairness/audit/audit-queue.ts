/** Audits a queue: replays its dispatch log through the model and reports the first difference and the largest unfairness. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { laneId } from "../../tasks/lanes/lane-id.ts";
import * as rows from "./audit.sql.ts";
import { findOtherLane, readCheckpoint } from "./retention/checkpoint.ts";
import type { Difference } from "./difference.ts";
import { exportHead, type LogHead } from "./log-head.ts";
import type { LogEntry } from "./entry/log-entry.ts";
import { differs, Replay } from "./replay.ts";
import { findStart } from "./find-start.ts";

export type AuditRequest = {
  readonly queue: string;
  /** What was exported earlier: without it, a log that was cut off or wholly written anew looks like any other. */
  readonly head?: LogHead | undefined;
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
};

export type AuditProgress = { readonly queue: string; readonly entry: number; readonly lastEntry: number };

export type AuditReport = {
  readonly queue: string;
  /** The first thing that is wrong; undefined when nothing is. */
  readonly difference: Difference | undefined;
  readonly entries: number;
  readonly dispatches: number;
  /** The entry of the checkpoint from which a pruned log was replayed. */
  readonly checkpoint: number | undefined;
  /** By level, the two siblings that came nearest to the bound of the promise. */
  readonly unfairness: readonly NamedUnfairness[];
  /** The newest entry that was looked at: worth keeping for the next audit. */
  readonly head: LogHead | undefined;
};

export type NamedUnfairness = {
  readonly level: "tenant" | "group" | "task";
  readonly between: readonly [string, string];
  /** Cost dispatched by weight, the one more than the other, while both could have been given turns. */
  readonly spread: number;
  readonly bound: number;
};

/** Entries that are in memory at once; each holds one claim. */
const PAGE_ENTRIES = 100;
const LEVELS = ["tenant", "group", "task"] as const;

/** Reads up to the entry that is the newest when it begins; claims go on meanwhile. */
export async function auditQueue(on: Queryable, request: AuditRequest): Promise<AuditReport> {
  const { queue, head } = request;
  refuseOtherQueue(request);
  const newest = await exportHead(on, queue);
  if (newest === undefined) return emptyReport(queue, head);
  const start = await findStart(on, queue, laneId(queue));
  if ("kind" in start) return { ...emptyReport(queue, undefined), difference: start };
  const replay = new Replay(start);
  const difference =
    prunedHead(start.entry, head) ??
    checkHead(replay, head) ??
    (await replayPages({ on, request, replay, newest: BigInt(newest.entry) }));
  return {
    queue,
    difference: difference ?? missingHead(newest, head),
    entries: Number(replay.last.entry - start.entry),
    dispatches: Number(replay.last.turnCount - start.turnCount),
    checkpoint: start.entry === 0n ? undefined : Number(start.entry),
    unfairness: nameUnfairness(replay),
    head: difference === undefined ? newest : undefined,
  };
}

/** The queues that have a dispatch log, by name. */
export async function listAuditedQueues(on: Queryable): Promise<string[]> {
  return (await on.query(rows.listLoggedQueues())).map(({ queue }) => queue);
}

function refuseOtherQueue({ queue, head }: AuditRequest): void {
  if (head === undefined || head.queue === queue) return;
  const message = `the head is of queue "${head.queue}", the audit of "${queue}": give the head of the same queue`;
  throw new RotaError("AUDIT_HEAD_INVALID", message, { queue, headQueue: head.queue });
}

function emptyReport(queue: string, head: LogHead | undefined): AuditReport {
  const difference =
    head === undefined
      ? undefined
      : differs("HEAD_MISSING", BigInt(head.entry), `entry ${String(head.entry)}`, "no log");
  return { queue, difference, entries: 0, dispatches: 0, checkpoint: undefined, unfairness: [], head: undefined };
}

type Work = { on: Queryable; request: AuditRequest; replay: Replay; newest: bigint };

async function replayPages({ on, request, replay, newest }: Work): Promise<Difference | undefined> {
  const { queue, onProgress } = request;
  while (replay.last.entry < newest) {
    const after = replay.last.entry;
    const page = await on.query(rows.selectEntries({ queue, after, upTo: newest, limit: PAGE_ENTRIES }));
    if (page.length === 0) return differs("ENTRY_MISSING", after + 1n, after + 1n, "nothing");
    const difference = await replayPage({ on, request, replay, newest }, page);
    if (difference !== undefined) return difference;
    onProgress?.({ queue, entry: Number(replay.last.entry), lastEntry: Number(newest) });
  }
  return undefined;
}

async function replayPage(
  { on, request, replay }: Work,
  page: readonly rows.LogRow[],
): Promise<Difference | undefined> {
  const entries: LogEntry[] = [];
  for (const row of page) {
    const entry = replay.take(row);
    if ("kind" in entry) return entry;
    const difference = checkHead(replay, request.head) ?? (await checkCheckpoint(on, entry, replay));
    if (difference !== undefined) return difference;
    entries.push(entry);
  }
  return checkChunks(on, entries);
}

function checkHead({ last }: Replay, head: LogHead | undefined): Difference | undefined {
  if (head === undefined) return undefined;
  if (last.entry === BigInt(head.entry) && last.entry > 0n && last.hash !== head.hash)
    return differs("HEAD_HASH", last.entry, head.hash, last.hash);
  return undefined;
}

/** The replay of a pruned log must begin at the head or before it. */
function prunedHead(start: bigint, head: LogHead | undefined): Difference | undefined {
  if (head === undefined || BigInt(head.entry) >= start) return undefined;
  return differs("HEAD_PRUNED", BigInt(head.entry), `entry ${String(head.entry)}`, `${String(start)} as the first`);
}

function missingHead(newest: LogHead, head: LogHead | undefined): Difference | undefined {
  if (head === undefined || head.entry <= newest.entry) return undefined;
  return differs(
    "HEAD_MISSING",
    BigInt(head.entry),
    `entry ${String(head.entry)}`,
    `${String(newest.entry)} as the last`,
  );
}

/** Stored lanes must be those that the replay has come to. */
async function checkCheckpoint(on: Queryable, entry: LogEntry, replay: Replay): Promise<Difference | undefined> {
  const found = entry.changes.map(({ change }) => change).find((change) => change.kind === "CHECKPOINT");
  if (found?.kind !== "CHECKPOINT") return undefined;
  const checkpoint = await readCheckpoint(on, entry);
  if (checkpoint.sha256 !== found.sha256) return differs("CHECKPOINT", entry.entry, found.sha256, checkpoint.sha256);
  const other = findOtherLane(checkpoint, replay.tree);
  return other === undefined ? undefined : differs("CHECKPOINT", entry.entry, "the lanes of the replay", other);
}

/** Every chunk that is still there must know of its dispatch, or of a later one. */
async function checkChunks(on: Queryable, entries: readonly LogEntry[]): Promise<Difference | undefined> {
  const turns = entries.flatMap(({ turnCount, leaves }) =>
    leaves.map((_, index) => turnCount - BigInt(leaves.length - index - 1)),
  );
  if (turns.length === 0) return undefined;
  const taskIds = entries.flatMap((entry) => entry.taskIds);
  const numbers = entries.flatMap((entry) => entry.numbers);
  const [unknown] = await on.query(rows.findUnknownDispatch({ taskIds, numbers, turns }));
  if (unknown === undefined) return undefined;
  const { task_id: taskId, number, turn, known_turn: known } = unknown;
  const entry = entries.find(({ turnCount }) => turnCount >= turn)?.entry ?? 0n;
  const found = known === null ? "none" : `turn ${String(known)}`;
  return differs("CHUNK_ROW", entry, `turn ${String(turn)} in chunk ${String(taskId)}/${String(number)}`, found, turn);
}

function nameUnfairness(replay: Replay): NamedUnfairness[] {
  return replay.spread.largest.flatMap(({ level, lanes: [a, b], spread, bound }) => {
    const name = LEVELS[level - 1];
    return name === undefined ? [] : [{ level: name, between: [replay.nameOf(a), replay.nameOf(b)], spread, bound }];
  });
}

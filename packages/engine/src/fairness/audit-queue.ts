/** Audits a pool: replays its dispatch log, compares it with an exported head and measures unfairness. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { laneId } from "../tasks/lanes.ts";
import { type Checkpoint, findOtherLane, readCheckpoint } from "./checkpoint.ts";
import { hashEntry, type LogEntry, readEntry, readInteger, readJsonFields, readString, toHex } from "./dispatch-log.ts";
import * as rows from "./fairness.sql.ts";
import { type Difference, differs, LogReplay, type ReplayStart } from "./replay.ts";

export type AuditRequest = {
  readonly queue: string;
  /** Head that was exported earlier. Without it the audit cannot detect a log that was cut off or completely rewritten. */
  readonly head?: LogHead | undefined;
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
};

export type AuditProgress = { readonly queue: string; readonly entry: number; readonly lastEntry: number };

export type AuditReport = {
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  /** First difference that was found; undefined when the log is correct. */
  readonly difference: Difference | undefined;
  readonly entries: number;
  readonly dispatches: number;
  /** Entry of the checkpoint from which a pruned log was replayed. */
  readonly checkpoint: number | undefined;
  /** For each level, the two siblings that came nearest to the promised bound. */
  readonly unfairness: readonly NamedUnfairness[];
  /** Newest entry that was audited. Keep it for the next audit. */
  readonly head: LogHead | undefined;
};

export type NamedUnfairness = {
  readonly level: "tenant" | "group" | "task";
  readonly between: readonly [string, string];
  /** Difference of their dispatched cost divided by weight, while both were eligible for turns. */
  readonly spread: number;
  readonly bound: number;
};

/** Maximum number of entries in memory; each entry describes one claim. */
const PAGE_ENTRIES = 100;
const LEVELS = ["tenant", "group", "task"] as const;

/** Audits a pool up to the entry that is the newest at the start. Claims continue meanwhile. */
export async function auditQueue(on: Queryable, request: AuditRequest): Promise<AuditReport> {
  const { queue, head } = request;
  refuseOtherQueue(request);
  const newest = await exportHead(on, queue);
  if (newest === undefined) return emptyReport(queue, head);
  const start = await findStart(on, queue, laneId(queue));
  if ("kind" in start) return { ...emptyReport(queue, undefined), difference: start };
  const replay = new LogReplay(start);
  const difference =
    prunedHead(start.entry, head) ??
    checkHead(replay, head) ??
    (await replayPages({ on, request, replay, newest: BigInt(newest.entry) }));
  return {
    pool: queue,
    queue,
    difference: difference ?? missingHead(newest, head),
    entries: Number(replay.last.entry - start.entry),
    dispatches: Number(replay.last.turnCount - start.turnCount),
    checkpoint: start.entry === 0n ? undefined : Number(start.entry),
    unfairness: nameUnfairness(replay),
    head: difference === undefined ? newest : undefined,
  };
}

/** Returns the names of the pools that have a dispatch log, sorted. */
export async function listAuditedQueues(on: Queryable): Promise<string[]> {
  return (await on.query(rows.listLoggedQueues())).map(({ queue }) => queue);
}

function refuseOtherQueue({ queue, head }: AuditRequest): void {
  if (head === undefined || head.queue === queue) return;
  const message = `the head is of pool "${head.queue}", the audit of "${queue}": give the head of the same pool`;
  throw new RotaError("AUDIT_HEAD_INVALID", message, { pool: queue, headPool: head.queue });
}

function emptyReport(queue: string, head: LogHead | undefined): AuditReport {
  const difference =
    head === undefined
      ? undefined
      : differs("HEAD_MISSING", BigInt(head.entry), `entry ${String(head.entry)}`, "no log");
  return {
    pool: queue,
    queue,
    difference,
    entries: 0,
    dispatches: 0,
    checkpoint: undefined,
    unfairness: [],
    head: undefined,
  };
}

type Work = { on: Queryable; request: AuditRequest; replay: LogReplay; newest: bigint };

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
  page: readonly rows.LogEntryRow[],
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

function checkHead({ last }: LogReplay, head: LogHead | undefined): Difference | undefined {
  if (head === undefined) return undefined;
  if (last.entry === BigInt(head.entry) && last.entry > 0n && last.hash !== head.hash)
    return differs("HEAD_HASH", last.entry, head.hash, last.hash);
  return undefined;
}

/** Reports an exported head whose entry was pruned: the replay must begin at the head or before it. */
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

/** Reports a checkpoint whose stored lanes differ from those of the replay. */
async function checkCheckpoint(on: Queryable, entry: LogEntry, replay: LogReplay): Promise<Difference | undefined> {
  const found = entry.changes.map(({ change }) => change).find((change) => change.kind === "CHECKPOINT");
  if (found?.kind !== "CHECKPOINT") return undefined;
  const checkpoint = await readCheckpoint(on, entry);
  if (checkpoint.sha256 !== found.sha256) return differs("CHECKPOINT", entry.entry, found.sha256, checkpoint.sha256);
  const other = findOtherLane(checkpoint, replay.tree);
  return other === undefined ? undefined : differs("CHECKPOINT", entry.entry, "the lanes of the replay", other);
}

/** Reports a stored chunk whose row records neither its dispatch nor a later one. */
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

function nameUnfairness(replay: LogReplay): NamedUnfairness[] {
  return replay.spread.largest.flatMap(({ level, lanes: [a, b], spread, bound }) => {
    const name = LEVELS[level - 1];
    return name === undefined ? [] : [{ level: name, between: [replay.nameOf(a), replay.nameOf(b)], spread, bound }];
  });
}

/** Returns where the replay of a log begins: before its first entry, or at the checkpoint up to which it was pruned. */
async function findStart(on: Queryable, queue: string, root: bigint): Promise<ReplayStart | Difference> {
  const [oldest] = await on.query(rows.selectStart(queue));
  const first = oldest?.first_entry ?? 1n;
  if (first === 1n) return { root, entry: 0n, hash: "", atUs: 0n, turnCount: 0n, moment: 0n, clock: 0n, lanes: [] };
  const entry = oldest?.checkpoint ?? undefined;
  if (entry === undefined) return differs("START_MISSING", first, "entry 1 or a checkpoint", first);
  const checkpoint = await readCheckpoint(on, { queue, entry });
  const [row] = await on.query(rows.selectEntries({ queue, after: entry - 1n, upTo: entry, limit: 1 }));
  if (row === undefined) return differs("START_MISSING", entry, "the entry of the checkpoint", "nothing");
  return checkStart({ row, checkpoint, root });
}

/** Checks that neither the checkpoint's entry nor the stored lanes were changed after they were written. */
function checkStart({ row, checkpoint, root }: { row: rows.LogEntryRow; checkpoint: Checkpoint; root: bigint }) {
  const entry = readEntry(row);
  const hash = toHex(row.hash);
  const expected = hashEntry(row, checkpoint.previousHash ?? "");
  if (hash !== expected) return differs("HASH", entry.entry, expected, hash);
  const sha256 = checkpointHash(entry);
  if (sha256 !== checkpoint.sha256) return differs("CHECKPOINT", entry.entry, sha256 ?? "none", checkpoint.sha256);
  const { atUs, turnCount, moment, clock } = entry;
  return { root, entry: entry.entry, hash, atUs, turnCount, moment, clock, lanes: checkpoint.lanes };
}

function checkpointHash({ changes }: LogEntry): string | undefined {
  const [only] = changes;
  return only?.change.kind === "CHECKPOINT" ? only.change.sha256 : undefined;
}

/**
 * Head of a dispatch log. An auditor keeps it elsewhere, as JSON, to detect later changes. The hash covers the entry
 * and, through the chain, every entry before it.
 */
export type LogHead = {
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  readonly entry: number;
  readonly turnCount: number;
  /** Hash as hexadecimal digits. */
  readonly hash: string;
};

/** Returns the newest entry of a pool's log; undefined when nothing was ever logged. */
export async function exportHead(on: Queryable, queue: string): Promise<LogHead | undefined> {
  const [row] = await on.query(rows.selectLogHead(queue));
  if (row === undefined) return undefined;
  return { pool: queue, queue, entry: Number(row.entry), turnCount: Number(row.turn_count), hash: toHex(row.hash) };
}

/** Reads a head from JSON. One of 0.1.0 names the pool as its queue. */
export function parseHead(text: string): LogHead {
  try {
    const fields = readJsonFields(JSON.parse(text));
    const pool = readString(fields, "pool" in fields ? "pool" : "queue");
    const head = { pool, queue: pool, entry: readInteger(fields, "entry") };
    const hash = readString(fields, "hash");
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError("64 hexadecimal digits were expected as hash");
    return { ...head, turnCount: readInteger(fields, "turnCount"), hash };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `this is no head of a dispatch log: ${reason}; give what rota audit-head printed`;
    throw new RotaError("AUDIT_HEAD_INVALID", message, {}, { cause });
  }
}

/** Reads the changes of tasks, turns, lanes and workers since a cursor, in one order, for live events. */
import type { Queryable } from "../database/database.ts";
import {
  AFTER_NAMES,
  type Change,
  type ChangePlace,
  type ChangesPage,
  comparePlaces,
  cutAt,
  type LiveLaneChange,
  NOTHING,
  placed,
  type PlacedChange,
  readChangeCursor,
  type TaskChange,
  type SourceChanges,
  writeChangeCursor,
} from "./change.ts";
import * as statements from "./inspect-changes.sql.ts";
import { LEVELS } from "./list-lanes.ts";
import { WORKER_LATE_MS } from "./list-workers.ts";
import { paging } from "./page.ts";

export const CHANGES_READ_MAX = 1_000;
const DEFAULT_READ = 500;
/** Minimum number of rows to read from a source. Rows are cut off between two times, so those of one time must not fill it. */
const SOURCE_ROWS_MIN = 100;
/** Maximum age of a cursor. */
export const CHANGES_KEPT_MS = 900_000;
/** Maximum time to wait for an open transaction that submits or ends a task. */
export const OPEN_TRANSACTION_MS = 5_000;

export type ChangeTopic = Change["kind"];

/** Query of `readChanges`. */
export type ChangesQuery = {
  /** Cursor: the `id` of a change, or the `next` of the previous page. Default: the present time. */
  readonly after?: string | undefined;
  /** Tenant of the changes. Workers, pools and deleted lanes belong to no tenant. Default: all changes. */
  readonly tenant?: string | undefined;
  /** Topics. Default: all. */
  readonly topics?: readonly ChangeTopic[] | undefined;
  /** Approximate number of changes; those of one time stay together. Default 500, at most CHANGES_READ_MAX. */
  readonly limit?: number | undefined;
};

/**
 * Reads the changes that follow a cursor. A change is returned once no earlier change can follow any more, which takes a
 * fifth of a second, and longer while a transaction that writes stays open.
 *
 * @example
 * let { next } = await readChanges(database);
 * const page = await readChanges(database, { after: next });
 */
export async function readChanges(on: Queryable, query: ChangesQuery = {}): Promise<ChangesPage> {
  const { tenant = null, topics, limit = DEFAULT_READ } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > CHANGES_READ_MAX)
    throw paging.refuse(`limit (${String(limit)}) must be a whole number from 1 to ${String(CHANGES_READ_MAX)}`, {
      field: "limit",
    });
  const after = readChangeCursor(query.after);
  const [horizon] = await on.query(statements.selectHorizon({ waitMs: OPEN_TRANSACTION_MS, keptMs: CHANGES_KEPT_MS }));
  const toUs = horizon?.to_us ?? 0n;
  const end: ChangePlace = { atUs: toUs, name: AFTER_NAMES };
  if (after === undefined) return { items: [], next: writeChangeCursor(end), isFull: false, hasGap: false };
  if (after.atUs < (horizon?.oldest_us ?? 0n))
    return { items: [], next: writeChangeCursor(end), isFull: false, hasGap: true };
  if (comparePlaces(after, end) >= 0)
    return { items: [], next: writeChangeCursor(after), isFull: false, hasGap: false };
  const fromUs = after.name === AFTER_NAMES ? after.atUs + 1n : after.atUs; // all changes of that time were read
  const span = { fromUs, toUs, tenant, limit: Math.max(limit, SOURCE_ROWS_MIN) };
  return cut(await gather(on, span, new Set(topics ?? TOPICS)), { after, end, limit });
}

const TOPICS: readonly ChangeTopic[] = ["task", "dispatch", "lane", "worker", "announcement"];

async function gather(
  on: Queryable,
  span: statements.Span,
  topics: ReadonlySet<ChangeTopic>,
): Promise<SourceChanges[]> {
  const log = { hasTurns: topics.has("dispatch"), hasLanes: topics.has("lane") };
  return [
    topics.has("task") ? await taskChanges(on, span) : NOTHING,
    log.hasTurns || log.hasLanes ? await logChanges(on, span, log) : NOTHING,
    topics.has("worker") && span.tenant === null ? await workerChanges(on, span) : NOTHING,
    topics.has("announcement") ? await announcements(on, span) : NOTHING,
  ];
}

async function announcements(on: Queryable, span: statements.Span): Promise<SourceChanges> {
  const rows = await on.query(statements.selectAnnounced(span));
  const changes = rows.map(({ at_us: atUs, event_id: eventId, type: event, task_id: taskId, tenant, data }) =>
    placed(
      { atUs, name: ["announcement", eventId].join(" ") },
      { kind: "announcement", event, eventId, taskId, tenant, data },
    ),
  );
  return { changes, cutAtUs: cutAt(rows, span.limit) };
}

async function workerChanges(on: Queryable, { fromUs, toUs }: statements.Span): Promise<SourceChanges> {
  const rows = await on.query(statements.selectWorkerChanges({ fromUs, toUs, lateMs: WORKER_LATE_MS }));
  const changes = rows.map(({ at_us: atUs, event, owner, queues }) =>
    placed(
      { atUs, name: ["worker", event, owner].join(" ") },
      { kind: "worker", event, owner, queues, tenant: undefined },
    ),
  );
  return { changes, cutAtUs: undefined };
}

type Bounds = { readonly after: ChangePlace; readonly end: ChangePlace; readonly limit: number };

/** Merges the sources into a page, which ends at the earliest time at which a source was cut off. */
function cut(sources: readonly SourceChanges[], { after, end, limit }: Bounds): ChangesPage {
  const cutAtUs = sources.flatMap((source) => source.cutAtUs ?? []).reduce((a, b) => (a < b ? a : b), end.atUs);
  const known = sources
    .flatMap(({ changes }) => changes)
    .filter(({ place }) => place.atUs <= cutAtUs && comparePlaces(place, after) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place));
  const lastUs = known[limit - 1]?.place.atUs ?? cutAtUs;
  const items = known.filter(({ place }) => place.atUs <= lastUs);
  const isFull = lastUs < end.atUs;
  return {
    items: items.map(({ change }) => change),
    next: writeChangeCursor({ atUs: lastUs, name: AFTER_NAMES }),
    isFull,
    hasGap: false,
  };
}

async function taskChanges(on: Queryable, span: statements.Span): Promise<SourceChanges> {
  const submitted = await on.query(statements.selectSubmittedTasks(span));
  const ended = await on.query(statements.selectEnded(span));
  const failed = await on.query(statements.selectFailed(span));
  const cuts = [cutAt(ended, span.limit), cutAt(failed, span.limit)].filter((cut) => cut !== undefined);
  return {
    changes: [
      ...submitted.map((row) => toTaskChange(row, "submitted")),
      ...ended.map((row) => toTaskChange(row, "ended")),
      ...failed.map((row) => toTaskChange(row, "chunkFailed")),
    ],
    cutAtUs: cuts.length === 0 ? undefined : cuts.reduce((a, b) => (a < b ? a : b)),
  };
}

function toTaskChange(row: statements.TaskChangeRow, event: TaskChange["event"]): PlacedChange {
  const { task_id: taskId, number } = row;
  const name = ["task", event, String(taskId), ...(number === null ? [] : [String(number)])].join(" ");
  return placed(
    { atUs: row.at_us, name },
    {
      kind: "task",
      event,
      tenant: row.tenant,
      taskId,
      taskKey: row.task_key ?? undefined,
      type: row.type,
      group: row.group_name,
      queue: row.queue,
      state: row.state,
      number: number ?? undefined,
      code: row.code ?? undefined,
    },
  );
}

/** Maximum number of turns that are listed for one claim and tenant; the others are only counted. */
export const LISTED_TURNS_MAX = 50;

export type LogTopics = { readonly hasTurns: boolean; readonly hasLanes: boolean };

/** Reads the changes of turns and lanes. The limit applies to the entries of each log. */
async function logChanges(on: Queryable, span: statements.Span, topics: LogTopics): Promise<SourceChanges> {
  const entries = await on.query(statements.selectLogged(span));
  const turns = topics.hasTurns ? await turnChanges(on, entries, span.tenant) : [];
  const lanes = topics.hasLanes ? await laneChanges(on, entries, span.tenant) : [];
  return { changes: [...turns, ...lanes], cutAtUs: earliestCut(entries, span.limit) };
}

function earliestCut(entries: readonly statements.LoggedEntryRow[], limit: number): bigint | undefined {
  const queues = new Map<string, statements.LoggedEntryRow[]>();
  for (const entry of entries) queues.set(entry.queue, [...(queues.get(entry.queue) ?? []), entry]);
  return [...queues.values()]
    .map((own) =>
      cutAt(
        [...own].sort((a, b) => (a.entry < b.entry ? -1 : 1)),
        limit,
      ),
    )
    .reduce((a, b) => (b === undefined || (a !== undefined && a < b) ? a : b), undefined);
}

async function turnChanges(on: Queryable, entries: readonly statements.LoggedEntryRow[], tenant: string | null) {
  const taskIds = [...new Set(entries.flatMap((entry) => entry.task_ids))];
  const tasks = taskIds.length === 0 ? [] : await on.query(statements.selectTurnTasks({ taskIds, tenant }));
  const byId = new Map(tasks.map((task) => [task.task_id, task]));
  return entries.flatMap((entry) => toTurnChanges(entry, byId));
}

function toTurnChanges(
  entry: statements.LoggedEntryRow,
  tasks: ReadonlyMap<bigint, statements.TurnTaskRow>,
): PlacedChange[] {
  const byTenant = new Map<string, { task: statements.TurnTaskRow; nth: number }[]>();
  for (const [nth, taskId] of entry.task_ids.entries()) {
    const task = tasks.get(taskId);
    if (task === undefined) continue;
    const own = byTenant.get(task.tenant);
    if (own === undefined) byTenant.set(task.tenant, [{ task, nth }]);
    else own.push({ task, nth });
  }
  const first = entry.turn_count - BigInt(entry.task_ids.length) + 1n;
  return [...byTenant].map(([tenant, turns]) =>
    placed(
      { atUs: entry.at_us, name: ["dispatch", entry.queue, String(entry.entry), tenant].join(" ") },
      {
        kind: "dispatch",
        tenant,
        pool: entry.queue,
        queue: entry.queue,
        entry: entry.entry,
        count: turns.length,
        turns: turns.slice(0, LISTED_TURNS_MAX).map(({ task, nth }) => ({
          turn: first + BigInt(nth),
          laneId: entry.leaves[nth] ?? 0n,
          group: task.group_name,
          type: task.type,
          taskId: task.task_id,
          taskKey: task.task_key ?? undefined,
          number: entry.numbers[nth] ?? 0,
        })),
      },
    ),
  );
}

type LaneEvent = { readonly event: LiveLaneChange["event"]; readonly laneId: bigint; readonly settings?: unknown };

const EVENTS: Readonly<Record<string, LiveLaneChange["event"]>> = {
  ARRIVED: "arrived",
  SET: "set",
  RESTED: "rested",
  FORGOTTEN: "forgotten",
};

async function laneChanges(on: Queryable, entries: readonly statements.LoggedEntryRow[], tenant: string | null) {
  const events = entries.map((entry) => ({ entry, happened: laneEvents(entry) }));
  const lanes = [...new Set(events.flatMap(({ happened }) => happened.map(({ laneId }) => laneId)))];
  const names = lanes.length === 0 ? [] : await on.query(statements.selectLaneNames({ lanes, tenant }));
  const byId = new Map(names.map((lane) => [lane.lane_id, lane]));
  return events.flatMap(({ entry, happened }) =>
    happened.flatMap((each) => {
      const lane = byId.get(each.laneId);
      // The tenant of a deleted lane is not known any more.
      return lane === undefined && tenant !== null ? [] : [toLaneChange(entry, each, lane)];
    }),
  );
}

function laneEvents({ changes, emptied }: statements.LoggedEntryRow): LaneEvent[] {
  const logged = changes.flatMap((change): LaneEvent[] => {
    const { kind, leaf, lane, settings } = readChange(change);
    const event = EVENTS[kind];
    const id = leaf ?? lane;
    return event === undefined || id === undefined ? [] : [{ event, laneId: BigInt(id), settings }];
  });
  return [...logged, ...emptied.map((laneId): LaneEvent => ({ event: "emptied", laneId }))];
}

type LoggedFields = { kind: string; leaf: string | undefined; lane: string | undefined; settings: unknown };

function readChange(change: unknown): LoggedFields {
  const fields = typeof change === "object" && change !== null ? Object.fromEntries(Object.entries(change)) : {};
  const text = (key: string): string | undefined => {
    const value: unknown = fields[key];
    return typeof value === "string" ? value : undefined;
  };
  return { kind: text("kind") ?? "", leaf: text("leaf"), lane: text("lane"), settings: fields["settings"] };
}

const LANE_LEVELS = ["pool", ...LEVELS, "queue"] as const;

function toLaneChange(
  entry: statements.LoggedEntryRow,
  each: LaneEvent,
  lane: statements.LaneNameRow | undefined,
): PlacedChange {
  const name = ["lane", entry.queue, String(entry.entry), each.event, String(each.laneId)].join(" ");
  const level = lane === undefined ? undefined : LANE_LEVELS[lane.level];
  return placed(
    { atUs: entry.at_us, name },
    {
      kind: "lane",
      event: each.event,
      tenant: lane?.tenant ?? undefined,
      pool: entry.queue,
      queue: entry.queue,
      laneId: each.laneId,
      level,
      name: lane?.name,
      settings: each.settings,
    },
  );
}

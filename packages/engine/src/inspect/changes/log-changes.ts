/** Tells of turns and lanes what the dispatch logs hold. */
import type { Queryable } from "../../database/database.ts";
import { LEVELS } from "../lanes/list-lanes.ts";
import type { LaneChangeTold } from "./change.ts";
import * as rows from "./changes.sql.ts";
import { cutAt, placed, type PlacedChange, type Told } from "./placed-change.ts";

/** Of one claim and tenant; the rest is counted. */
export const TOLD_TURNS_MAX = 50;

export type LogTopics = { readonly hasTurns: boolean; readonly hasLanes: boolean };

/** The limit is of entries of each log. */
export async function logChanges(on: Queryable, span: rows.Span, topics: LogTopics): Promise<Told> {
  const entries = await on.query(rows.selectLogged(span));
  const turns = topics.hasTurns ? await tellTurns(on, entries, span.tenant) : [];
  const lanes = topics.hasLanes ? await tellLanes(on, entries, span.tenant) : [];
  return { changes: [...turns, ...lanes], cutAtUs: earliestCut(entries, span.limit) };
}

function earliestCut(entries: readonly rows.EntryRow[], limit: number): bigint | undefined {
  const queues = new Map<string, rows.EntryRow[]>();
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

async function tellTurns(on: Queryable, entries: readonly rows.EntryRow[], tenant: string | null) {
  const taskIds = [...new Set(entries.flatMap((entry) => entry.task_ids))];
  const tasks = taskIds.length === 0 ? [] : await on.query(rows.selectTurnTasks({ taskIds, tenant }));
  const byId = new Map(tasks.map((task) => [task.task_id, task]));
  return entries.flatMap((entry) => tellEntry(entry, byId));
}

function tellEntry(entry: rows.EntryRow, tasks: ReadonlyMap<bigint, rows.TurnTaskRow>): PlacedChange[] {
  const byTenant = new Map<string, { task: rows.TurnTaskRow; nth: number }[]>();
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
        queue: entry.queue,
        entry: entry.entry,
        count: turns.length,
        turns: turns.slice(0, TOLD_TURNS_MAX).map(({ task, nth }) => ({
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

type LaneEvent = { readonly event: LaneChangeTold["event"]; readonly laneId: bigint; readonly settings?: unknown };

const EVENTS: Readonly<Record<string, LaneChangeTold["event"]>> = {
  ARRIVED: "arrived",
  SET: "set",
  RESTED: "rested",
  FORGOTTEN: "forgotten",
};

async function tellLanes(on: Queryable, entries: readonly rows.EntryRow[], tenant: string | null) {
  const events = entries.map((entry) => ({ entry, happened: laneEvents(entry) }));
  const lanes = [...new Set(events.flatMap(({ happened }) => happened.map(({ laneId }) => laneId)))];
  const names = lanes.length === 0 ? [] : await on.query(rows.selectLaneNames({ lanes, tenant }));
  const byId = new Map(names.map((lane) => [lane.lane_id, lane]));
  return events.flatMap(({ entry, happened }) =>
    happened.flatMap((each) => {
      const lane = byId.get(each.laneId);
      // Whose a lane was that is gone is not known any more.
      return lane === undefined && tenant !== null ? [] : [tellLane(entry, each, lane)];
    }),
  );
}

function laneEvents({ changes, emptied }: rows.EntryRow): LaneEvent[] {
  const told = changes.flatMap((change): LaneEvent[] => {
    const { kind, leaf, lane, settings } = readChange(change);
    const event = EVENTS[kind];
    const id = leaf ?? lane;
    return event === undefined || id === undefined ? [] : [{ event, laneId: BigInt(id), settings }];
  });
  return [...told, ...emptied.map((laneId): LaneEvent => ({ event: "emptied", laneId }))];
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

function tellLane(entry: rows.EntryRow, each: LaneEvent, lane: rows.LaneNameRow | undefined): PlacedChange {
  const name = ["lane", entry.queue, String(entry.entry), each.event, String(each.laneId)].join(" ");
  const level = lane === undefined ? undefined : lane.level === 0 ? "queue" : LEVELS[lane.level - 1];
  return placed(
    { atUs: entry.at_us, name },
    {
      kind: "lane",
      event: each.event,
      tenant: lane?.tenant ?? undefined,
      queue: entry.queue,
      laneId: each.laneId,
      level,
      name: lane?.name,
      settings: each.settings,
    },
  );
}

/** Reads what happened since a place: tasks, turns, lanes and workers in one order that can be gone on from. */
import type { Queryable } from "../../database/database.ts";
import { refusal } from "../page.ts";
import { LATE_MS } from "../workers/list-workers.ts";
import type { Change, ChangesPage } from "./change.ts";
import { selectHorizon, selectWorkerChanges, type Span } from "./changes.sql.ts";
import { logChanges } from "./log-changes.ts";
import { AFTER_NAMES, comparePlaces, readPlace, writePlace, type ChangePlace } from "./place.ts";
import { NOTHING, placed, type Told } from "./placed-change.ts";
import { taskChanges } from "./task-changes.ts";

export const CHANGES_READ_MAX = 1_000;
const DEFAULT_READ = 500;
/** Rows of a source are cut off between two moments, so it must give more than those of one. */
const SOURCE_ROWS_MIN = 100;
/** How far back a place may lie. */
export const CHANGES_KEPT_MS = 900_000;
/** A transaction that ends a task or submits one and stays open for longer is not waited for. */
export const OPEN_TRANSACTION_MS = 5_000;

export type ChangeTopic = Change["kind"];

export type ChangesWish = {
  /** The `id` of a change, or the `next` of the last reading. Default: from now on. */
  readonly after?: string | undefined;
  /** Only changes of this tenant; workers, queues and lanes that are gone are nobody's. */
  readonly tenant?: string | undefined;
  /** Default: all. */
  readonly topics?: readonly ChangeTopic[] | undefined;
  /** About how many; those of one moment are not torn apart. Default 500, at most CHANGES_READ_MAX. */
  readonly limit?: number | undefined;
};

/**
 * Nothing is told before it is certain that nothing earlier is still to come, which takes a fifth of a second, and longer
 * while a transaction that writes stays open.
 *
 * @example
 * let { next } = await readChanges(database);
 * const page = await readChanges(database, { after: next });
 */
export async function readChanges(on: Queryable, wish: ChangesWish = {}): Promise<ChangesPage> {
  const { tenant = null, topics, limit = DEFAULT_READ } = wish;
  if (!Number.isInteger(limit) || limit < 1 || limit > CHANGES_READ_MAX)
    throw refusal(`limit (${String(limit)}) must be a whole number from 1 to ${String(CHANGES_READ_MAX)}`, {
      field: "limit",
    });
  const after = readPlace(wish.after);
  const [horizon] = await on.query(selectHorizon({ waitMs: OPEN_TRANSACTION_MS, keptMs: CHANGES_KEPT_MS }));
  const toUs = horizon?.to_us ?? 0n;
  const end: ChangePlace = { atUs: toUs, name: AFTER_NAMES };
  if (after === undefined) return { items: [], next: writePlace(end), isFull: false, hasGap: false };
  if (after.atUs < (horizon?.oldest_us ?? 0n)) return { items: [], next: writePlace(end), isFull: false, hasGap: true };
  if (comparePlaces(after, end) >= 0) return { items: [], next: writePlace(after), isFull: false, hasGap: false };
  const fromUs = after.name === AFTER_NAMES ? after.atUs + 1n : after.atUs; // of that moment nothing is left to tell
  const span = { fromUs, toUs, tenant, limit: Math.max(limit, SOURCE_ROWS_MIN) };
  return cut(await gather(on, span, new Set(topics ?? TOPICS)), { after, end, limit });
}

const TOPICS: readonly ChangeTopic[] = ["task", "dispatch", "lane", "worker"];

async function gather(on: Queryable, span: Span, topics: ReadonlySet<ChangeTopic>): Promise<Told[]> {
  const log = { hasTurns: topics.has("dispatch"), hasLanes: topics.has("lane") };
  return [
    topics.has("task") ? await taskChanges(on, span) : NOTHING,
    log.hasTurns || log.hasLanes ? await logChanges(on, span, log) : NOTHING,
    topics.has("worker") && span.tenant === null ? await workerChanges(on, span) : NOTHING,
  ];
}

async function workerChanges(on: Queryable, { fromUs, toUs }: Span): Promise<Told> {
  const rows = await on.query(selectWorkerChanges({ fromUs, toUs, lateMs: LATE_MS }));
  const changes = rows.map(({ at_us: atUs, event, owner, queues }) =>
    placed(
      { atUs, name: ["worker", event, owner].join(" ") },
      { kind: "worker", event, owner, queues, tenant: undefined },
    ),
  );
  return { changes, cutAtUs: undefined };
}

type Bounds = { readonly after: ChangePlace; readonly end: ChangePlace; readonly limit: number };

/** Beyond the earliest time at which a source was cut off, another one may have told what that one has yet to tell. */
function cut(told: readonly Told[], { after, end, limit }: Bounds): ChangesPage {
  const cutAtUs = told.flatMap((source) => source.cutAtUs ?? []).reduce((a, b) => (a < b ? a : b), end.atUs);
  const known = told
    .flatMap(({ changes }) => changes)
    .filter(({ place }) => place.atUs <= cutAtUs && comparePlaces(place, after) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place));
  const lastUs = known[limit - 1]?.place.atUs ?? cutAtUs;
  const items = known.filter(({ place }) => place.atUs <= lastUs);
  const isFull = lastUs < end.atUs;
  return {
    items: items.map(({ change }) => change),
    next: writePlace({ atUs: lastUs, name: AFTER_NAMES }),
    isFull,
    hasGap: false,
  };
}

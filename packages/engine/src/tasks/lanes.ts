/** Changes the weight, pause and limits of lanes by appending rows that the next claim reads, and computes the ids of lanes. */
import { createHash } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { checkName, checkRange, checkWeight, refusal } from "./check-task.ts";
import { DEFAULT_PRIORITY, IN_FLIGHT_MAX, KEY_BYTES_MAX, PRIORITY_MAX, WINDOW_MS_MAX } from "./new-task.ts";
import { DEFAULT_POOL } from "./task-options.ts";
import { appendLaneSettings, appendTaskSettings, type LanePlace } from "./tasks.sql.ts";

export const RATE_TURNS_MAX = 1_000_000;

/**
 * A pool, a queue of it, a named limit of its tasks, a tenant in it, a group of the tenant at a priority, the jobs of a type in the group, or a task with
 * chunks. The default pool is `default`.
 */
export type LaneName =
  | { readonly pool: string }
  | { readonly pool?: string; readonly queue: string }
  | {
      readonly pool?: string;
      /** Limit that tasks share by its name, such as `gpu`, or `stripe-api:acme` for a key. */
      readonly limit: string;
    }
  | { readonly pool?: string; readonly tenant: string }
  | {
      readonly pool?: string;
      readonly tenant: string;
      /** Default 2: a group has a lane for each priority. */
      readonly priority?: number;
      readonly group: string;
      /** The lane that the jobs of this type share. */
      readonly type?: string;
    }
  | { readonly taskId: bigint };

/** Settings of a lane to change. Fields that are left out stay as they are; `null` removes a limit. */
export type NewLaneSettings = {
  /** Its share among its siblings; not for a pool, a queue or a named limit, which have none. */
  readonly weight?: number;
  readonly isPaused?: boolean;
  /** How many chunks may run at once. */
  readonly maxInFlight?: number | null;
  /** So many turns in so many milliseconds, evenly spread; after a rest `burst` (default 1) at once. */
  readonly rate?: Rate | null;
};

/** So many turns in so many milliseconds, evenly spread; after a rest `burst` (default 1) at once. */
export type Rate = { readonly turns: number; readonly perMs: number; readonly burst?: number };

/**
 * Changes the weight, the limits or the pause of a lane; it takes effect with the next turn.
 *
 * @example await setLane(database, { tenant: "ann" }, { weight: 3, rate: { turns: 10, perMs: 1_000 } });
 */
export async function setLane(on: Queryable, lane: LaneName, settings: NewLaneSettings): Promise<void> {
  const given = json(checkedSettings(settings));
  if ("taskId" in lane) return setTaskLane(on, lane.taskId, given);
  const place = placeOf(lane);
  if ((place.level === POOL || place.level === LIMIT) && settings.weight !== undefined) {
    const what = place.level === POOL ? "pool" : "limit" in lane ? "limit" : "queue";
    throw refusal(`${what} "${place.name}" has no siblings to share with, so it has no weight`, { field: "weight" });
  }
  await on.query(appendLaneSettings({ ...place, settings: given }));
}

async function setTaskLane(on: Queryable, taskId: bigint, settings: ReturnType<typeof json>): Promise<void> {
  const [row] = await on.query(appendTaskSettings({ taskId, settings }));
  const details = { taskId: String(taskId) };
  if (row === undefined) throw new RotaError("TASK_NOT_FOUND", `there is no task ${String(taskId)}`, details);
  if (row.is_job)
    throw refusal(`task ${String(taskId)} is a job, it shares a lane with others: name its type`, details);
  if (row.is_finished)
    throw new RotaError("TASK_FINISHED", `task ${String(taskId)} has ended, its lane is of no use`, details);
}

const POOL = 0;
const LIMIT = 4;

function placeOf(lane: Exclude<LaneName, { taskId: bigint }>): LanePlace {
  const { pool = DEFAULT_POOL } = lane;
  checkName("pool", pool);
  const root = laneId(pool);
  if ("queue" in lane) return routePlace(lane, { pool, root });
  if ("limit" in lane) return limitPlace(lane, { pool, root });
  if (!("tenant" in lane)) return { queue: pool, laneId: root, siblingSet: 0n, level: POOL, name: pool };
  const { tenant } = lane;
  checkName("tenant", tenant);
  const tenantId = tenantLane({ pool, tenant });
  if (!("group" in lane)) return { queue: pool, laneId: tenantId, siblingSet: root, level: 1, name: tenant };
  const { priority = DEFAULT_PRIORITY, group, type } = lane;
  checkRange("priority", priority, [0, PRIORITY_MAX]);
  checkName("group", group);
  const path = { pool, tenant, priority, group };
  const groupId = groupLane(path);
  if (type === undefined)
    return { queue: pool, laneId: groupId, siblingSet: tenantId + BigInt(priority), level: 2, name: group };
  checkName("type", type);
  return { queue: pool, laneId: jobsLane({ ...path, type }), siblingSet: groupId, level: 3, name: type };
}

/** A queue is a limit of the pool. Tenants share the pool, so they have no lanes of their own in a queue. */
function routePlace(lane: { readonly queue: string }, { pool, root }: { pool: string; root: bigint }): LanePlace {
  const { queue } = lane;
  checkName("queue", queue);
  if ("tenant" in lane)
    throw refusal(`tenants share pool "${pool}", not queue "${queue}": leave the queue out`, { field: "queue" });
  return { queue: pool, laneId: routeLimit({ pool, queue }), siblingSet: root + 1n, level: LIMIT, name: queue };
}

function limitPlace(lane: { readonly limit: string }, { pool, root }: { pool: string; root: bigint }): LanePlace {
  const { limit } = lane;
  checkName("limit", limit, KEY_BYTES_MAX);
  if ("tenant" in lane)
    throw refusal(`limit "${limit}" is shared by the tenants of pool "${pool}": leave the tenant out`, {
      field: "limit",
    });
  return { queue: pool, laneId: limitLane({ pool, limit }), siblingSet: root + 1n, level: LIMIT, name: limit };
}

/** Spelled as the claim reads them. */
function checkedSettings({ weight, isPaused, maxInFlight, rate }: NewLaneSettings): Record<string, unknown> {
  checkWeight(weight);
  checkRange("maxInFlight", maxInFlight ?? undefined, [1, IN_FLIGHT_MAX]);
  const settings = { weight, isPaused, maxInFlight, ...rateSettings(rate) };
  if (Object.values(settings).some((value) => value !== undefined)) return settings;
  throw refusal("no setting was given: name weight, isPaused, maxInFlight or rate", {});
}

/** Rounded up to whole microseconds, so that never more turns are given than asked for. */
export function rateSettings(rate: Rate | null | undefined): { rateUs?: number | null; rateBurst?: number } {
  if (rate === undefined) return {};
  if (rate === null) return { rateUs: null };
  const { turns, perMs, burst = 1 } = rate;
  checkRange("rate.turns", turns, [1, RATE_TURNS_MAX]);
  checkRange("rate.perMs", perMs, [1, WINDOW_MS_MAX]);
  checkRange("rate.burst", burst, [1, RATE_TURNS_MAX]);
  const rateUs = Math.ceil((perMs * 1_000) / turns);
  checkRange("rate.burst in milliseconds of the rate", Math.ceil((rateUs * burst) / 1_000), [1, WINDOW_MS_MAX]);
  return { rateUs, rateBurst: burst };
}

/**
 * Computes the id of a lane from its path, exactly as the function rota.lane_id does, so that submitting needs no
 * lookup. The id is the first 8 bytes of a hash, as a signed number that is a multiple of 4: the last two bits hold the
 * priority of a set.
 */
export function laneId(...path: readonly string[]): bigint {
  const hash = createHash("sha256").update(JSON.stringify(path)).digest();
  return hash.readBigInt64BE() & ~3n;
}

export type LanePath = {
  readonly pool: string;
  readonly tenant: string;
  readonly priority: number;
  readonly group: string;
};

/** The lane of the limit of a route. */
export const routeLimit = ({ pool, queue }: { readonly pool: string; readonly queue: string }): bigint =>
  laneId(pool, "route", queue);

/** The lane of a named limit. */
export const limitLane = ({ pool, limit }: { readonly pool: string; readonly limit: string }): bigint =>
  laneId(pool, "limit", limit);

export const tenantLane = ({ pool, tenant }: Pick<LanePath, "pool" | "tenant">): bigint => laneId(pool, tenant);

export const groupLane = (path: LanePath): bigint => laneId(...groupPath(path));

/** The lane that all jobs of a type share. */
export const jobsLane = (path: LanePath & { readonly type: string }): bigint =>
  laneId(...groupPath(path), "jobs", path.type);

/** By which a chunk says what it is of, and a worker whether it knows it. */
export const typeId = ({ type, version }: { readonly type: string; readonly version: number }): bigint =>
  laneId("type", type, String(version));

/** The type of the chunk that follows when all others of its task are completed. */
export const finishTypeId = ({ type, version }: { readonly type: string; readonly version: number }): bigint =>
  laneId("finish", type, String(version));

function groupPath({ pool, tenant, priority, group }: LanePath): string[] {
  return [pool, tenant, String(priority), group];
}

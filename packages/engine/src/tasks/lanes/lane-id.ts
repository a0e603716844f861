/** Names a lane by its path, exactly as the function rota.lane_id does, so that submitting looks nothing up. Pure. */
import { createHash } from "node:crypto";

/** The first 8 bytes of a hash, as a signed number that is a multiple of 4: the last two bits say the priority of a set. */
export function laneId(...path: readonly string[]): bigint {
  const hash = createHash("sha256").update(JSON.stringify(path)).digest();
  return hash.readBigInt64BE() & ~3n;
}

export type LanePath = {
  readonly queue: string;
  readonly tenant: string;
  readonly priority: number;
  readonly group: string;
};

export const queueLane = (queue: string): bigint => laneId(queue);

export const tenantLane = ({ queue, tenant }: Pick<LanePath, "queue" | "tenant">): bigint => laneId(queue, tenant);

export const groupLane = (path: LanePath): bigint => laneId(...groupPath(path));

/** The lane that all jobs of a type share. */
export const jobsLane = (path: LanePath & { readonly type: string }): bigint =>
  laneId(...groupPath(path), "jobs", path.type);

/** By which a chunk says what it is of, and a worker whether it knows it. */
export const typeId = ({ type, version }: { readonly type: string; readonly version: number }): bigint =>
  laneId("type", type, String(version));

/** Of the chunk that follows when all others of its task are completed. */
export const finishTypeId = ({ type, version }: { readonly type: string; readonly version: number }): bigint =>
  laneId("finish", type, String(version));

function groupPath({ queue, tenant, priority, group }: LanePath): string[] {
  return [queue, tenant, String(priority), group];
}

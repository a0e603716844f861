/** Stores the lanes of a queue as part of its log, and reads them back to begin or to check a replay. */
import { createHash } from "node:crypto";
import type { Database, Queryable } from "../../../database/database.ts";
import type { FairTree } from "../../fair-tree.ts";
import type { Lane } from "../../lane.ts";
import { selectCheckpointPart, storeCheckpoint } from "../audit.sql.ts";
import { readLaneState, type LaneState } from "../entry/lane-state.ts";
import { toHex } from "../entry/log-entry.ts";

export type Checkpoint = {
  readonly lanes: readonly LaneState[];
  readonly sha256: string;
  /** Of the entry before the checkpoint's; undefined for a queue without lanes. */
  readonly previousHash: string | undefined;
};

/**
 * Stores all lanes under the lock of the queue, which claims wait for: forget lanes first where there are many.
 *
 * @returns the number of the log's entry that holds it; undefined when nothing was ever logged.
 */
export async function checkpointQueue(database: Database, queue: string): Promise<bigint | undefined> {
  const [row] = await database.query(storeCheckpoint(queue));
  return row?.entry ?? undefined;
}

/** Reads the parts one by one and hashes them as they were hashed when they were stored. */
export async function readCheckpoint(on: Queryable, place: { queue: string; entry: bigint }): Promise<Checkpoint> {
  const lanes: LaneState[] = [];
  const hash = createHash("sha256");
  let previousHash: string | undefined;
  for (let part = 0; ; part++) {
    const [row] = await on.query(selectCheckpointPart({ ...place, part }));
    if (row === undefined) return { lanes, sha256: hash.digest("hex"), previousHash };
    hash.update(createHash("sha256").update(row.lanes).digest());
    previousHash = toHex(row.previous_hash);
    lanes.push(...readLanes(row.lanes));
  }
}

/** The name of a lane that the replay has come to see otherwise; undefined when all are alike. */
export function findOtherLane({ lanes }: Checkpoint, tree: FairTree): string | undefined {
  const other = lanes.find(({ lane }) => !isAlike(lane, tree.lanes.get(lane.id)));
  if (other !== undefined) return other.name;
  return lanes.length === tree.lanes.size ? undefined : `${String(tree.lanes.size - lanes.length)} lanes more`;
}

function readLanes(text: string): LaneState[] {
  const lanes: unknown = JSON.parse(text);
  if (!Array.isArray(lanes)) throw new TypeError("a list of lanes was expected");
  return lanes.map(readLaneState);
}

function isAlike(stored: Lane, replayed: Lane | undefined): boolean {
  if (replayed === undefined) return false;
  const fields = new Map<string, unknown>(Object.entries(replayed));
  return Object.entries(stored).every(([field, value]) => fields.get(field) === value);
}

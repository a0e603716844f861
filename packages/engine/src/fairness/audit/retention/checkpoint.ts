/** Stores the lanes of a queue as part of its log, and reads them back to begin or to check a replay. */
import { createHash } from "node:crypto";
import type { Database, Queryable } from "../../../database/database.ts";
import { FairTree } from "../../fair-tree.ts";
import { laneStandings } from "../../lane-standings.ts";
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

/** The name of a lane that stands otherwise in the replay; undefined when all stand alike. */
export function findOtherLane({ lanes }: Checkpoint, tree: FairTree): string | undefined {
  const clocks = [[tree.root, tree.siblings(tree.root).clock] as const, ...lanes.flatMap((state) => state.clocks)];
  const stored = FairTree.restore({
    root: tree.root,
    moment: tree.moment,
    clocks,
    lanes: lanes.map(({ lane }) => lane),
  });
  const expected = laneStandings(tree);
  const found = laneStandings(stored);
  const other = lanes.find(({ lane }) => found.get(lane.id) !== expected.get(lane.id));
  if (other !== undefined) return other.name;
  return lanes.length === tree.lanes.size ? undefined : `${String(tree.lanes.size - lanes.length)} lanes more`;
}

function readLanes(text: string): LaneState[] {
  const lanes: unknown = JSON.parse(text);
  if (!Array.isArray(lanes)) throw new TypeError("a list of lanes was expected");
  return lanes.map(readLaneState);
}

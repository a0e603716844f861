/** Keeps a dispatch log short: stores checkpoints, prunes old entries and removes lanes that no longer matter. */
import { createHash } from "node:crypto";
import type { Database, Queryable } from "../database/database.ts";
import { type LaneState, readLaneState, toHex } from "./dispatch-log.ts";
import { FairTree } from "./fair-tree.ts";
import * as rows from "./fairness.sql.ts";
import type { Lane } from "./lane.ts";

export type Checkpoint = {
  readonly lanes: readonly LaneState[];
  readonly sha256: string;
  /** Hash of the entry before the checkpoint; undefined for a pool without lanes. */
  readonly previousHash: string | undefined;
};

/**
 * Stores all lanes in a checkpoint. It holds the lock of the pool, and claims wait for it: if there are many lanes,
 * forget unused ones first.
 *
 * @returns the log entry that describes the checkpoint; undefined when nothing was ever logged.
 */
export async function checkpointQueue(database: Database, queue: string): Promise<bigint | undefined> {
  const [row] = await database.query(rows.storeCheckpoint(queue));
  return row?.entry ?? undefined;
}

/** Reads the parts one by one and computes the same hash as when they were stored. */
export async function readCheckpoint(on: Queryable, place: { queue: string; entry: bigint }): Promise<Checkpoint> {
  const lanes: LaneState[] = [];
  const hash = createHash("sha256");
  let previousHash: string | undefined;
  for (let part = 0; ; part++) {
    const [row] = await on.query(rows.selectCheckpointPart({ ...place, part }));
    if (row === undefined) return { lanes, sha256: hash.digest("hex"), previousHash };
    hash.update(createHash("sha256").update(row.lanes).digest());
    previousHash = toHex(row.previous_hash);
    lanes.push(...readLanes(row.lanes, place.queue));
  }
}

/** Returns the name of a lane whose state differs in the replay; undefined when all lanes are equivalent. */
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

function readLanes(text: string, pool: string): LaneState[] {
  const lanes: unknown = JSON.parse(text);
  if (!Array.isArray(lanes)) throw new TypeError("a list of lanes was expected");
  return lanes.map((lane) => readLaneState(lane, pool));
}

/**
 * Describes each lane by a text that is equal in two trees that will make the same decisions. Only distances from the
 * clock and the waiting order matter, not the times themselves: a lane without siblings is not written with every turn,
 * so a stored tree and a replayed one may differ in virtual times and still be equivalent.
 */
function laneStandings(tree: FairTree): ReadonlyMap<bigint, string> {
  const waiting = placesInLine([...tree.lanes.values()]);
  const standing = (lane: Lane): string => {
    const ahead = lane.start - tree.siblings(lane.set).clock;
    const relative = { ...lane, start: ahead > 0n ? ahead : 0n, since: waiting.get(lane.id) ?? 0n };
    return JSON.stringify(relative, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  };
  return new Map([...tree.lanes.values()].map((lane) => [lane.id, standing(lane)]));
}

/** Ranks the awake lanes of each set by how long they have waited. A sleeping lane gets a new place when it wakes. */
function placesInLine(lanes: readonly Lane[]): ReadonlyMap<bigint, bigint> {
  const places = new Map<bigint, bigint>();
  const counts = new Map<bigint, bigint>();
  const awake = lanes.filter(({ isAwake }) => isAwake).sort((a, b) => (a.since < b.since ? -1 : 1));
  for (const { id, set } of awake) {
    const place = (counts.get(set) ?? 0n) + 1n;
    counts.set(set, place);
    places.set(id, place);
  }
  return places;
}

/** Entries of a dispatch log to delete. */
export type PruneRequest = { readonly queue: string } & (
  | { /** Minimum number of entries to keep. */ readonly keepEntries: number }
  | { /** Entries older than this are deleted. */ readonly olderThan: Date }
);

/** Result of `pruneLog`. */
export type PruneResult = {
  readonly deleted: number;
  /** Checkpoint at which the remaining log begins; undefined when none fits. Then nothing was deleted. */
  readonly checkpoint: bigint | undefined;
};

const BATCH_ENTRIES = 1_000;

/**
 * Deletes old entries in bounded batches, never beyond a checkpoint from which the log can be replayed. Each batch is
 * its own statement, oldest first, so that the log can be audited after an interruption.
 */
export async function pruneLog(on: Queryable, request: PruneRequest): Promise<PruneResult> {
  const { queue } = request;
  const [row] = await on.query(
    "keepEntries" in request ? rows.findCheckpointByEntries(request) : rows.findCheckpointByTime(request),
  );
  const checkpoint = row?.entry ?? undefined;
  if (checkpoint === undefined) return { deleted: 0, checkpoint };
  let deleted = 0;
  for (let batch = BATCH_ENTRIES; batch === BATCH_ENTRIES; deleted += batch) {
    const [batchRow] = await on.query(rows.deleteEntries({ queue, before: checkpoint, limit: BATCH_ENTRIES }));
    batch = batchRow?.deleted ?? 0;
  }
  await on.query(rows.deleteCheckpoints({ queue, before: checkpoint }));
  return { deleted, checkpoint };
}

/** Maximum number of lanes that one statement checks: it holds the lock of the pool, and claims wait for it. */
const BATCH_LANES = 1_000;
const SMALLEST_LANE = -(2n ** 63n);

/**
 * Removes lanes that no later turn depends on, so that the number of lanes stays bounded. A group is removed only after
 * its tasks, so a tenant with many of them may need another call. Returns the number of removed lanes.
 */
export async function forgetLanes(database: Database, queue: string): Promise<number> {
  let forgotten = 0;
  for (let after: bigint | undefined = SMALLEST_LANE; after !== undefined;) {
    const batch: readonly rows.ForgottenRow[] = await database.query(
      rows.forgetLaneRows({ queue, limit: BATCH_LANES, after }),
    );
    forgotten += batch[0]?.forgotten ?? 0;
    after = batch[0]?.last_lane ?? undefined;
  }
  return forgotten;
}

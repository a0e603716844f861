/** Replays the dispatch log through the model and reports the first difference. Pure. */
import { hashEntry, type LaneState, type LogEntry, readEntry, toHex } from "./dispatch-log.ts";
import { type TurnQuery, FairTree } from "./fair-tree.ts";
import type { LogEntryRow } from "./fairness.sql.ts";
import { type Lane, parentOf } from "./lane.ts";
import { SpreadMeter } from "./measure-spread.ts";

/** State in which a replay begins: before the first entry, or after an entry whose lanes were stored. */
export type ReplayStart = {
  readonly root: bigint;
  readonly entry: bigint;
  readonly hash: string;
  readonly atUs: bigint;
  readonly turnCount: bigint;
  readonly moment: bigint;
  readonly clock: bigint;
  readonly lanes: readonly LaneState[];
};

export class LogReplay {
  readonly tree: FairTree;
  readonly spread = new SpreadMeter();
  readonly #names: Map<bigint, string>;
  /** Smallest number that the next chunk of each leaf may have. */
  readonly #heads: Map<bigint, bigint>;
  #last: { entry: bigint; hash: string; atUs: bigint; turnCount: bigint };

  constructor({ root, moment, clock, lanes, ...last }: ReplayStart) {
    const clocks = [[root, clock] as const, ...lanes.flatMap((state) => state.clocks)];
    this.tree = FairTree.restore({ root, moment, clocks, lanes: lanes.map(({ lane }) => lane) });
    this.#names = new Map(lanes.map(({ lane, name }) => [lane.id, name]));
    // A leaf that never had a turn has no head yet.
    this.#heads = new Map(lanes.filter(({ head }) => head > 0n).map(({ lane, head }) => [lane.id, head]));
    this.#last = last;
  }

  get last(): { readonly entry: bigint; readonly hash: string; readonly turnCount: bigint } {
    return this.#last;
  }

  nameOf(lane: bigint): string {
    return this.#names.get(lane) ?? `lane ${String(lane)}`;
  }

  /** Takes the next entry. Returns the entry as it was read, or the first difference. */
  take(row: LogEntryRow): Difference | LogEntry {
    const expected = this.#last.entry + 1n;
    if (row.entry !== String(expected)) return differs("ENTRY_MISSING", expected, expected, row.entry);
    const hash = hashEntry(row, this.#last.hash);
    if (hash !== toHex(row.hash)) return differs("HASH", expected, hash, toHex(row.hash));
    const entry = tryRead(row);
    if (!("changes" in entry)) return entry;
    const difference = this.#checkCounts(entry) ?? this.#replay(entry);
    this.#last = { entry: entry.entry, hash, atUs: entry.atUs, turnCount: entry.turnCount };
    return difference ?? entry;
  }

  #checkCounts({ entry, atUs, turnCount, leaves, taskIds, numbers }: LogEntry): Difference | undefined {
    const { atUs: lastUs, turnCount: lastCount } = this.#last;
    if (atUs < lastUs) return differs("TIME", entry, `${String(lastUs)} µs or later`, atUs);
    const count = lastCount + BigInt(leaves.length);
    if (turnCount !== count) return differs("TURN_COUNT", entry, count, turnCount);
    const isWhole = taskIds.length === leaves.length && numbers.length === leaves.length;
    return isWhole ? undefined : differs("TURN_COUNT", entry, `${String(leaves.length)} chunks`, numbers.length);
  }

  #replay(entry: LogEntry): Difference | undefined {
    this.#apply(entry);
    const difference = this.#giveTurns(entry);
    if (difference !== undefined) return difference;
    const { moment } = this.tree;
    if (entry.moment !== moment) return differs("MOMENT", entry.entry, moment, entry.moment);
    const { clock } = this.tree.siblings(this.tree.root);
    return entry.clock === clock ? undefined : differs("CLOCK", entry.entry, clock, entry.clock);
  }

  #apply({ changes }: LogEntry): void {
    this.tree.apply(changes.map(({ change }) => change));
    for (const { change, names, position } of changes) {
      for (const [lane, name] of names) this.#names.set(lane, name);
      if (change.kind === "ARRIVED" && position !== undefined) this.#lowerHead(change.leaf, position);
      if (change.kind === "FORGOTTEN") this.#forget(change.lane);
    }
  }

  #lowerHead(leaf: bigint, position: bigint): void {
    const head = this.#heads.get(leaf);
    if (head === undefined || position < head) this.#heads.set(leaf, position);
  }

  #forget(lane: bigint): void {
    this.#names.delete(lane);
    this.#heads.delete(lane);
    this.spread.forget(lane);
  }

  #giveTurns(entry: LogEntry): Difference | undefined {
    const left = countTurns(entry);
    const emptied = new Set(entry.emptied);
    for (const [index, found] of entry.leaves.entries()) {
      const leaf = this.#next({ entry, left, emptied });
      const turn = entry.turnCount - BigInt(entry.leaves.length - index - 1);
      if (leaf?.id !== found) return this.#otherLeaf({ entry: entry.entry, turn, expected: leaf, found });
      const difference = this.#checkOrder(entry, index, turn);
      if (difference !== undefined) return difference;
      const isLast = left.get(found) === 1 && emptied.delete(found);
      left.set(found, (left.get(found) ?? 0) - 1);
      this.#giveTurn(leaf, isLast, entry);
    }
    return this.#emptyRest(entry, emptied);
  }

  /** Returns the leaf whose turn it is, after skipping leaves that were found without work when their turn came. */
  #next({
    entry,
    left,
    emptied,
  }: {
    entry: LogEntry;
    left: Map<bigint, number>;
    emptied: Set<bigint>;
  }): Lane | undefined {
    for (;;) {
      const leaf = this.tree.next(askedBy(entry));
      if (leaf === undefined || left.has(leaf.id) || !emptied.delete(leaf.id)) return leaf;
      this.tree.empty(leaf);
    }
  }

  /** Applies the leaves that were found without work after the last turn. */
  #emptyRest({ entry }: LogEntry, emptied: ReadonlySet<bigint>): Difference | undefined {
    for (const id of emptied) {
      const leaf = this.tree.lanes.get(id);
      if (leaf?.hasWork !== true) return differs("EMPTIED", entry, "a lane with work", this.nameOf(id));
      this.tree.empty(leaf);
    }
    return undefined;
  }

  #giveTurn(leaf: Lane, isLast: boolean, entry: LogEntry): void {
    const path = this.#pathOf(leaf);
    for (const lane of path) this.spread.beforeTurn(lane, this.tree.eligible(lane.set, askedBy(entry)), leaf.cost);
    this.tree.take(leaf, { isLast, nowUs: entry.atUs });
    for (const lane of path) this.spread.afterTurn(lane);
  }

  #pathOf(leaf: Lane): Lane[] {
    const group = this.tree.lanes.get(parentOf(leaf.set));
    const tenant = group === undefined ? undefined : this.tree.lanes.get(parentOf(group.set));
    return [leaf, group, tenant].filter((lane) => lane !== undefined);
  }

  /**
   * Checks the order within a leaf. Chunks of a task go in the order of their numbers, each once unless its return is
   * logged as an arrival. Jobs go by due time, which is not in the log: all have number 1, and far larger positions.
   */
  #checkOrder({ entry, leaves, numbers }: LogEntry, index: number, turn: bigint): Difference | undefined {
    const leaf = leaves[index];
    const number = numbers[index];
    if (leaf === undefined || number === undefined) return undefined;
    const head = this.#heads.get(leaf);
    if (head === undefined || head > JOB_POSITION_MIN) return undefined;
    if (BigInt(number) < head)
      return differs("CHUNK_ORDER", entry, `chunk ${String(head)} or later of ${this.nameOf(leaf)}`, number, turn);
    this.#heads.set(leaf, BigInt(number) + 1n);
    return undefined;
  }

  #otherLeaf(at: { entry: bigint; turn: bigint; expected: Lane | undefined; found: bigint }): Difference {
    const expected = at.expected === undefined ? "no turn at all" : this.#describe(at.expected.id);
    return differs("LEAF", at.entry, expected, this.#describe(at.found), at.turn);
  }

  /** Returns the path of a leaf as `tenant > group > task`. */
  #describe(id: bigint): string {
    const leaf = this.tree.lanes.get(id);
    const path = leaf === undefined ? [] : this.#pathOf(leaf).reverse();
    return path.length === 0 ? this.nameOf(id) : path.map((lane) => this.nameOf(lane.id)).join(" > ");
  }
}

/** Smallest position of a job: microseconds since 1970. Positions of chunks are their numbers, which are far smaller. */
const JOB_POSITION_MIN = 1_000_000_000_000n;

function askedBy({ atUs, routes }: LogEntry): TurnQuery {
  return { nowUs: atUs, routes };
}

function tryRead(row: LogEntryRow): LogEntry | Difference {
  try {
    return readEntry(row);
  } catch (error) {
    return differs("ENTRY_UNREADABLE", BigInt(row.entry), "an entry", error instanceof Error ? error.message : "none");
  }
}

function countTurns({ leaves }: LogEntry): Map<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const leaf of leaves) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  return counts;
}

export function differs(
  kind: DifferenceKind,
  entry: bigint,
  expected: bigint | string,
  found: bigint | number | string,
  turn?: bigint,
): Difference {
  const difference = { kind, entry, expected: String(expected), found: String(found) };
  return turn === undefined ? difference : { ...difference, turn };
}

export type DifferenceKind =
  | "ENTRY_MISSING"
  | "ENTRY_UNREADABLE"
  | "HASH"
  | "HEAD_MISSING"
  | "HEAD_HASH"
  | "HEAD_PRUNED"
  | "START_MISSING"
  | "CHECKPOINT"
  | "TIME"
  | "TURN_COUNT"
  | "LEAF"
  | "EMPTIED"
  | "CHUNK_ORDER"
  | "CHUNK_ROW"
  | "MOMENT"
  | "CLOCK";

export type Difference = {
  readonly kind: DifferenceKind;
  readonly entry: bigint;
  /** Number of the dispatch that differs, if the difference is about one. */
  readonly turn?: bigint;
  readonly expected: string;
  readonly found: string;
};

const MEANINGS: Readonly<Record<DifferenceKind, string>> = {
  ENTRY_MISSING: "an entry is missing",
  ENTRY_UNREADABLE: "an entry cannot be read",
  HASH: "an entry, or one before it, was changed after it was written",
  HEAD_MISSING: "the log ends before the exported head: its tail was cut off",
  HEAD_HASH: "the log is another one than the exported head is of: it was written anew",
  HEAD_PRUNED:
    "the entry of the exported head was pruned, so nothing ties the log to it: keep a head exported after the checkpoint",
  START_MISSING: "the log does not begin with its first entry, nor with a checkpoint",
  CHECKPOINT: "a checkpoint is not as the log says",
  TIME: "time goes back",
  TURN_COUNT: "the count of turns is wrong",
  LEAF: "the turn was given to another lane than the rule says",
  EMPTIED: "a lane was found without work out of turn",
  CHUNK_ORDER: "the chunks of a lane were given out of order",
  CHUNK_ROW: "a chunk knows nothing of its dispatch",
  MOMENT: "the count of turns and wakings is wrong",
  CLOCK: "the virtual time of the pool is wrong",
};

export function describeDifference({ kind, entry, turn, expected, found }: Difference): string {
  const place = turn === undefined ? `entry ${String(entry)}` : `entry ${String(entry)}, turn ${String(turn)}`;
  return `${place}: ${MEANINGS[kind]} (expected ${expected}, found ${found})`;
}

/** Measures how far apart siblings are: turn by turn in a replay, and at this moment in a queue. */
import type { Queryable } from "../database/database.ts";
import { selectSpread } from "./fairness.sql.ts";
import { type Lane, type SiblingSet, TURN } from "./lane.ts";

/** Pair of one level that came nearest to what the promise allows, measured in dispatched cost divided by weight. */
export type Unfairness = {
  /** Level: 1 tenants, 2 groups of a tenant, 3 tasks of a group. */
  readonly level: number;
  readonly lanes: readonly [bigint, bigint];
  readonly spread: number;
  readonly bound: number;
};

/** Maximum number of siblings that are watched in a set: a larger set has too many pairs to follow. */
export const SIBLINGS_WATCHED_MAX = 64;

/** Lane since it woke up. `epoch` changes whenever a new span begins. */
type Watched = {
  readonly slot: number;
  epoch: number;
  since: bigint;
  weight: bigint;
  /** Weight that its latest turn was charged with, if smaller: its debt from that turn is measured by that weight. */
  owedWeight: bigint;
  dispatched: number;
};
type Pair = { epochs: number; low: number; high: number };
type WatchedSet = { readonly lanes: Map<bigint, Watched>; readonly pairs: Map<number, Pair>; readonly free: number[] };

export class SpreadMeter {
  readonly #sets = new Map<SiblingSet, WatchedSet>();
  readonly #largest = new Map<number, Unfairness>();
  readonly #chargedWeights = new Map<bigint, bigint>();
  #epoch = 0;
  #costMax = 1n;

  /** Largest unfairness of each level at which two siblings were ever eligible together. */
  get largest(): Unfairness[] {
    return [...this.#largest.values()].sort((a, b) => a.level - b.level);
  }

  /** Records a turn before it is charged. Call it for each lane that the turn is charged to, with its eligible siblings. */
  beforeTurn(taken: Lane, siblings: ReadonlyMap<bigint, Lane>, cost: bigint): void {
    if (cost > this.#costMax) this.#costMax = cost;
    if (siblings.size === 1 && !this.#sets.has(taken.set)) return;
    const set = this.#watch(taken.set, siblings);
    const watched = set.lanes.get(taken.id);
    if (watched === undefined) return;
    const before = watched.dispatched;
    watched.dispatched += Number((cost * TURN) / taken.weight);
    for (const [id, other] of set.lanes)
      if (other !== watched) this.#compare(set, { taken, id, watched, other, before });
  }

  /** Records a turn after it was charged. Call it for each of its lanes: the changed place begins no new span. */
  afterTurn(taken: Lane): void {
    this.#chargedWeights.set(taken.id, taken.weight);
    const watched = this.#sets.get(taken.set)?.lanes.get(taken.id);
    if (watched !== undefined) watched.since = taken.since;
  }

  forget(id: bigint): void {
    this.#chargedWeights.delete(id);
    for (let priority = 0n; priority < 4n; priority++) this.#sets.delete(id + priority);
  }

  /** Begins a new span for lanes that woke up or got another weight since the last turn, and removes sleeping lanes. */
  #watch(setId: SiblingSet, siblings: ReadonlyMap<bigint, Lane>): WatchedSet {
    const set = this.#sets.get(setId) ?? newSet();
    this.#sets.set(setId, set);
    for (const [id, { slot }] of set.lanes) {
      if (siblings.get(id)?.isAwake === true) continue;
      set.lanes.delete(id);
      set.free.push(slot);
    }
    const isFull = set.free.length === 0;
    for (const lane of isFull ? watchedLanes(set, siblings) : siblings.values())
      if (lane.isAwake) this.#watchLane(set, lane);
    return set;
  }

  #watchLane({ lanes, free }: WatchedSet, { id, since, weight }: Lane): void {
    const known = lanes.get(id);
    if (known?.since === since && known.weight === weight) return;
    this.#epoch += 1;
    const charged = this.#chargedWeights.get(id) ?? weight;
    const span = { epoch: this.#epoch, since, weight, owedWeight: charged < weight ? charged : weight };
    if (known !== undefined) {
      Object.assign(known, span);
      return;
    }
    const slot = free.pop();
    if (slot !== undefined) lanes.set(id, { slot, dispatched: 0, ...span });
  }

  #compare(set: WatchedSet, turn: { taken: Lane; id: bigint; watched: Watched; other: Watched; before: number }): void {
    const { taken, watched, other, before } = turn;
    const isFirst = watched.slot < other.slot;
    const sign = isFirst ? 1 : -1;
    const key = Math.min(watched.slot, other.slot) * SIBLINGS_WATCHED_MAX + Math.max(watched.slot, other.slot);
    const epochs = Math.max(watched.epoch, other.epoch);
    const was = sign * (before - other.dispatched);
    const is = sign * (watched.dispatched - other.dispatched);
    const known = set.pairs.get(key);
    const pair = known?.epochs === epochs ? known : { epochs, low: was, high: was };
    pair.low = Math.min(pair.low, is);
    pair.high = Math.max(pair.high, is);
    set.pairs.set(key, pair);
    const spread = (pair.high - pair.low) / Number(TURN);
    const bound = this.#bound(watched, other);
    const largest = this.#largest.get(taken.level);
    if (largest === undefined || spread / bound > largest.spread / largest.bound)
      this.#largest.set(taken.level, { level: taken.level, lanes: [taken.id, turn.id], spread, bound });
  }

  /** Returns the promised bound: the sum of cost / weight of both, or that of one where costs are 1 and weights equal. */
  #bound(a: Watched, b: Watched): number {
    if (this.#costMax === 1n && a.owedWeight === b.owedWeight && a.weight === b.weight) return 1 / Number(a.owedWeight);
    return Number(this.#costMax) / Number(a.owedWeight) + Number(this.#costMax) / Number(b.owedWeight);
  }
}

function newSet(): WatchedSet {
  const free = Array.from({ length: SIBLINGS_WATCHED_MAX }, (_, index) => SIBLINGS_WATCHED_MAX - 1 - index);
  return { lanes: new Map(), pairs: new Map(), free };
}

function watchedLanes({ lanes }: WatchedSet, siblings: ReadonlyMap<bigint, Lane>): Lane[] {
  return [...lanes.keys()].flatMap((id) => siblings.get(id) ?? []);
}

/**
 * Largest distance between two siblings that share turns now, for each level, in turns of cost 1 at weight 1: how much
 * one is ahead of the other in dispatched cost divided by weight. With costs of 1 and weights of 1 it is 0 or 1; in
 * general it is at most the largest cost divided by the smallest weight. A level at which nothing waits has 0.
 */
export type FairnessSpread = { readonly tenant: number; readonly group: number; readonly task: number };

/** Measures the spread of a pool in one statement along an index, which touches only awake lanes. */
export async function fairnessSpread(on: Queryable, queue: string): Promise<FairnessSpread> {
  const spreads = new Map((await on.query(selectSpread(queue))).map(({ level, spread }) => [level, spread]));
  return { tenant: spreads.get(1) ?? 0, group: spreads.get(2) ?? 0, task: spreads.get(3) ?? 0 };
}

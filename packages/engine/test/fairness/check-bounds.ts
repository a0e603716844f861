/** Finds where a sequence of turns breaks the fairness bound; knows neither virtual times nor the model. */

/** Event of a queue that is visible from outside: a lane's eligibility for turns, or a turn. */
export type TraceEvent =
  | {
      /** Eligibility from this event on. A lane that was briefly not eligible or whose weight changed gets one too: a new span begins. */
      readonly kind: "lane";
      readonly lane: bigint;
      readonly set: bigint;
      readonly weight: bigint;
      readonly isEligible: boolean;
    }
  | { readonly kind: "turn"; readonly path: readonly bigint[]; readonly cost: bigint };

export type BrokenBound = {
  readonly turn: number;
  readonly lanes: readonly [bigint, bigint];
  /** Distance of the two lanes, and its bound, in cost per weight times both weights. */
  readonly spread: bigint;
  readonly bound: bigint;
};

type Sibling = {
  readonly lane: bigint;
  weight: bigint;
  isEligible: boolean;
  /** Cost of its most expensive chunk so far: also one before the span, which it may still be paying off. */
  costMax: bigint;
};

/** The difference of what two siblings got, from the beginning of their span on: where it is, was lowest and highest. */
type Pair = { at: bigint; low: bigint; high: bigint };

/**
 * Two siblings that stay eligible are never further apart than the promise says, over any part of their span: that is,
 * the highest and the lowest point of the difference between them are not.
 */
export function findBrokenBound(events: Iterable<TraceEvent>): BrokenBound | undefined {
  const sets = new Map<bigint, SiblingSpans>();
  const setOf = new Map<bigint, bigint>();
  let turn = 0;
  for (const event of events) {
    if (event.kind === "lane") {
      setOf.set(event.lane, event.set);
      spansOf(sets, event.set).updateLane(event);
      continue;
    }
    turn++;
    for (const lane of event.path) {
      const broken = spansOf(sets, setOf.get(lane) ?? 0n).turn(lane, event.cost);
      if (broken !== undefined) return { turn, ...broken };
    }
  }
  return undefined;
}

function spansOf(sets: Map<bigint, SiblingSpans>, set: bigint): SiblingSpans {
  const spans = sets.get(set) ?? new SiblingSpans();
  sets.set(set, spans);
  return spans;
}

class SiblingSpans {
  readonly #siblings = new Map<bigint, Sibling>();
  readonly #pairs = new Map<string, Pair>();

  updateLane({ lane, weight, isEligible }: Extract<TraceEvent, { kind: "lane" }>): void {
    const known = this.#siblings.get(lane);
    this.#siblings.set(lane, { lane, weight, isEligible, costMax: known?.costMax ?? 0n });
    for (const other of this.#siblings.keys()) this.#pairs.delete(pairName(lane, other));
  }

  turn(lane: bigint, cost: bigint): Omit<BrokenBound, "turn"> | undefined {
    const sibling = this.#siblings.get(lane);
    if (sibling === undefined) return undefined;
    if (cost > sibling.costMax) sibling.costMax = cost;
    for (const other of this.#siblings.values()) {
      if (other === sibling || !sibling.isEligible || !other.isEligible) continue;
      const pair = this.#move(sibling, other, cost);
      const spread = pair.high - pair.low;
      const bound = boundOf(sibling, other);
      if (spread > bound) return { lanes: [lane, other.lane], spread, bound };
    }
    return undefined;
  }

  /** Measured times both weights, so that it stays a whole number. */
  #move(sibling: Sibling, other: Sibling, cost: bigint): Pair {
    const name = pairName(sibling.lane, other.lane);
    const pair = this.#pairs.get(name) ?? { at: 0n, low: 0n, high: 0n };
    this.#pairs.set(name, pair);
    pair.at += (sibling.lane < other.lane ? cost : -cost) * other.weight;
    if (pair.at < pair.low) pair.low = pair.at;
    if (pair.at > pair.high) pair.high = pair.at;
    return pair;
  }
}

/** One turn with unit costs and equal weights; in general the most expensive chunk of each by its weight. */
function boundOf(a: Sibling, b: Sibling): bigint {
  const isUnit = a.costMax <= 1n && b.costMax <= 1n && a.weight === b.weight;
  return isUnit ? a.weight : larger(a.costMax, 1n) * b.weight + larger(b.costMax, 1n) * a.weight;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function pairName(a: bigint, b: bigint): string {
  return a < b ? `${String(a)} ${String(b)}` : `${String(b)} ${String(a)}`;
}

/** Adds up the entitlement of each lane while lanes come and go, without visiting all lanes at every turn. Pure. */

/** A lane by its place; `parent` is undefined for tenants. */
export type PlacedLane = {
  readonly id: bigint;
  readonly parent: bigint | undefined;
  /** Of groups: the set of siblings within the tenant. 0 for others. */
  readonly priority: number;
  readonly weight: number;
};

/** Siblings of one priority: `perWeight` is what one unit of weight was due since the beginning. */
type Siblings = { weight: number; perWeight: number };

type Node = {
  readonly lane: PlacedLane | undefined;
  /** What it was due before it last joined. */
  due: number;
  /** `perWeight` of its siblings when it joined. */
  joinedAt: number;
  isIn: boolean;
  /** What of its own due was handed down to its children. */
  handedDown: number;
  readonly sets: Map<number, Siblings>;
};

export class FairShares {
  readonly #nodes = new Map<bigint, Node>();
  readonly #root = newNode(undefined);
  #total = 0;

  /** A turn of that cost was given to somebody. */
  addTurn(cost: number): void {
    this.#total += cost;
  }

  add(lane: PlacedLane): void {
    if (!this.#nodes.has(lane.id)) this.#nodes.set(lane.id, newNode(lane));
  }

  /** Work came to a leaf that was added, and so to all above it. */
  join(id: bigint): void {
    const node = this.#nodes.get(id);
    if (node?.lane === undefined || node.isIn) return;
    const parent = this.#parentOf(node.lane);
    this.#handDown(parent);
    const siblings = siblingsOf(parent, node.lane.priority);
    node.isIn = true;
    node.joinedAt = siblings.perWeight;
    siblings.weight += node.lane.weight;
    if (parent.lane !== undefined && !parent.isIn) {
      this.join(parent.lane.id);
      parent.handedDown = this.#dueTo(parent);
    }
  }

  /** A leaf has no work any more, and perhaps nobody above it. */
  leave(id: bigint): void {
    const node = this.#nodes.get(id);
    if (node?.lane === undefined || !node.isIn) return;
    const parent = this.#parentOf(node.lane);
    this.#handDown(parent);
    const siblings = siblingsOf(parent, node.lane.priority);
    node.due += node.lane.weight * (siblings.perWeight - node.joinedAt);
    node.isIn = false;
    siblings.weight -= node.lane.weight;
    const isVacant = [...parent.sets.values()].every(({ weight }) => weight === 0);
    if (parent.lane !== undefined && isVacant) this.leave(parent.lane.id);
  }

  /** The cost that was due to a lane so far. */
  dueTo(id: bigint): number {
    const node = this.#nodes.get(id);
    if (node?.lane === undefined) return 0;
    this.#handDown(this.#parentOf(node.lane));
    return this.#dueTo(node);
  }

  #parentOf({ parent }: PlacedLane): Node {
    return parent === undefined ? this.#root : (this.#nodes.get(parent) ?? this.#root);
  }

  /** Shares what a lane was due since the last time among those of its children that are first, from the root down. */
  #handDown(node: Node): void {
    if (node.lane !== undefined) this.#handDown(this.#parentOf(node.lane));
    const due = node.lane === undefined ? this.#total : this.#dueTo(node);
    const first = [...node.sets].filter(([, { weight }]) => weight > 0).sort(([a], [b]) => a - b)[0]?.[1];
    if (first !== undefined) first.perWeight += (due - node.handedDown) / first.weight;
    node.handedDown = due;
  }

  #dueTo(node: Node): number {
    if (node.lane === undefined || !node.isIn) return node.due;
    const { perWeight } = siblingsOf(this.#parentOf(node.lane), node.lane.priority);
    return node.due + node.lane.weight * (perWeight - node.joinedAt);
  }
}

function newNode(lane: PlacedLane | undefined): Node {
  return { lane, due: 0, joinedAt: 0, isIn: false, handedDown: 0, sets: new Map() };
}

function siblingsOf(parent: Node, priority: number): Siblings {
  const known = parent.sets.get(priority);
  if (known !== undefined) return known;
  const siblings = { weight: 0, perWeight: 0 };
  parent.sets.set(priority, siblings);
  return siblings;
}

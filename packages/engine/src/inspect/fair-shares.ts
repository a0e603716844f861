/** Adds up the entitlement of each lane while lanes gain and lose work, without visiting all lanes at every turn. Pure. */

/** Lane with its place in the tree; `parent` is undefined for tenants. */
export type PlacedLane = {
  readonly id: bigint;
  readonly parent: bigint | undefined;
  /** Priority of a group, which decides its set of siblings within the tenant; 0 for other lanes. */
  readonly priority: number;
  readonly weight: number;
};

/** Siblings of one priority. `perWeight` is the cost that was due to one unit of weight since the beginning. */
type Siblings = { weight: number; perWeight: number };

type Node = {
  readonly lane: PlacedLane | undefined;
  /** Cost that was due to the lane before it last joined. */
  due: number;
  /** Value of `perWeight` of its siblings when it joined. */
  joinedAt: number;
  isIn: boolean;
  /** Part of its own due that was passed on to its children. */
  handedDown: number;
  readonly sets: Map<number, Siblings>;
};

export class FairShares {
  readonly #nodes = new Map<bigint, Node>();
  readonly #root = newNode(undefined);
  #total = 0;

  /** Counts a turn of any lane by its cost. */
  addTurn(cost: number): void {
    this.#total += cost;
  }

  add(lane: PlacedLane): void {
    if (!this.#nodes.has(lane.id)) this.#nodes.set(lane.id, newNode(lane));
  }

  /** Records that an added leaf has work, and so do all lanes above it. */
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

  /** Records that a leaf has no more work. Lanes above it without other work leave too. */
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

  /** Returns the cost that was due to a lane so far. */
  dueTo(id: bigint): number {
    const node = this.#nodes.get(id);
    if (node?.lane === undefined) return 0;
    this.#handDown(this.#parentOf(node.lane));
    return this.#dueTo(node);
  }

  #parentOf({ parent }: PlacedLane): Node {
    return parent === undefined ? this.#root : (this.#nodes.get(parent) ?? this.#root);
  }

  /** Divides what was due to a lane since the last call among its children of the most urgent priority, from the root down. */
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

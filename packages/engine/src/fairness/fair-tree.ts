/** Decides which lane's turn is next in a pool's tree; take_turns in SQL makes exactly the same decisions. Pure. */
import { type Lane, type LaneChange, newLane, parentOf, roomOf, type SiblingSet, TURN } from "./lane.ts";

/** Lanes that share turns, with the virtual time at which their latest turn started. */
type Siblings = { clock: bigint; readonly lanes: Map<bigint, Lane> };

/** Everything that later turns depend on. */
export type TreeState = {
  readonly root: bigint;
  /** Number of turns and wakings so far. */
  readonly moment: bigint;
  readonly lanes: Iterable<Lane>;
  readonly clocks: Iterable<readonly [SiblingSet, bigint]>;
};

/** The moment of a turn, and what the claimer can take. */
export type TurnQuery = {
  readonly nowUs: bigint;
  /** The routes that the claimer serves, by the lanes of their limits. Undefined: all. */
  readonly routes?: ReadonlySet<bigint> | undefined;
};

const PRIORITIES = [0n, 1n, 2n, 3n];
const LEAF = 3;
const LIMIT = 4;

export class FairTree {
  readonly root: bigint;
  readonly lanes = new Map<bigint, Lane>();
  readonly #sets = new Map<SiblingSet, Siblings>();
  readonly #limits = new Map<bigint, Lane>();
  #moment = 0n;

  constructor(root: bigint) {
    this.root = root;
  }

  /** Restores a tree from a stored state. */
  static restore({ root, moment, lanes, clocks }: TreeState): FairTree {
    const tree = new FairTree(root);
    tree.#moment = moment;
    for (const lane of lanes) tree.#add(lane);
    for (const [set, clock] of clocks) tree.siblings(set).clock = clock;
    return tree;
  }

  /** Number of turns and wakings so far. */
  get moment(): bigint {
    return this.#moment;
  }

  /** Applies the changes that a claim absorbed. */
  apply(changes: readonly LaneChange[]): void {
    for (const change of changes) this.#write(change);
    const touched = changes.flatMap((change, index) =>
      lanesOf(change).map((id) => ({ id, moment: this.#moment + BigInt(index) + 1n })),
    );
    this.#wake(touched);
    this.#moment += BigInt(changes.length);
  }

  /** Returns the leaf whose turn is next; undefined when no lane is eligible. */
  next(asked: TurnQuery): Lane | undefined {
    const pool = this.lanes.get(this.root);
    if (pool !== undefined && roomOf(pool, asked.nowUs) <= 0n) return undefined;
    const isEligible = this.#eligibility(asked);
    let lane = first(this.siblings(this.root), isEligible);
    while (lane !== undefined && lane.level < LEAF) lane = this.#firstChild(lane.id, isEligible);
    return lane;
  }

  /** Returns the lanes of a set that could have a turn now. Where no lane is skipped, those that sleep are among them. */
  eligible(set: SiblingSet, asked: TurnQuery): ReadonlyMap<bigint, Lane> {
    const isEligible = this.#eligibility(asked);
    const { lanes } = this.siblings(set);
    if (isEligible === isAny) return lanes;
    return new Map([...lanes].filter(([, lane]) => lane.isAwake && isEligible(lane)));
  }

  /** Gives a leaf its turn and charges it to every lane above and to its limits. `isLast`: no more work waits in the leaf. */
  take(leaf: Lane, { isLast, nowUs }: { isLast: boolean; nowUs: bigint }): void {
    this.#moment += 1n;
    const path = this.#pathOf(leaf);
    for (const lane of path) charge(lane, this.siblings(lane.set), { cost: leaf.cost, moment: this.#moment });
    for (const lane of [...path, ...this.limitsOf(leaf)]) use(lane, nowUs);
    const pool = this.lanes.get(this.root);
    if (pool !== undefined) countTurn(pool, nowUs);
    if (isLast) leaf.hasWork = false;
    for (const lane of path) this.#sleepIfDone(lane);
  }

  /** Records that a leaf was found without work. */
  empty(leaf: Lane): void {
    leaf.hasWork = false;
    for (const lane of this.#pathOf(leaf)) this.#sleepIfDone(lane);
  }

  /** Returns the limits of a leaf that have settings. A route has a limit only once it was set. */
  limitsOf({ route, limits }: Pick<Lane, "route" | "limits">): Lane[] {
    return [...(route === undefined ? [] : [route]), ...limits].flatMap((id) => this.lanes.get(id) ?? []);
  }

  siblings(set: SiblingSet): Siblings {
    const known = this.#sets.get(set);
    if (known !== undefined) return known;
    const made = { clock: 0n, lanes: new Map<bigint, Lane>() };
    this.#sets.set(set, made);
    return made;
  }

  #write(change: LaneChange): void {
    switch (change.kind) {
      case "SET": {
        const lane = this.#lane({ id: change.lane, set: change.set, level: change.level });
        if (change.settings.weight !== undefined) this.#reweigh(lane, BigInt(change.settings.weight));
        applySettings(lane, change.settings);
        if (lane.isPaused || isFull(lane)) this.#sleep(lane);
        return;
      }
      case "RELEASED":
        for (const [slot, id] of [this.root, change.tenant, change.group, change.leaf].entries()) {
          const lane = this.lanes.get(id);
          if (lane !== undefined && (change.slots & (1 << slot)) > 0) lane.inFlight = Math.max(lane.inFlight - 1, 0);
        }
        for (const limit of change.limits.flatMap((id) => this.lanes.get(id) ?? []))
          limit.inFlight = Math.max(limit.inFlight - 1, 0);
        return;
      case "ARRIVED":
        this.#lane({ id: change.tenant, set: this.root, level: 1 });
        this.#lane({ id: change.group, set: change.tenant + BigInt(change.priority), level: 2 });
        this.#leaf(change).hasWork = true;
        return;
      case "RESTED": {
        const lane = this.lanes.get(change.lane);
        if (lane !== undefined) lane.wakesAtUs = undefined;
        return;
      }
      case "FORGOTTEN":
        this.#forget(change.lane);
        return;
      case "CHECKPOINT":
        return;
    }
  }

  /** Removes a lane without children, with the clocks of its sets. */
  #forget(id: bigint): void {
    const lane = this.lanes.get(id);
    if (lane === undefined) return;
    this.lanes.delete(id);
    this.siblings(lane.set).lanes.delete(id);
    this.#limits.delete(id);
    for (const priority of PRIORITIES) this.#sets.delete(id + priority);
  }

  /** Converts the lead of a lane over its siblings to its new weight; otherwise it would wait as long as with the old one. */
  #reweigh(lane: Lane, weight: bigint): void {
    const { clock } = this.siblings(lane.set);
    if (lane.start > clock) lane.start = clock + ((lane.start - clock) * lane.weight) / weight;
  }

  #lane(place: Pick<Lane, "id" | "set" | "level">): Lane {
    const known = this.lanes.get(place.id);
    if (known !== undefined) return known;
    return this.#add(newLane(place));
  }

  #add(lane: Lane): Lane {
    this.lanes.set(lane.id, lane);
    if (lane.level === LIMIT) this.#limits.set(lane.id, lane);
    else if (lane.level > 0) this.siblings(lane.set).lanes.set(lane.id, lane);
    return lane;
  }

  /** Returns the leaf of a task. The first task sets its cost, weight and cap, unless they were set earlier. */
  #leaf(change: Extract<LaneChange, { kind: "ARRIVED" }>): Lane {
    const leaf = this.#lane({ id: change.leaf, set: change.group, level: LEAF });
    leaf.route = change.route;
    leaf.limits = change.limits;
    if (leaf.cost > 0n) return leaf;
    leaf.cost = BigInt(change.cost);
    if (leaf.weight === 0n) leaf.weight = BigInt(change.weight);
    if (leaf.isCounted || change.maxInFlight === null) return leaf;
    leaf.maxInFlight = change.maxInFlight;
    leaf.isCounted = true;
    return leaf;
  }

  /** Wakes the lanes that have work and room, and then the lanes above that thereby have an awake child. */
  #wake(touched: readonly { id: bigint; moment: bigint }[]): void {
    const moments = new Map<bigint, bigint>();
    const note = (id: bigint, moment: bigint): void => {
      const known = moments.get(id);
      if (known === undefined || moment < known) moments.set(id, moment);
    };
    for (const { id, moment } of touched) note(id, moment);
    for (let level = LEAF; level >= 1; level--) {
      for (const [id, moment] of [...moments]) {
        const lane = this.lanes.get(id);
        if (lane?.level !== level || lane.isAwake || !this.#mayWake(lane)) continue;
        wake(lane, this.siblings(lane.set), moment);
        note(parentOf(lane.set), moment);
      }
    }
  }

  #mayWake(lane: Lane): boolean {
    if (lane.isPaused || isFull(lane) || lane.wakesAtUs !== undefined) return false;
    return lane.level === LEAF ? lane.hasWork : this.#firstChild(lane.id, isAny) !== undefined;
  }

  #sleepIfDone(lane: Lane): void {
    if (!this.#mayWake(lane)) lane.isAwake = false;
  }

  /** Puts a lane to sleep, and the lanes above that are left without an awake child. */
  #sleep(lane: Lane): void {
    if (!lane.isAwake) return;
    for (const above of this.#pathOf(lane)) this.#sleepIfDone(above);
  }

  /**
   * Returns whether an awake lane may have a turn: a leaf if it is of a route that the claimer serves and all its limits have
   * room, another lane if a leaf below it may. A lane that may not is skipped, not waited for: it stays awake and keeps its start.
   */
  #eligibility({ nowUs, routes }: TurnQuery): (lane: Lane) => boolean {
    const full = new Set([...this.#limits.values()].filter((limit) => roomOf(limit, nowUs) <= 0n).map(({ id }) => id));
    if (routes === undefined && full.size === 0) return isAny;
    const isEligible = (lane: Lane): boolean => {
      if (lane.level < LEAF) return this.#firstChild(lane.id, isEligible) !== undefined;
      const { route, limits } = lane;
      const isServed = route === undefined || (routes?.has(route) !== false && !full.has(route));
      return isServed && !limits.some((limit) => full.has(limit));
    };
    return isEligible;
  }

  /** Returns the first child by strict priority: a child of the lowest priority number that has an eligible lane. */
  #firstChild(parent: bigint, isEligible: (lane: Lane) => boolean): Lane | undefined {
    for (const priority of PRIORITIES) {
      const child = first(this.siblings(parent + priority), isEligible);
      if (child !== undefined) return child;
    }
    return undefined;
  }

  /** Returns the lanes from a lane up to its tenant. */
  #pathOf(lane: Lane): Lane[] {
    const path: Lane[] = [];
    for (let at: Lane | undefined = lane; at !== undefined && at.level > 0; at = this.lanes.get(parentOf(at.set)))
      path.push(at);
    return path;
  }
}

/** Wakes a lane without debt or credit: it starts with the current turn, behind the lanes that already wait there. */
function wake(lane: Lane, siblings: Siblings, moment: bigint): void {
  if (siblings.clock > lane.start) lane.start = siblings.clock;
  lane.since = moment;
  lane.isAwake = true;
}

function isAny(): boolean {
  return true;
}

/** Returns the eligible lane that starts first; among equal starts the one that has waited longest. */
function first({ lanes }: Siblings, isEligible: (lane: Lane) => boolean): Lane | undefined {
  let best: Lane | undefined;
  for (const lane of lanes.values())
    if (lane.isAwake && (best === undefined || startsBefore(lane, best)) && isEligible(lane)) best = lane;
  return best;
}

function startsBefore(a: Lane, b: Lane): boolean {
  return a.start < b.start || (a.start === b.start && a.since < b.since);
}

/**
 * Moves the clock to the start of this turn; the lane's next turn starts cost / weight later. A lane that was skipped while the
 * clock advanced starts with the clock: it has no turns left over.
 */
function charge(lane: Lane, siblings: Siblings, turn: { cost: bigint; moment: bigint }): void {
  if (lane.start > siblings.clock) siblings.clock = lane.start;
  lane.start = siblings.clock + (turn.cost * TURN) / lane.weight;
  lane.since = turn.moment;
}

/** Counts a turn against the limits of a lane. A rate that allows no other turn now says when it does. */
function use(lane: Lane, nowUs: bigint): void {
  countTurn(lane, nowUs);
  if (lane.rateUs !== undefined && roomOf({ ...lane, maxInFlight: undefined }, nowUs) < 1n)
    lane.wakesAtUs = lane.rateAtUs - (lane.rateBurst - 1n) * lane.rateUs;
}

function countTurn(lane: Lane, nowUs: bigint): void {
  if (lane.isCounted) lane.inFlight += 1;
  if (lane.rateUs !== undefined) lane.rateAtUs = (lane.rateAtUs > nowUs ? lane.rateAtUs : nowUs) + lane.rateUs;
}

function isFull(lane: Lane): boolean {
  return lane.maxInFlight !== undefined && lane.inFlight >= lane.maxInFlight;
}

function applySettings(lane: Lane, settings: Extract<LaneChange, { kind: "SET" }>["settings"]): void {
  if (settings.weight !== undefined) lane.weight = BigInt(settings.weight);
  if (settings.isPaused !== undefined) lane.isPaused = settings.isPaused;
  if (settings.maxInFlight !== undefined) lane.maxInFlight = settings.maxInFlight ?? undefined;
  // On a leaf without a task even "no cap" counts as set: the first task must not replace it with its own cap.
  if (typeof settings.maxInFlight === "number" || (settings.maxInFlight === null && lane.cost === 0n))
    lane.isCounted = true;
  if (settings.rateUs !== undefined) lane.rateUs = settings.rateUs === null ? undefined : BigInt(settings.rateUs);
  if (settings.rateBurst !== undefined) lane.rateBurst = BigInt(settings.rateBurst);
  if (settings.rateUs === undefined && settings.rateBurst === undefined) return;
  // A new rate starts with a full burst: the use of the old rate has no meaning for it.
  lane.rateAtUs = 0n;
  lane.wakesAtUs = undefined;
}

/** Returns the lanes that a change may wake. */
function lanesOf(change: LaneChange): bigint[] {
  switch (change.kind) {
    case "SET":
    case "RESTED":
      return [change.lane];
    case "RELEASED":
    case "ARRIVED":
      return [change.leaf, change.group, change.tenant];
    case "FORGOTTEN":
    case "CHECKPOINT":
      return [];
  }
}

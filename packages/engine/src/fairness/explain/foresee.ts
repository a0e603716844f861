/** Runs the model ahead until a chunk has its turn, and counts who goes before it. */
import type { FairTree } from "../fair-tree.ts";
import { parentOf, type Lane } from "../lane.ts";
import type { WaitingChunks } from "./waiting-chunks.ts";

/** How far the model runs; whoever is later than that is "more than" this many turns away. */
export const TURNS_AHEAD_MAX = 10_000;

export type Foreseen = {
  /** `stuck`: the limits of its own lanes keep it from its turn. */
  readonly end: "reached" | "stuck" | "too far";
  readonly ahead: TurnsAhead;
};

/** Who goes first, by how near they are to the chunk. */
export type TurnsAhead = {
  readonly chunks: number;
  readonly otherTenants: { readonly chunks: number; readonly lanes: number };
  readonly otherGroups: { readonly chunks: number; readonly lanes: number };
  readonly otherTasks: { readonly chunks: number; readonly lanes: number };
  /** Earlier chunks of its own task, or jobs of its type. */
  readonly ownTask: number;
};

export type Foresight = {
  readonly tree: FairTree;
  readonly waiting: WaitingChunks;
  readonly own: { readonly tenant: bigint; readonly group: bigint; readonly leaf: bigint };
  /** Chunks of its own leaf that wait before it. */
  readonly before: number;
  readonly nowUs: bigint;
};

export async function foresee({ tree, waiting, own, before, nowUs }: Foresight): Promise<Foreseen> {
  const tally = new Tally(own);
  while (tally.chunks < TURNS_AHEAD_MAX) {
    const leaf = tree.next(nowUs);
    if (leaf === undefined) return { end: "stuck", ahead: tally.ahead };
    const left = await waiting.left(leaf.id, tree);
    if (left <= 0) {
      tree.empty(leaf);
      continue;
    }
    if (leaf.id === own.leaf && tally.ownTask === before) return { end: "reached", ahead: tally.ahead };
    tally.count(leaf, tree);
    waiting.take(leaf.id);
    tree.take(leaf, { isLast: left === 1, nowUs });
  }
  return { end: "too far", ahead: tally.ahead };
}

class Tally {
  chunks = 0;
  ownTask = 0;
  readonly #own: Foresight["own"];
  readonly #tenants = new Map<bigint, number>();
  readonly #groups = new Map<bigint, number>();
  readonly #tasks = new Map<bigint, number>();

  constructor(own: Foresight["own"]) {
    this.#own = own;
  }

  get ahead(): TurnsAhead {
    return {
      chunks: this.chunks,
      otherTenants: sum(this.#tenants),
      otherGroups: sum(this.#groups),
      otherTasks: sum(this.#tasks),
      ownTask: this.ownTask,
    };
  }

  count(leaf: Lane, tree: FairTree): void {
    this.chunks += 1;
    const group = parentOf(leaf.set);
    const tenant = parentOf(tree.lanes.get(group)?.set ?? 0n);
    if (tenant !== this.#own.tenant) increment(this.#tenants, tenant);
    else if (group !== this.#own.group) increment(this.#groups, group);
    else if (leaf.id !== this.#own.leaf) increment(this.#tasks, leaf.id);
    else this.ownTask += 1;
  }
}

function increment(counts: Map<bigint, number>, key: bigint): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(counts: ReadonlyMap<bigint, number>): { chunks: number; lanes: number } {
  return { chunks: [...counts.values()].reduce((total, count) => total + count, 0), lanes: counts.size };
}

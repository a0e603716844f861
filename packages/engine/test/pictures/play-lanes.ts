/** Gives turns to tenants by the rule itself, and tells where each of them stood after every turn. */
import { FairTree } from "../../src/fairness/fair-tree.ts";
import { TURN } from "../../src/fairness/lane.ts";

export type Wish = {
  readonly name: string;
  readonly chunks: number;
  readonly weight?: number;
  /** The number of turns that were given before it arrives. */
  readonly after?: number;
};

export type Standing = {
  /** Who got the turn. */
  readonly name: string;
  /** In turns of cost 1 at weight 1. */
  readonly clock: number;
  /** The starts of those who are there. */
  readonly starts: ReadonlyMap<string, number>;
};

const ROOT = 4n;
const [GROUP, LEAF, STEP] = [4n, 8n, 100n];

export function playLanes(wishes: readonly Wish[]): Standing[] {
  const tree = new FairTree(ROOT);
  const left = new Map(wishes.map(({ name, chunks }) => [name, chunks]));
  const idOf = (name: string) => STEP * BigInt(1 + wishes.findIndex((wish) => wish.name === name));
  const standings: Standing[] = [];
  const total = wishes.reduce((sum, { chunks }) => sum + chunks, 0);
  for (let turn = 0; turn < total; turn++) {
    for (const wish of wishes.filter(({ after = 0 }) => after === turn))
      arrive(tree, idOf(wish.name), wish.weight ?? 1);
    const leaf = tree.next(0n);
    const wish = wishes.find(({ name }) => leaf?.id === idOf(name) + LEAF);
    if (leaf === undefined || wish === undefined) throw new Error("nobody is there to take a turn");
    const rest = (left.get(wish.name) ?? 0) - 1;
    left.set(wish.name, rest);
    tree.take(leaf, { isLast: rest === 0, nowUs: 0n });
    const awake = wishes.filter(({ name }) => tree.lanes.get(idOf(name))?.isAwake === true);
    standings.push({
      name: wish.name,
      clock: inTurns(tree.siblings(ROOT).clock),
      starts: new Map(awake.map(({ name }) => [name, inTurns(tree.lanes.get(idOf(name))?.start ?? 0n)])),
    });
  }
  return standings;
}

function arrive(tree: FairTree, tenant: bigint, weight: number): void {
  tree.apply([
    { kind: "SET", lane: tenant, set: ROOT, level: 1, settings: { weight } },
    {
      kind: "ARRIVED",
      tenant,
      priority: 2,
      group: tenant + GROUP,
      leaf: tenant + LEAF,
      weight: 1,
      cost: 1,
      maxInFlight: null,
    },
  ]);
}

function inTurns(virtual: bigint): number {
  return Number(virtual) / Number(TURN);
}

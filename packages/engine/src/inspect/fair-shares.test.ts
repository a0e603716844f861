/** Tests that the entitlements that are added up incrementally equal those that are computed for all lanes at each turn. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { entitlements } from "./list-lanes.ts";
import { FairShares, type PlacedLane } from "./fair-shares.ts";

const LEAVES = 8;
const tenantOf = (leaf: number): bigint => BigInt(100 + (leaf % 2));
const groupOf = (leaf: number): bigint => BigInt(200 + (leaf % 4));
const priorityOf = (leaf: number): number => (leaf % 4 < 2 ? 1 : 2);

/** Returns two tenants, each with one group of each priority, and two leaves in each group. */
function lanes(weights: readonly number[]): (PlacedLane & { level: number })[] {
  const weightOf = (nth: number): number => weights[nth] ?? 1;
  const tenants = [0, 1].map((nth) => ({
    id: tenantOf(nth),
    parent: undefined,
    priority: 0,
    weight: weightOf(nth),
    level: 1,
  }));
  const groups = [0, 1, 2, 3].map((nth) => ({
    ...{ id: groupOf(nth), parent: tenantOf(nth), priority: priorityOf(nth), weight: weightOf(2 + nth), level: 2 },
  }));
  const leaves = Array.from({ length: LEAVES }, (_, nth) => ({
    ...{ id: BigInt(nth + 1), parent: groupOf(nth), priority: 0, weight: weightOf(6 + nth), level: 3 },
  }));
  return [...tenants, ...groups, ...leaves];
}

/** Adds up the entitlements of all lanes at each turn. */
class AskedEachTurn {
  readonly due = new Map<bigint, number>();
  readonly open = new Set<bigint>();
  readonly #lanes: readonly (PlacedLane & { level: number })[];

  constructor(all: readonly (PlacedLane & { level: number })[]) {
    this.#lanes = all;
  }

  addTurn(cost: number): void {
    const isAwake = (id: bigint): boolean =>
      this.open.has(id) || this.#lanes.some((lane) => lane.parent === id && isAwake(lane.id));
    const asked = this.#lanes.map((lane) => ({
      ...{ lane_id: lane.id, parent_id: lane.parent ?? null, level: lane.level, weight: lane.weight },
      ...{ priority: lane.priority, is_awake: isAwake(lane.id) },
    }));
    const weight = asked.reduce((sum, lane) => sum + (lane.level === 1 && lane.is_awake ? lane.weight : 0), 0);
    for (const [id, part] of entitlements(asked, weight)) this.due.set(id, (this.due.get(id) ?? 0) + part * cost);
  }
}

const weights = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 14, maxLength: 14 });
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("turn" as const), cost: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constantFrom("join" as const, "leave" as const), leaf: fc.integer({ min: 1, max: LEAVES }) }),
  ),
  { maxLength: 60 },
);

test("the entitlements are the same whether all lanes are computed at each turn or only those that change", () => {
  fc.assert(
    fc.property(weights, steps, (given, history) => {
      const all = lanes(given);
      const shares = new FairShares();
      const asked = new AskedEachTurn(all);
      for (const lane of all) shares.add(lane);
      for (const step of history)
        if (step.kind === "turn") {
          shares.addTurn(step.cost);
          asked.addTurn(step.cost);
        } else if (step.kind === "join") {
          shares.join(BigInt(step.leaf));
          asked.open.add(BigInt(step.leaf));
        } else {
          shares.leave(BigInt(step.leaf));
          asked.open.delete(BigInt(step.leaf));
        }

      for (const { id } of all) expect(shares.dueTo(id)).toBeCloseTo(asked.due.get(id) ?? 0, 6);
    }),
    { numRuns: 500 },
  );
});

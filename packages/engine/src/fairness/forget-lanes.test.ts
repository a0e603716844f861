/** Tests of the reason why lanes may be forgotten: by the rule of forget_lanes, no later turn depends on them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FairTree } from "./fair-tree.ts";
import { parentOf, type Lane, type LaneChange, type Priority } from "./lane.ts";

const ROOT = 4_000_000n;

type Step =
  | {
      readonly do: "arrive";
      readonly tenant: number;
      readonly priority: Priority;
      readonly group: number;
      readonly leaf: number;
    }
  | { readonly do: "take"; readonly isLast: boolean }
  | { readonly do: "pause"; readonly tenant: number; readonly isPaused: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("arrive" as const),
      tenant: fc.integer({ min: 1, max: 3 }),
      priority: fc.constantFrom<Priority>(1, 2),
      group: fc.integer({ min: 1, max: 2 }),
      leaf: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("take" as const), isLast: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("pause" as const),
      tenant: fc.integer({ min: 1, max: 3 }),
      isPaused: fc.boolean(),
    }),
  },
);

test("forgetting lanes that the rule allows changes no later turn", () => {
  let forgotten = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 150 }), (steps) => {
      const remembering = new FairTree(ROOT);
      const forgetting = new FairTree(ROOT);
      for (const each of steps) {
        expect(run(forgetting, each)).toBe(run(remembering, each));
        forgotten += forgetAll(forgetting);
      }
    }),
    { numRuns: 500 },
  );

  expect(forgotten).toBeGreaterThan(200);
});

test("forgetting a lane that is ahead of its siblings gives it turns too early", () => {
  const remembering = new FairTree(ROOT);
  const forgetting = new FairTree(ROOT);
  for (const tree of [remembering, forgetting]) {
    for (const each of [arrival(1), arrival(2), takeTurn(true)]) run(tree, each);
  }

  const [ahead] = [...forgetting.lanes.values()].filter(({ level, start }) => level === LEAF && start > 0n);
  const isAllowed = ahead !== undefined && mayForget(forgetting, ahead);
  if (ahead !== undefined) drop(forgetting, ahead);
  const later = [takeTurn(false), arrival(1), takeTurn(false), takeTurn(false), takeTurn(false)];
  const given = [remembering, forgetting].map((tree) => later.map((each) => run(tree, each)));

  expect(isAllowed).toBe(false);
  expect(given[0]).not.toEqual(given[1]);
});

const LEAF = 3;

function arrival(leaf: number): Step {
  return { do: "arrive", tenant: 1, priority: 2, group: 1, leaf };
}

function takeTurn(isLast: boolean): Step {
  return { do: "take", isLast };
}

/** Returns the leaf that got a turn. */
function run(tree: FairTree, each: Step): bigint | undefined {
  if (each.do !== "take") {
    tree.apply([toChange(each)]);
    return undefined;
  }
  const leaf = tree.next({ nowUs: 0n });
  if (leaf !== undefined) tree.take(leaf, { isLast: each.isLast, nowUs: 0n });
  return leaf?.id;
}

function toChange(each: Exclude<Step, { do: "take" }>): LaneChange {
  const tenant = BigInt(each.tenant) * 400_000n;
  if (each.do === "pause")
    return { kind: "SET", lane: tenant, set: ROOT, level: 1, settings: { isPaused: each.isPaused } };
  const group = tenant + BigInt(each.priority) * 80_000n + BigInt(each.group) * 4_000n;
  const leaf = group + BigInt(each.leaf) * 40n;
  return {
    kind: "ARRIVED",
    tenant,
    priority: each.priority,
    group,
    leaf,
    weight: 1,
    cost: 1,
    maxInFlight: null,
    route: ROOT,
    limits: [],
  };
}

/** Forgets as forget_lanes does but logs nothing, so that the moments of both trees stay equal. */
function forgetAll(tree: FairTree): number {
  const before = tree.lanes.size;
  for (const lane of [...tree.lanes.values()].sort((a, b) => b.level - a.level)) {
    if (mayForget(tree, lane)) drop(tree, lane);
  }
  return before - tree.lanes.size;
}

function drop(tree: FairTree, lane: Lane): void {
  tree.lanes.delete(lane.id);
  tree.siblings(lane.set).lanes.delete(lane.id);
  for (let priority = 0n; priority < 4n; priority++) tree.siblings(lane.id + priority).clock = 0n;
}

function mayForget(tree: FairTree, lane: Lane): boolean {
  const hasChildren = [...tree.lanes.values()].some((other) => parentOf(other.set) === lane.id);
  const isSettled = lane.start <= tree.siblings(lane.set).clock;
  return lane.level > 0 && !lane.isAwake && !lane.hasWork && !lane.isPaused && !hasChildren && isSettled;
}

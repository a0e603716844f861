/** What may happen in a history, by its seed: each leaves some of it out, so that simple faults are seen alone. Pure. */
import type { Random } from "../src/fairness/simulation/history/random.ts";
import type { Deed } from "./crash-histories-tasks.ts";

export type Features = {
  readonly processes: number;
  readonly slots: number;
  /** How many events before all faults stop. */
  readonly events: number;
  /** Of a call: that its connection breaks. */
  readonly callFaults: number;
  readonly deeds: readonly [Deed, ...Deed[]];
  readonly isWatched: boolean;
  readonly hasParents: boolean;
  readonly hasCaps: boolean;
  readonly happenings: readonly [Happening, ...Happening[]];
};

/** What happens beside calls that arrive. */
export type Happening =
  | "time passes"
  | "renew"
  | "submit"
  | "cancel"
  | "redrive"
  | "leases run out"
  | "kill"
  | "freeze"
  | "thaw"
  | "stop"
  | "restart";

const ALWAYS: readonly Happening[] = ["time passes", "time passes", "time passes", "renew", "submit"];
const SOMETIMES: readonly (readonly Happening[])[] = [
  ["cancel"],
  ["redrive"],
  ["leases run out"],
  ["kill"],
  ["freeze", "thaw", "leases run out"],
  ["stop"],
  ["restart"],
];
const DEEDS: readonly Deed[] = ["throw", "fail", "snooze", "retry", "hang", "linger", "throw within", "throw after"];

export function makeFeatures(random: Random): Features {
  const half = <Item>(items: readonly Item[]): Item[] => items.filter(() => random.chance(0.5));
  return {
    processes: 1 + random.below(3),
    slots: 1 + random.below(4),
    events: 30 + random.below(90),
    callFaults: random.pick([0, 0.05, 0.15, 0.3]),
    deeds: ["complete", "complete", "complete", ...half(DEEDS)],
    isWatched: random.chance(0.5),
    hasParents: random.chance(0.5),
    hasCaps: random.chance(0.5),
    happenings: ["submit", ...ALWAYS, ...half(SOMETIMES).flat()],
  };
}

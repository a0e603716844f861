/** Wrong versions of the fairness rule, each one small change to the text of a function of the rule. */

export type Mutation = {
  readonly name: string;
  /** History in which consumers notice it. The search continues from there if that history stops showing it. Default 1. */
  readonly seed?: number;
  /** Replacements. The text to be replaced must exist, or the mutation tests nothing. */
  readonly changes: readonly (readonly [from: string, to: string])[];
};

/** Mutations of the order of turns, of weights and of limits, which are noticed like the others below. */
export const REPRESENTATIVE_MUTATIONS: readonly Mutation[] = [
  { name: "ties go by id", seed: 10, changes: [["nulls first, nth, since\n", "nulls first, nth, lane_id\n"]] },
  {
    name: "weight is ignored",
    seed: 3,
    changes: [
      ["3603600 / lanes.weight", "3603600"],
      [" * cost / weight as step", " * cost as step"],
    ],
  },
  {
    name: "released places are not counted",
    seed: 6,
    changes: [["greatest(in_flight - released.chunks, 0)", "in_flight"]],
  },
];

/** Other mutations that are noticed in single claims, by their decisions or by the lanes that they leave. */
export const RULE_MUTATIONS: readonly Mutation[] = [
  {
    name: "idling earns credit",
    changes: [
      ["greatest(lanes.start, waking.clock)", "lanes.start"],
      ["and is_awake and start >= request.clock", "and is_awake"],
    ],
  },
  { name: "a lane that returns owes nothing", changes: [["greatest(lanes.start, waking.clock)", "waking.clock"]] },
  {
    name: "a waking lane goes to the end",
    seed: 24,
    changes: [["greatest(lanes.start, waking.clock)", "greatest(lanes.start, waking.clock + 3603600)"]],
  },
  { name: "a waking lane goes before those that wait", seed: 5, changes: [["since = waking.moment", "since = 0"]] },
  { name: "cost is ignored", seed: 2, changes: [["charge.cost * (3603600", "charge.turns * (3603600"]] },
  {
    name: "priority goes across tenants",
    seed: 5,
    changes: [
      [
        "order by start + nth * step",
        "order by case when open & 1 > 0 then 0 when open & 2 > 0 then 1 when open & 4 > 0 then 2 else 3 end, start + nth * step",
      ],
    ],
  },
  {
    name: "the horizon is too short",
    seed: 2,
    changes: [["floor((horizon - start) / step)", "floor((horizon - start) / step) - 1"]],
  },
  { name: "an emptied lane stays awake", changes: [["set open = 0, is_awake = false", "set open = 0"]] },
];

/** Seen when several claim at once. */
export const LOCK_MUTATIONS: readonly Mutation[] = [
  { name: "nobody takes the lock", changes: [["perform pg_advisory_xact_lock(v_root);", ""]] },
  {
    name: "the lock is taken by the statement that reads",
    changes: [
      ["perform pg_advisory_xact_lock(v_root);", ""],
      [
        "select * into v_head from rota.dispatch_log",
        "select dispatch_log.* into v_head from (select pg_advisory_xact_lock(v_root) offset 0) as held cross join rota.dispatch_log",
      ],
    ],
  },
];

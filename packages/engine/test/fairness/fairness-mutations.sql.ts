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
  { name: "ties go by id", seed: 10, changes: [["nulls first, nth, place, since\n", "nulls first, nth, lane_id\n"]] },
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
      ["and lanes.start >= case when p_is_split then 0 else request.clock end", ""],
      ["greatest(lanes.start, request.clock) as start", "lanes.start as start"],
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
        "order by case nth when 0",
        "order by case when open & 1 > 0 then 0 when open & 2 > 0 then 1 when open & 4 > 0 then 2 else 3 end, case nth when 0",
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

/** Mutations of the routes of a pool and their limits. Histories with even seeds have several routes. */
export const ROUTE_MUTATIONS: readonly Mutation[] = [
  {
    name: "a route is given to a worker that does not serve it",
    seed: 2,
    changes: [["and (p_routes = '{}' and p_full = '{}'", "and (true or p_routes = '{}' and p_full = '{}'"]],
  },
  {
    name: "a lane that was skipped makes up for its turns",
    seed: 2,
    changes: [["greatest(lanes.start, request.clock) as start", "lanes.start as start"]],
  },
  {
    name: "lanes that were skipped are not found again",
    seed: 2,
    changes: [["case when p_is_split then 0 else request.clock end", "request.clock"]],
  },
  {
    name: "a full route is waited for",
    seed: 2,
    changes: [["where rota.lane_id(p_queue, 'route', route) <> all (v_full));", ");"]],
  },
  {
    name: "the limit of a route counts nothing",
    seed: 2,
    changes: [
      ["set in_flight = case when lanes.is_counted then in_flight + turns else 0 end", "set in_flight = in_flight"],
    ],
  },
  {
    name: "the room of a route is exceeded by a large claim",
    seed: 2,
    changes: [["where nth > room", "where false"]],
  },
];

/** Mutations of named limits. Histories with seeds of 0 and 1 modulo 4 have some. */
export const LIMIT_MUTATIONS: readonly Mutation[] = [
  {
    name: "leaves that share a full limit are not skipped",
    seed: 4,
    changes: [["p_full[width_bucket(needed, p_full)] = needed", "false"]],
  },
  {
    name: "a limit that is used up in a claim is noticed in the next one",
    seed: 4,
    changes: [
      ["unnest(rota.use_limits(", "unnest((rota.use_limits("],
      ["v_now_us) || v_full)", "v_now_us))[1:0] || v_full)"],
    ],
  },
  {
    name: "a tenant with other work is passed over for a limit that some of it needs",
    seed: 4,
    changes: [["and not coalesce(newest.limits <@ came.limits, false)", "and false"]],
  },
  {
    name: "only the first limit of a leaf counts",
    seed: 4,
    changes: [["|| coalesce(p_leaf.limits, '{}')", "|| coalesce(p_leaf.limits[1:1], '{}')"]],
  },
  {
    name: "the places of a limit are not given back",
    seed: 4,
    changes: [
      [
        "select jsonb_array_elements_text(limits)::bigint, 16)",
        "select jsonb_array_elements_text(limits)::bigint, 32)",
      ],
    ],
  },
  {
    name: "the places of a limit are given back twice",
    seed: 4,
    changes: [
      [
        "select jsonb_array_elements_text(limits)::bigint, 16)",
        "select jsonb_array_elements_text(limits || limits)::bigint, 16)",
      ],
    ],
  },
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

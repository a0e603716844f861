/** Defines named limits, which tasks of all tenants and types of a pool share: checks them and writes them for the database. Pure. */
import { checkName, checkRange, refusal } from "./check-task.ts";
import { limitLane, type Rate, rateSettings } from "./lanes.ts";
import { IN_FLIGHT_MAX, KEY_BYTES_MAX } from "./new-task.ts";

/** How many named limits a task may have. */
export const LIMITS_MAX = 8;

/** Name and values of a limit; it has a `max`, a `rate` or both. */
type LimitValues = {
  /** Its name in the pool, without a colon. */
  readonly name: string;
  /** How many chunks that need it may run at once. */
  readonly max?: number;
  /** So many turns in a time, evenly spread: "50/s", "10/min", "5/10s" (units ms, s, min, h, d), or as `setLane` takes it. */
  readonly rate?: string | Rate;
};

/** Limit that a task shares with others of its pool. */
export type NewLimit = LimitValues & {
  /** Makes it a limit of its own for each key: `acme` of `stripe-api` is the limit `stripe-api:acme`. Default: one for all. */
  readonly key?: string;
};

/** Limit that the tasks of a definition share with others of their pool. */
export type DefinedLimit<Input = unknown> = LimitValues & {
  /** Returns the key of a task from its input: each key has a limit of its own, such as `stripe-api:acme`. Default: one limit for all. */
  key?(this: void, input: Input): string;
};

/** Settings of a limit, as the claim reads them: all of them, so that a later task can take one away. */
type LimitSettings = {
  readonly maxInFlight: number | null;
  readonly rateUs: number | null;
  readonly rateBurst: number;
};

/** Refuses limits that have no name, no values or unknown fields, or that are too many. */
export function checkLimits(limits: readonly (NewLimit | DefinedLimit)[] | undefined): void {
  if (limits === undefined) return;
  const given: unknown = limits;
  if (!Array.isArray(given)) throw refusal("limits must be a list", { field: "limits" });
  if (limits.length > LIMITS_MAX)
    throw refusal(`limits has ${String(limits.length)} entries, at most ${String(LIMITS_MAX)} are allowed`, {
      field: "limits",
      count: limits.length,
      countMax: LIMITS_MAX,
    });
  const seen = new Set<string>();
  for (const limit of limits) {
    checkLimit(limit);
    const name = limitName(limit);
    if (seen.has(name))
      throw refusal(`limit "${name}" is given twice, a definition's limits included: leave one out`, {
        field: "limits",
      });
    seen.add(name);
  }
}

const FIELDS: Readonly<Record<keyof NewLimit, true>> = { name: true, key: true, max: true, rate: true };

function checkLimit(limit: NewLimit | DefinedLimit): void {
  const given: unknown = limit;
  if (typeof given !== "object" || given === null)
    throw refusal(`limits holds ${JSON.stringify(given)}: a limit is an object with a name`, { field: "limits" });
  const { name, key, max, rate } = limit;
  checkName("the name of a limit", name);
  if (name.includes(":"))
    throw refusal(`limit "${name}" has a colon in its name, which stands before a key: use key`, { field: "name" });
  const unknown = Object.keys(given).find((field) => !(field in FIELDS));
  if (unknown !== undefined)
    throw refusal(
      `limit "${name}" has an unknown field ${unknown.slice(0, 40)}; known are ${Object.keys(FIELDS).join(", ")}`,
      {
        field: unknown.slice(0, 40),
      },
    );
  if (max === undefined && rate === undefined)
    throw refusal(`limit "${name}" limits nothing: give max, rate or both`, { field: "max" });
  checkRange(`max of limit "${name}"`, max, [1, IN_FLIGHT_MAX]);
  limitSettings(limit);
  if (typeof key === "string") checkName(`key of limit "${name}"`, key);
  if (typeof key === "string") checkName("limit", limitName({ name, key }), KEY_BYTES_MAX);
}

/** The name by which the limit is known: `gpu`, `stripe-api:acme`. A key that is still to be computed is left out. */
function limitName({ name, key }: Pick<NewLimit, "name"> & { readonly key?: unknown }): string {
  return typeof key === "string" ? `${name}:${key}` : name;
}

const RATE = /^(\d{1,7})\/(\d{1,6})?(ms|s|min|h|d)$/;
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

function limitSettings({ name, max, rate }: LimitValues): LimitSettings {
  const { rateUs = null, rateBurst = 1 } = rateSettings(typeof rate === "string" ? readRate(name, rate) : rate);
  return { maxInFlight: max ?? null, rateUs, rateBurst };
}

function readRate(name: string, text: string): Rate {
  const [, turns, count = "1", unit = ""] = RATE.exec(text) ?? [];
  if (turns !== undefined) return { turns: Number(turns), perMs: Number(count) * (UNITS_MS[unit] ?? 1) };
  throw refusal(
    `rate of limit "${name}" is "${text.slice(0, 40)}": write turns and a time, such as 50/s, 10/min or 5/10s (units ms, s, min, h, d)`,
    { field: "rate" },
  );
}

/** Returns the limits of a task: those of its definition, with the keys that its input has. */
export function limitsFor(limits: readonly DefinedLimit[] | undefined, input: unknown): NewLimit[] {
  return (limits ?? []).map((limit) => {
    const { key, ...values } = limit;
    return key === undefined ? values : { ...values, key: keyFor(limit, input) };
  });
}

function keyFor({ name, key }: DefinedLimit, input: unknown): string {
  let found: unknown;
  try {
    found = key?.(input);
  } catch (cause) {
    throw refusal(`key of limit "${name}" failed for the input: ${String(cause)}`, { field: "key" }, cause);
  }
  if (typeof found === "string") return found;
  throw refusal(`key of limit "${name}" gave a value of type ${typeof found}: it must give a text`, { field: "key" });
}

/** Limits of a task as the claim reads them, ordered by name, and their names. */
export function writeLimits(
  limits: readonly NewLimit[] | undefined,
  pool: string,
): { readonly names: readonly string[]; readonly limits: readonly object[] | undefined } {
  if (limits === undefined || limits.length === 0) return { names: [], limits: undefined };
  const named = limits.map((limit) => ({ name: limitName(limit), settings: limitSettings(limit) }));
  named.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    names: named.map(({ name }) => name),
    limits: named.map(({ name, settings }) => ({ lane: String(limitLane({ pool, limit: name })), name, settings })),
  };
}

/** Limit of a definition with its pool, to be compared with those of others. */
type PooledLimits = { readonly name: string; readonly pool: string; readonly limits?: readonly DefinedLimit[] };

/** Returns what is wrong where two definitions give a limit of one pool different values. */
export function findConflict(definitions: readonly PooledLimits[]): string | undefined {
  const known = new Map<string, { task: string; values: string }>();
  for (const { name: task, pool, limits = [] } of definitions)
    for (const limit of limits) {
      const place = JSON.stringify([pool, limit.name]);
      const values = JSON.stringify(limitSettings(limit));
      const other = known.get(place);
      if (other !== undefined && other.values !== values)
        return `limit "${limit.name}" of pool "${pool}" has other values in task "${task}" than in task "${other.task}": give it the same max and rate in both, or another name`;
      known.set(place, { task, values });
    }
  return undefined;
}

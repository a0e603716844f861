/** Reads entries, changes and lane states of the dispatch log from the text that their hash covers. Pure. */
import { createHash } from "node:crypto";
import { routeLimit } from "../tasks/lanes.ts";
import type { LogEntryRow } from "./fairness.sql.ts";
import type { Lane, LaneChange, LaneSettings, Priority, SiblingSet } from "./lane.ts";

export type LogEntry = {
  readonly queue: string;
  readonly entry: bigint;
  readonly atUs: bigint;
  readonly turnCount: bigint;
  readonly moment: bigint;
  readonly clock: bigint;
  readonly changes: readonly LoggedChange[];
  readonly leaves: readonly bigint[];
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly emptied: readonly bigint[];
  /** The routes that the claimer served, by the lanes of their limits. Undefined: all. */
  readonly routes: ReadonlySet<bigint> | undefined;
};

export function readEntry(row: LogEntryRow): LogEntry {
  return {
    queue: row.queue,
    entry: toBigint(row.entry, "entry"),
    atUs: toBigint(row.at_us, "at"),
    turnCount: toBigint(row.turn_count, "turn_count"),
    moment: toBigint(row.moment, "moment"),
    clock: toBigint(row.clock, "clock"),
    changes: readChanges(row.changes, row.queue),
    leaves: readArray(row.leaves, "leaves"),
    taskIds: readArray(row.task_ids, "task_ids"),
    numbers: readArray(row.numbers, "numbers").map(Number),
    emptied: readArray(row.emptied, "emptied"),
    routes: row.routes === null ? undefined : readRoutes(row.routes, row.queue),
  };
}

/**
 * Returns the hash of an entry and all entries before it, as hexadecimal digits. It is computed here and not by the
 * database, from the same texts that readEntry reads: a function that was changed on the server cannot hide anything.
 */
export function hashEntry(row: LogEntryRow, previousHash: string): string {
  const text = [row.queue, row.entry, row.at_us, row.turn_count, row.moment, row.clock, row.changes];
  const arrays = [row.leaves, row.task_ids, row.numbers, row.emptied];
  return createHash("sha256")
    .update(Buffer.from(previousHash, "hex"))
    .update([...text, ...arrays, ...(row.routes === null ? [] : [row.routes])].join("\n"))
    .digest("hex");
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function readChanges(text: string, pool: string): LoggedChange[] {
  const changes: unknown = JSON.parse(text);
  if (!Array.isArray(changes)) throw new TypeError("a list of changes was expected");
  return changes.map((change) => readChange(change, pool));
}

function readRoutes(text: string, pool: string): ReadonlySet<bigint> {
  const routes: unknown = JSON.parse(text);
  if (!Array.isArray(routes)) throw new TypeError("a list of routes was expected");
  return new Set(routes.map((route) => routeLimit({ pool, queue: String(route) })));
}

/** Reads an array in the form in which PostgreSQL writes it, such as `{1,2,3}`. */
function readArray(text: string, what: string): bigint[] {
  if (!text.startsWith("{") || !text.endsWith("}")) throw new TypeError(`a list was expected as ${what}`);
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((element) => toBigint(element, what));
}

/** Change with details that the rule does not need: the names of its lanes, and the position at which work arrived. */
type LoggedChange = {
  readonly change: LaneChange;
  readonly names: readonly (readonly [bigint, string])[];
  readonly position: bigint | undefined;
};

export function readChange(value: unknown, pool: string): LoggedChange {
  const fields = readJsonFields(value);
  const change = toChange(fields, pool);
  return {
    change,
    names: namesOf(fields, change),
    position: change.kind === "ARRIVED" ? BigInt(readInteger(fields, "position")) : undefined,
  };
}

function toChange(fields: JsonFields, pool: string): LaneChange {
  const kind = readString(fields, "kind");
  switch (kind) {
    case "SET":
      return { kind, ...readPlace(fields), settings: readSettings(readJsonFields(fields["settings"])) };
    case "RELEASED":
      return {
        kind,
        ...readPath(fields),
        slots: readInteger(fields, "slots"),
        // Entries of versions without named limits name the route whose limit counted the chunk.
        limits: fields["route"] === undefined ? readLimits(fields) : [readRoute(fields, pool)],
      };
    case "ARRIVED":
      return {
        kind,
        ...readPath(fields),
        ...readTask(fields),
        route: readRoute(fields, pool),
        limits: readLimits(fields),
      };
    case "RESTED":
    case "FORGOTTEN":
      return { kind, lane: readBigint(fields, "lane") };
    case "CHECKPOINT":
      return { kind, sha256: readString(fields, "sha256") };
    default:
      throw new TypeError(`a change of kind ${JSON.stringify(kind)} is unknown`);
  }
}

const readPlace = (fields: JsonFields) => ({
  lane: readBigint(fields, "lane"),
  set: readBigint(fields, "set"),
  level: readInteger(fields, "level"),
});

const readPath = (fields: JsonFields) => ({
  tenant: readBigint(fields, "tenant"),
  group: readBigint(fields, "group"),
  leaf: readBigint(fields, "leaf"),
});

const readTask = (fields: JsonFields) => ({
  priority: readPriority(fields),
  weight: readInteger(fields, "weight"),
  cost: readInteger(fields, "cost"),
  maxInFlight: fields["maxInFlight"] === null ? null : readInteger(fields, "maxInFlight"),
});

/** Reads the limit of a route. Entries of earlier versions name none: a tree had the one route that it was named after. */
function readRoute(fields: JsonFields, pool: string): bigint {
  return routeLimit({ pool, queue: fields["route"] === undefined ? pool : readString(fields, "route") });
}

/** Reads the lanes of limits: their ids, or objects with the ids of named ones. Entries of earlier versions have none. */
function readLimits({ limits }: JsonFields): bigint[] {
  if (limits === undefined || limits === null) return [];
  if (!Array.isArray(limits)) throw unreadable("a list as limits", limits);
  return limits.map((limit: unknown) =>
    typeof limit === "string" ? toBigint(limit, "limits") : readBigint(readJsonFields(limit), "lane"),
  );
}

function readPriority(fields: JsonFields): Priority {
  const priority = readInteger(fields, "priority");
  if (priority === 0 || priority === 1 || priority === 2 || priority === 3) return priority;
  throw new TypeError(`a priority from 0 to 3 was expected, ${String(priority)} found`);
}

/** Reads settings of a lane. A missing setting stays as it is; null removes a limit. */
function readSettings(fields: JsonFields): LaneSettings {
  const has = (key: string): boolean => fields[key] !== undefined;
  const limit = (key: string): number | null => (fields[key] === null ? null : readInteger(fields, key));
  const isGiven = (key: string): boolean => has(key) && fields[key] !== null;
  return {
    ...(isGiven("weight") ? { weight: readInteger(fields, "weight") } : {}),
    ...(isGiven("isPaused") ? { isPaused: readBoolean(fields, "isPaused") } : {}),
    ...(has("maxInFlight") ? { maxInFlight: limit("maxInFlight") } : {}),
    ...(has("rateUs") ? { rateUs: limit("rateUs") } : {}),
    ...(isGiven("rateBurst") ? { rateBurst: readInteger(fields, "rateBurst") } : {}),
  };
}

function namesOf(fields: JsonFields, change: LaneChange): (readonly [bigint, string])[] {
  if (change.kind === "SET") return [[change.lane, readString(fields, "name")]];
  if (change.kind !== "ARRIVED") return [];
  return [
    [change.tenant, readString(fields, "tenantName")],
    [change.group, readString(fields, "groupName")],
    [change.leaf, readString(fields, "leafName")],
  ];
}

export type LaneState = {
  readonly lane: Lane;
  readonly name: string;
  /** Position below which no chunk waits; leaves only. */
  readonly head: bigint;
  /** Virtual time at which the latest turn started, for each of its sets of children. */
  readonly clocks: readonly (readonly [SiblingSet, bigint])[];
};

const LEAF = 3;

export function readLaneState(value: unknown, pool: string): LaneState {
  const fields = readJsonFields(value);
  const id = readBigint(fields, "lane");
  const level = readInteger(fields, "level");
  const lane: Lane = {
    id,
    set: readBigint(fields, "set"),
    level,
    weight: BigInt(readOptional(fields, "weight", readInteger) ?? 0),
    cost: BigInt(readInteger(fields, "cost")),
    start: readBigint(fields, "start"),
    since: readBigint(fields, "since"),
    hasWork: level === LEAF && readInteger(fields, "open") > 0,
    isAwake: readBoolean(fields, "isAwake"),
    isPaused: readBoolean(fields, "isPaused"),
    isCounted: readBoolean(fields, "isCounted"),
    inFlight: readInteger(fields, "inFlight"),
    maxInFlight: readOptional(fields, "maxInFlight", readInteger),
    rateUs: readOptional(fields, "rateUs", readBigint),
    rateBurst: BigInt(readInteger(fields, "rateBurst")),
    rateAtUs: readBigint(fields, "rateAt"),
    wakesAtUs: readOptional(fields, "wakesAt", readBigint),
    route: level === LEAF && fields["cost"] !== 0 ? readRoute(fields, pool) : undefined,
    limits: level === LEAF ? readLimits(fields) : [],
  };
  return { lane, name: readString(fields, "name"), head: readBigint(fields, "head"), clocks: clocksOf(lane, fields) };
}

/** Reads the clocks of a lane: a tenant has a set of children per priority, a group has one. The log has the tenants' clock. */
function clocksOf({ id, level }: Lane, fields: ReturnType<typeof readJsonFields>): (readonly [SiblingSet, bigint])[] {
  const clocks = fields["clocks"];
  if (!Array.isArray(clocks)) throw new TypeError("a list was expected as clocks");
  if (level === 0 || level === LEAF) return [];
  return clocks
    .slice(0, level === 1 ? 4 : 1)
    .map((clock, priority) => [id + BigInt(priority), toBigint(String(clock), "clocks")]);
}

type JsonFields = Readonly<Record<string, unknown>>;

export function readJsonFields(value: unknown): JsonFields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable("an object", value);
  return Object.fromEntries(Object.entries(value));
}

export function readString(fields: JsonFields, key: string): string {
  const value = fields[key];
  if (typeof value !== "string") throw unreadable(`a text as ${key}`, value);
  return value;
}

export function readInteger(fields: JsonFields, key: string): number {
  const value = fields[key];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw unreadable(`a whole number as ${key}`, value);
  return value;
}

function readBoolean(fields: JsonFields, key: string): boolean {
  const value = fields[key];
  if (typeof value !== "boolean") throw unreadable(`true or false as ${key}`, value);
  return value;
}

/** Reads a large number. It is stored as text, since a number in JSON has 53 bits. */
function readBigint(fields: JsonFields, key: string): bigint {
  return toBigint(readString(fields, key), key);
}

/** Returns undefined where null is stored. */
function readOptional<Value>(
  fields: JsonFields,
  key: string,
  read: (fields: JsonFields, key: string) => Value,
): Value | undefined {
  return fields[key] === null ? undefined : read(fields, key);
}

function toBigint(text: string, what: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) throw unreadable(`a whole number as ${what}`, text);
  return BigInt(text);
}

function unreadable(wanted: string, found: unknown): TypeError {
  return new TypeError(`${wanted} was expected, ${JSON.stringify(found)} found`);
}

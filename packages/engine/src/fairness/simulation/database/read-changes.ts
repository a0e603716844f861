/** Reads the inputs of a log entry as the changes that the model takes. Pure. */
import type { LaneChange, LaneSettings, Priority } from "../../lane.ts";

/** Throws when the entry holds anything else than changes of lanes. */
export function readChanges(changes: unknown): LaneChange[] {
  if (!Array.isArray(changes)) throw new TypeError("the changes of a log entry are not a list");
  return changes.map((change: unknown) => readChange(fieldsOf(change)));
}

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw new TypeError("a change in the log is not an object");
  return new Map(Object.entries(value));
}

function readChange(fields: Fields): LaneChange {
  const lane = (name: string): bigint => BigInt(String(fields.get(name)));
  switch (fields.get("kind")) {
    case "SET":
      return {
        kind: "SET",
        lane: lane("lane"),
        set: lane("set"),
        level: Number(fields.get("level")),
        settings: readSettings(fields),
      };
    case "RELEASED":
      return {
        kind: "RELEASED",
        tenant: lane("tenant"),
        group: lane("group"),
        leaf: lane("leaf"),
        slots: Number(fields.get("slots")),
      };
    case "ARRIVED":
      return {
        kind: "ARRIVED",
        tenant: lane("tenant"),
        priority: readPriority(fields),
        group: lane("group"),
        leaf: lane("leaf"),
        ...readTask(fields),
      };
    case "RESTED":
      return { kind: "RESTED", lane: lane("lane") };
    default:
      throw new TypeError(`a change in the log is of an unknown kind: ${String(fields.get("kind"))}`);
  }
}

function readTask(fields: Fields): { weight: number; cost: number; maxInFlight: number | null } {
  const cap = fields.get("maxInFlight");
  return {
    weight: Number(fields.get("weight")),
    cost: Number(fields.get("cost")),
    maxInFlight: typeof cap === "number" ? cap : null,
  };
}

function readPriority(fields: Fields): Priority {
  const priority = Number(fields.get("priority"));
  if (priority === 0 || priority === 1 || priority === 2 || priority === 3) return priority;
  throw new TypeError(`a priority in the log is ${String(priority)}`);
}

/** In the order in which the simulator writes them, so that they compare as text. */
function readSettings(fields: Fields): LaneSettings {
  const settings = fieldsOf(fields.get("settings"));
  const number = (name: string): number | undefined => (settings.has(name) ? Number(settings.get(name)) : undefined);
  const limit = (name: string): number | null | undefined => (settings.get(name) === null ? null : number(name));
  const entries = Object.entries({
    weight: number("weight"),
    isPaused: settings.has("isPaused") ? settings.get("isPaused") === true : undefined,
    maxInFlight: limit("maxInFlight"),
    rateUs: limit("rateUs"),
    rateBurst: number("rateBurst"),
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

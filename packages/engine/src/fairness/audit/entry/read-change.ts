/** Reads what a claim was told from its json in the dispatch log. Pure. */
import type { LaneChange, LaneSettings, Priority } from "../../lane.ts";
import { readBigint, readBoolean, readFields, readInteger, readText, type Fields } from "./json-fields.ts";

/** A change with what the rule has no use for: the names of its lanes, and where in its leaf work arrived. */
export type LoggedChange = {
  readonly change: LaneChange;
  readonly names: readonly (readonly [bigint, string])[];
  readonly position: bigint | undefined;
};

export function readChange(value: unknown): LoggedChange {
  const fields = readFields(value);
  const change = toChange(fields);
  return {
    change,
    names: namesOf(fields, change),
    position: change.kind === "ARRIVED" ? BigInt(readInteger(fields, "position")) : undefined,
  };
}

function toChange(fields: Fields): LaneChange {
  const kind = readText(fields, "kind");
  switch (kind) {
    case "SET":
      return { kind, ...readPlace(fields), settings: readSettings(readFields(fields["settings"])) };
    case "RELEASED":
      return { kind, ...readPath(fields), slots: readInteger(fields, "slots") };
    case "ARRIVED":
      return { kind, ...readPath(fields), ...readTask(fields) };
    case "RESTED":
    case "FORGOTTEN":
      return { kind, lane: readBigint(fields, "lane") };
    case "CHECKPOINT":
      return { kind, sha256: readText(fields, "sha256") };
    default:
      throw new TypeError(`a change of kind ${JSON.stringify(kind)} is unknown`);
  }
}

const readPlace = (fields: Fields) => ({
  lane: readBigint(fields, "lane"),
  set: readBigint(fields, "set"),
  level: readInteger(fields, "level"),
});

const readPath = (fields: Fields) => ({
  tenant: readBigint(fields, "tenant"),
  group: readBigint(fields, "group"),
  leaf: readBigint(fields, "leaf"),
});

const readTask = (fields: Fields) => ({
  priority: readPriority(fields),
  weight: readInteger(fields, "weight"),
  cost: readInteger(fields, "cost"),
  maxInFlight: fields["maxInFlight"] === null ? null : readInteger(fields, "maxInFlight"),
});

function readPriority(fields: Fields): Priority {
  const priority = readInteger(fields, "priority");
  if (priority === 0 || priority === 1 || priority === 2 || priority === 3) return priority;
  throw new TypeError(`a priority from 0 to 3 was expected, ${String(priority)} found`);
}

/** A setting that is not there stays as it is; null takes a limit away. */
function readSettings(fields: Fields): LaneSettings {
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

function namesOf(fields: Fields, change: LaneChange): (readonly [bigint, string])[] {
  if (change.kind === "SET") return [[change.lane, readText(fields, "name")]];
  if (change.kind !== "ARRIVED") return [];
  return [
    [change.tenant, readText(fields, "tenantName")],
    [change.group, readText(fields, "groupName")],
    [change.leaf, readText(fields, "leafName")],
  ];
}

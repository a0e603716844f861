/** A lane as the database stores it in checkpoints and shows it to explain: rota.lane_state(). Pure. */
import type { Lane, SiblingSet } from "../../lane.ts";
import { readBigint, readBoolean, readFields, readInteger, readOptional, readText, toBigint } from "./json-fields.ts";

export type LaneState = {
  readonly lane: Lane;
  readonly name: string;
  /** Leaves: no chunk waits at a smaller position. */
  readonly head: bigint;
  /** When the latest turn started in each of its sets of children. */
  readonly clocks: readonly (readonly [SiblingSet, bigint])[];
};

const LEAF = 3;

export function readLaneState(value: unknown): LaneState {
  const fields = readFields(value);
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
  };
  return { lane, name: readText(fields, "name"), head: readBigint(fields, "head"), clocks: clocksOf(lane, fields) };
}

/** Tenants have a set of children for each priority, groups have one; the clock of the tenants stands in the log. */
function clocksOf({ id, level }: Lane, fields: ReturnType<typeof readFields>): (readonly [SiblingSet, bigint])[] {
  const clocks = fields["clocks"];
  if (!Array.isArray(clocks)) throw new TypeError("a list was expected as clocks");
  if (level === 0 || level === LEAF) return [];
  return clocks
    .slice(0, level === 1 ? 4 : 1)
    .map((clock, priority) => [id + BigInt(priority), toBigint(String(clock), "clocks")]);
}

/** Defines a lane of the fairness tree and the changes that may happen to it, as the dispatch log spells them. */

/** Virtual time of a turn of cost 1 at weight 1. Every allowed weight divides it, so that virtual times stay whole. */
export const TURN = 3_603_600n;

export type Priority = 0 | 1 | 2 | 3;

/** Who shares with whom: the id of the parent and, below a tenant, the priority. Ids are multiples of 4. */
export type SiblingSet = bigint;

export type Lane = {
  readonly id: bigint;
  readonly set: SiblingSet;
  /** 0 queue, 1 tenant, 2 group, 3 leaf: a task, or all jobs of one type. */
  readonly level: number;
  weight: bigint;
  /** Of a turn; leaves only. 0 until the first task brings work, and its weight, unless that was set before. */
  cost: bigint;
  /** Virtual time at which its next turn starts. */
  start: bigint;
  /** The moment of its last turn or waking up, whichever is later: among equal starts the oldest goes first. */
  since: bigint;
  /** Leaves: whether work waits. */
  hasWork: boolean;
  isAwake: boolean;
  isPaused: boolean;
  isCounted: boolean;
  inFlight: number;
  maxInFlight: number | undefined;
  rateUs: bigint | undefined;
  rateBurst: bigint;
  /** Until when, in microseconds, the turns taken so far use up the rate. */
  rateAtUs: bigint;
  wakesAtUs: bigint | undefined;
};

/** What may be set of a lane. `null` takes a limit away. */
export type LaneSettings = {
  readonly weight?: number;
  readonly isPaused?: boolean;
  readonly maxInFlight?: number | null;
  readonly rateUs?: number | null;
  readonly rateBurst?: number;
};

/** What a claim was told, in the order in which it applied it: the inputs of the dispatch log. */
export type LaneChange =
  | {
      readonly kind: "SET";
      readonly lane: bigint;
      readonly set: SiblingSet;
      readonly level: number;
      readonly settings: LaneSettings;
    }
  | {
      readonly kind: "RELEASED";
      readonly tenant: bigint;
      readonly group: bigint;
      readonly leaf: bigint;
      readonly slots: number;
    }
  | {
      readonly kind: "ARRIVED";
      readonly tenant: bigint;
      readonly priority: Priority;
      readonly group: bigint;
      readonly leaf: bigint;
      readonly weight: number;
      readonly cost: number;
      readonly maxInFlight: number | null;
    }
  | { readonly kind: "RESTED"; readonly lane: bigint }
  | { readonly kind: "FORGOTTEN"; readonly lane: bigint }
  /** All lanes were stored as they stood, under this hash; changes nothing. */
  | { readonly kind: "CHECKPOINT"; readonly sha256: string };

const LEAF_LEVEL = 3;

export function newLane(place: Pick<Lane, "id" | "set" | "level">): Lane {
  return {
    ...place,
    weight: place.level === LEAF_LEVEL ? 0n : 1n,
    cost: place.level === LEAF_LEVEL ? 0n : 1n,
    start: 0n,
    since: 0n,
    hasWork: false,
    isAwake: false,
    isPaused: false,
    isCounted: false,
    inFlight: 0,
    maxInFlight: undefined,
    rateUs: undefined,
    rateBurst: 1n,
    rateAtUs: 0n,
    wakesAtUs: undefined,
  };
}

/** The lane whose children a set holds. */
export function parentOf(set: SiblingSet): bigint {
  return set & ~3n;
}

/** How many turns the limits of a lane allow now. */
export function roomOf(lane: Lane, nowUs: bigint): bigint {
  const places = lane.maxInFlight === undefined ? undefined : BigInt(lane.maxInFlight - lane.inFlight);
  const turns = lane.rateUs === undefined ? undefined : lane.rateBurst - used(lane.rateAtUs - nowUs, lane.rateUs);
  if (lane.isPaused) return 0n;
  return [places, turns].reduce<bigint>(
    (room, limit) => (limit !== undefined && limit < room ? limit : room),
    ROOM_MAX,
  );
}

const ROOM_MAX = 1_000_000_000n;

/** How many turns are used up: one that is not yet over counts as a whole. */
function used(restUs: bigint, rateUs: bigint): bigint {
  return restUs > 0n ? (restUs + rateUs - 1n) / rateUs : 0n;
}

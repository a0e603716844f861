/** Defines lanes of the fairness tree, the limits they share, and the changes to both, as the dispatch log records them. */

/** Virtual time of a turn of cost 1 at weight 1. Every allowed weight divides it, so that virtual times stay whole. */
export const TURN = 3_603_600n;

export type Priority = 0 | 1 | 2 | 3;

/** Key of the lanes that share turns: the id of the parent plus, below a tenant, the priority. Ids are multiples of 4. */
export type SiblingSet = bigint;

export type Lane = {
  readonly id: bigint;
  readonly set: SiblingSet;
  /** Level: 0 pool, 1 tenant, 2 group, 3 leaf, which is a task or all jobs of one type; 4 a limit that leaves share. */
  readonly level: number;
  weight: bigint;
  /** Cost of a turn; leaves only. It is 0 until the first task brings work. That task sets the weight too, unless it is set. */
  cost: bigint;
  /** Virtual time at which its next turn starts. */
  start: bigint;
  /** Moment of its last turn or waking, whichever is later: among equal starts the oldest goes first. */
  since: bigint;
  /** Whether work waits; leaves only. */
  hasWork: boolean;
  isAwake: boolean;
  isPaused: boolean;
  isCounted: boolean;
  inFlight: number;
  maxInFlight: number | undefined;
  rateUs: bigint | undefined;
  rateBurst: bigint;
  /** Time in microseconds until which the turns taken so far use up the rate. */
  rateAtUs: bigint;
  wakesAtUs: bigint | undefined;
  /** The limit of its route; leaves only, undefined until the first task brings work. */
  route: bigint | undefined;
  /** Other limits that it shares with leaves anywhere in the tree. */
  limits: readonly bigint[];
};

/** Settings of a lane. `null` removes a limit. */
export type LaneSettings = {
  readonly weight?: number;
  readonly isPaused?: boolean;
  readonly maxInFlight?: number | null;
  readonly rateUs?: number | null;
  readonly rateBurst?: number;
};

/** Change that a claim absorbed. The dispatch log records the changes in the order in which they were applied. */
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
      /** Shared limits that counted the chunk as in flight. */
      readonly limits: readonly bigint[];
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
      readonly route: bigint;
      readonly limits: readonly bigint[];
    }
  | { readonly kind: "RESTED"; readonly lane: bigint }
  | { readonly kind: "FORGOTTEN"; readonly lane: bigint }
  /** Records that all lanes were stored under this hash; changes nothing. */
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
    route: undefined,
    limits: [],
  };
}

/** Returns the lane whose children a set contains. */
export function parentOf(set: SiblingSet): bigint {
  return set & ~3n;
}

/** Returns how many turns the limits of a lane allow now. */
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

/** Returns how many turns of a rate are used up; a turn that is not over counts as a whole one. */
function used(restUs: bigint, rateUs: bigint): bigint {
  return restUs > 0n ? (restUs + rateUs - 1n) / rateUs : 0n;
}

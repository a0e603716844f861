/** Defines the changes that live events report, and their place in one order of time and name. Pure. */
import type { LaneLevel } from "./list-queues.ts";
import { writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** `id` is where to go on after it; `tenant` is whose it is, undefined when it is nobody's. */
type ChangeOf<Kind, Told> = {
  readonly id: string;
  readonly kind: Kind;
  readonly at: Date;
  readonly tenant: string | undefined;
} & Told;

export type TaskChange = ChangeOf<
  "task",
  {
    /** Jobs are told of by their turns, and by `chunkFailed`. */
    readonly event: "submitted" | "ended" | "chunkFailed";
    readonly taskId: bigint;
    readonly taskKey: string | undefined;
    readonly type: string;
    readonly group: string;
    readonly queue: string;
    /** As it is when this is read. */
    readonly state: string;
    /** Of the chunk that failed. */
    readonly number: number | undefined;
    readonly code: string | undefined;
  }
>;

/** The turns of one tenant in one claim. */
export type DispatchChange = ChangeOf<
  "dispatch",
  {
    readonly queue: string;
    readonly entry: bigint;
    /** How many there were. */
    readonly count: number;
    /** The first of them, at most TOLD_TURNS_MAX. */
    readonly turns: readonly ToldTurn[];
  }
>;

export type ToldTurn = {
  readonly turn: bigint;
  readonly laneId: bigint;
  readonly group: string;
  readonly type: string;
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
};

export type LaneChangeTold = ChangeOf<
  "lane",
  {
    readonly event: "arrived" | "emptied" | "set" | "rested" | "forgotten";
    readonly queue: string;
    readonly laneId: bigint;
    /** Undefined when the lane is gone. */
    readonly level: "queue" | LaneLevel | undefined;
    readonly name: string | undefined;
    /** What was set: weight, isPaused, maxInFlight, rateUs, rateBurst. */
    readonly settings: unknown;
  }
>;

export type WorkerChange = ChangeOf<
  "worker",
  { readonly event: "came" | "stopped" | "absent"; readonly owner: string; readonly queues: readonly string[] }
>;

export type Change = TaskChange | DispatchChange | LaneChangeTold | WorkerChange;

export type ChangesPage = {
  readonly items: readonly Change[];
  /** Where to go on; also when there was nothing. */
  readonly next: string;
  /** There may be more at once. */
  readonly isFull: boolean;
  /** The place asked for is too long ago: what happened in between was passed over, so look at everything anew. */
  readonly hasGap: boolean;
};

type Untold<Kind> = Kind extends Change ? Omit<Kind, "id" | "at"> : never;

export type PlacedChange = { readonly place: ChangePlace; readonly change: Change };

export function placed(place: ChangePlace, told: Untold<Change>): PlacedChange {
  const at = new Date(Number(place.atUs / 1_000n));
  return { place, change: { ...told, id: writeChangeCursor(place), at } };
}

/** What one source had to tell, and up to when that is all. */
export type Told = {
  readonly changes: readonly PlacedChange[];
  /** Undefined when it told all that was asked for. */
  readonly cutAtUs: bigint | undefined;
};

export const NOTHING: Told = { changes: [], cutAtUs: undefined };

/** Whoever returned as many rows as the limit may have more, and is sure only of what came before the last one. */
export function cutAt(rows: readonly { readonly at_us: bigint }[], limit: number): bigint | undefined {
  const [first, last] = [rows[0]?.at_us, rows.at(-1)?.at_us];
  if (rows.length < limit || first === undefined || last === undefined) return undefined;
  return first < last ? last - 1n : last;
}

export type ChangePlace = {
  /** Microseconds since 1970. */
  readonly atUs: bigint;
  /** Tells apart what happened in one microsecond; "~" comes after all names. */
  readonly name: string;
};

export const AFTER_NAMES = "~";

export function writeChangeCursor({ atUs, name }: ChangePlace): string {
  return writeCursor(String(atUs), name);
}

export function readChangeCursor(text: string | undefined): ChangePlace | undefined {
  const place = paging.placeOf(text);
  if (place === undefined) return undefined;
  const [atUs, name] = place;
  if (typeof atUs !== "string" || !/^\d{1,17}$/.test(atUs) || typeof name !== "string") throw paging.unreadable();
  return { atUs: BigInt(atUs), name };
}

export function comparePlaces(a: ChangePlace, b: ChangePlace): number {
  if (a.atUs !== b.atUs) return a.atUs < b.atUs ? -1 : 1;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

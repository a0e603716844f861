/** Where a reader of live events stands: after an event, or after a time. One order over all kinds: time, then name. Pure. */
import { readCursor, unreadable, writeCursor } from "../page.ts";

export type ChangePlace = {
  /** Microseconds since 1970. */
  readonly atUs: bigint;
  /** Tells apart what happened in one microsecond; "~" comes after all names. */
  readonly name: string;
};

export const AFTER_NAMES = "~";

export function writePlace({ atUs, name }: ChangePlace): string {
  return writeCursor(String(atUs), name);
}

export function readPlace(text: string | undefined): ChangePlace | undefined {
  const place = readCursor(text);
  if (place === undefined) return undefined;
  const [atUs, name] = place;
  if (typeof atUs !== "string" || !/^\d{1,17}$/.test(atUs) || typeof name !== "string") throw unreadable();
  return { atUs: BigInt(atUs), name };
}

export function comparePlaces(a: ChangePlace, b: ChangePlace): number {
  if (a.atUs !== b.atUs) return a.atUs < b.atUs ? -1 : 1;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

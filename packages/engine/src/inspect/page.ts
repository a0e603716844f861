/** Defines limit, cursor and page of every list, and refuses those that are invalid. Pure. */
import { type ErrorDetails, RotaError } from "../errors.ts";

export const LISTED_MAX = 200;
export const DEFAULT_LISTED = 50;

/** Tenant, size and place of a page. */
export type PageWish = {
  /** Only what is this tenant's. Default: that of all. */
  readonly tenant?: string | undefined;
  /** Default DEFAULT_LISTED, at most LISTED_MAX. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
};

/** Page of a list. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /**
   * Where the next page begins; undefined when there is none. A page may be short, even empty, and have a next one: a
   * filter looks at a bounded number of rows for each page.
   */
  readonly next: string | undefined;
};

export function checkedLimit(limit: number = DEFAULT_LISTED): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= LISTED_MAX) return limit;
  throw inspectionRefusal(`limit (${String(limit)}) must be a whole number from 1 to ${String(LISTED_MAX)}`, {
    field: "limit",
  });
}

/** Says to nobody but us what it means, so that it may come to mean more. */
export function writeCursor(...place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Undefined when nothing was given. The caller checks what the parts are; `unreadableCursor` refuses them. */
export function readCursor(text: string | undefined): readonly unknown[] | undefined {
  if (text === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Array.isArray(place) && !place.some(isUnstorable)) return Array.from<unknown>(place);
  } catch {
    // refused below like any other text that is no cursor
  }
  throw unreadableCursor();
}

/** A text that is in no name of ours, and that PostgreSQL refuses. */
function isUnstorable(part: unknown): boolean {
  return typeof part === "string" && /\p{Cc}|\p{Cs}/u.test(part);
}

/** A cursor of one number, which may be larger than a double holds. */
export function readNumberCursor(text: string | undefined): bigint | undefined {
  const place = readCursor(text);
  if (place === undefined) return undefined;
  const [number] = place;
  if (typeof number === "string" && /^\d{1,18}$/.test(number)) return BigInt(number);
  throw unreadableCursor();
}

export function unreadableCursor(): RotaError {
  return inspectionRefusal("after cannot be read: give the next of the page before, or leave it out", {
    field: "after",
  });
}

export function inspectionRefusal(message: string, details: ErrorDetails): RotaError {
  return new RotaError("INSPECTION_INVALID", `cannot be listed: ${message}`, details);
}

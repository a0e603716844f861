/** Reads limits and cursors of lists, and writes the cursor of the next page. A cursor is opaque to callers. Pure. */
import { type ErrorDetails, makeRefusal, type Refusal, type RotaError } from "./errors.ts";

/** Page of a list. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /**
   * Where the next page begins; undefined when there is none. A page may be short, even empty, and have a next one: a
   * filter reads a bounded number of rows for each page.
   */
  readonly next: string | undefined;
};

/** Tenant, size and place of a page. */
export type PageQuery = {
  /** Default: the items of all tenants. */
  readonly tenant?: string | undefined;
  /** Default and maximum are those of the list. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
};

/** How a list is paged, and how it refuses what cannot be read. */
export type PagingRules = {
  readonly code: Refusal;
  /** Begins the message of a refusal, such as `cannot be listed`. */
  readonly refusal: string;
  readonly limit: number;
  readonly limitMax: number;
  /** The field that holds the cursor. Default `after`. */
  readonly field?: string;
};

/** Reads limit and cursor of a list by its rules. */
export type Paging = {
  /** The limit that was asked for, or the default. */
  limitOf(limit: number | undefined): number;
  /** The parts of a cursor, whose types the caller checks; undefined when no cursor was given. */
  placeOf(after: string | undefined): readonly unknown[] | undefined;
  /** A cursor of one number, which may be larger than a double holds. */
  numberOf(after: string | undefined): bigint | undefined;
  /** The refusal of a cursor that this list did not write. */
  unreadable(): RotaError;
  refuse(message: string, details: ErrorDetails): RotaError;
};

/**
 * Defines how a list is paged.
 *
 * @example const paging = definePaging({ code: "INSPECTION_INVALID", refusal: "cannot be listed", limit: 50, limitMax: 200 });
 */
export function definePaging({ code, refusal, limit: defaultLimit, limitMax, field = "after" }: PagingRules): Paging {
  const refuse = (message: string, details: ErrorDetails) => makeRefusal(code, `${refusal}: ${message}`, details);
  const unreadable = () =>
    refuse(`${field} cannot be read: give the next of the page before, or leave it out`, { field });
  const placeOf = (after: string | undefined): readonly unknown[] | undefined => {
    if (after === undefined) return undefined;
    const place = parsed(Buffer.from(after, "base64url").toString());
    if (!Array.isArray(place) || place.some(isUnstorable)) throw unreadable();
    return Array.from<unknown>(place);
  };
  return {
    limitOf(limit = defaultLimit) {
      if (Number.isInteger(limit) && limit >= 1 && limit <= limitMax) return limit;
      const message = `limit (${String(limit)}) must be a whole number from 1 to ${String(limitMax)}`;
      throw refuse(message, { field: "limit", limitMax });
    },
    placeOf,
    numberOf(after) {
      const place = placeOf(after);
      if (place === undefined) return undefined;
      const [number] = place;
      if (typeof number === "string" && /^\d{1,18}$/.test(number)) return BigInt(number);
      throw unreadable();
    },
    unreadable,
    refuse,
  };
}

/** Writes the cursor of a place: `placeOf` reads its parts again. */
export function writeCursor(...place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The cursor behind the last of the items that were read with a limit; undefined when they are not a full page. */
export function nextCursor<Item>(
  items: readonly Item[],
  limit: number,
  placeOf: (last: Item) => readonly (string | number)[],
): string | undefined {
  const last = items.length < limit ? undefined : items.at(-1);
  return last === undefined ? undefined : writeCursor(...placeOf(last));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused by the caller like any other text that is no cursor
  }
}

/** Text that is in no name of ours, and that PostgreSQL refuses. */
function isUnstorable(part: unknown): boolean {
  return typeof part === "string" && /\p{Cc}|\p{Cs}/u.test(part);
}

/** Lists entries of the audit log, page by page. */
import type { Queryable } from "../database/database.ts";
import { type ErrorDetails, RotaError } from "../errors.ts";
import type { AuditEntry, AuditFilter } from "./audit-entry.ts";
import { type AuditEntryRow, type AuditPlace, selectNewest, selectNewestOfAll, selectOldest } from "./audit-log.sql.ts";

export const AUDIT_LISTED_MAX = 1_000;
const DEFAULT_LISTED = 100;
/** The end of the year 9999. */
const TIME_MAX = 253_402_300_799_999;

export type AuditListing = {
  /** Default: all tenants. */
  readonly tenant?: string;
  /** Default: the newest. Only the log of one tenant can be read from its oldest entry on, and misses none that way. */
  readonly first?: "newest" | "oldest";
  /** The `next` of the page before. */
  readonly after?: string;
  /** Default 100, at most AUDIT_LISTED_MAX. */
  readonly limit?: number;
  readonly filter?: AuditFilter;
};

export type AuditPage = {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; undefined when this one is not full. */
  readonly next: string | undefined;
};

/** @example const { entries, next } = await listAudit(database, { tenant: "ann", filter: { actor: "bob" } }); */
export async function listAudit(on: Queryable, listing: AuditListing = {}): Promise<AuditPage> {
  const limit = checkedLimit(listing.limit ?? DEFAULT_LISTED);
  const rows = await on.query(statementFor(listing, limit));
  const entries = rows.map(toEntry);
  return { entries, next: entries.length < limit ? undefined : writeCursor(entries.at(-1)) };
}

function statementFor({ tenant, first = "newest", after, filter = {} }: AuditListing, limit: number) {
  const place = after === undefined ? undefined : readCursor(after);
  if (tenant === undefined && first === "oldest")
    throw refusal('the oldest first is for one tenant only: give a tenant, or first "newest"', { field: "first" });
  if (tenant === undefined) return selectNewestOfAll({ below: place, filter, limit });
  if (place !== undefined && place.tenant !== tenant)
    throw refusal("after is of another tenant: give the next of a page of the same list", { field: "after" });
  return first === "newest"
    ? selectNewest({ tenant, below: place?.number ?? null, filter, limit })
    : selectOldest({ tenant, above: place?.number ?? 0, filter, limit });
}

function toEntry(row: AuditEntryRow): AuditEntry {
  return {
    tenant: row.tenant,
    number: Number(row.number),
    at: row.at,
    actor: row.actor,
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id },
    details: row.details,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

/** Says to nobody but us what it means, so that it may come to mean more. */
function writeCursor(entry: AuditEntry | undefined): string | undefined {
  if (entry === undefined) return undefined;
  return Buffer.from(JSON.stringify([entry.at.getTime(), entry.number, entry.tenant])).toString("base64url");
}

function readCursor(text: string): AuditPlace {
  const [at, number, tenant] = readList(Buffer.from(text, "base64url").toString());
  const isNumbered = typeof number === "number" && Number.isSafeInteger(number);
  const isTimed = typeof at === "number" && at >= 0 && at <= TIME_MAX;
  const isNamed = typeof tenant === "string" && !/\p{Cc}|\p{Cs}/u.test(tenant);
  if (isNumbered && isTimed && isNamed) return { at: new Date(at), number, tenant };
  throw refusal("after cannot be read: give the next of the page before, or leave it out", { field: "after" });
}

function readList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // refused by the caller like any other text that is no cursor
  }
}

function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= AUDIT_LISTED_MAX) return limit;
  const message = `limit (${String(limit)}) must be a whole number from 1 to ${String(AUDIT_LISTED_MAX)}`;
  throw refusal(message, { field: "limit", limitMax: AUDIT_LISTED_MAX });
}

function refusal(message: string, details: ErrorDetails): RotaError {
  return new RotaError("AUDIT_QUERY_INVALID", `the audit log cannot be listed: ${message}`, details);
}

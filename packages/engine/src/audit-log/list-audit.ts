/** Lists entries of the audit log, page by page. */
import type { Queryable } from "../database/database.ts";
import { definePaging, nextCursor } from "../paging.ts";
import type { AuditEntry, AuditFilter } from "./audit-entry.ts";
import { type AuditEntryRow, type AuditPlace, selectNewest, selectNewestOfAll, selectOldest } from "./audit-log.sql.ts";

export const AUDIT_LISTED_MAX = 1_000;
const paging = definePaging({
  code: "AUDIT_QUERY_INVALID",
  refusal: "the audit log cannot be listed",
  limit: 100,
  limitMax: AUDIT_LISTED_MAX,
});
/** Latest time of a cursor: the end of the year 9999. */
const TIME_MAX = 253_402_300_799_999;

/** Query for entries of the audit log. */
export type AuditListing = {
  /** Tenant. Default: all tenants. */
  readonly tenant?: string;
  /** First entry. Default: the newest. Only the log of one tenant can be read from its oldest entry, which misses none. */
  readonly first?: "newest" | "oldest";
  /** `next` of the previous page. */
  readonly after?: string;
  /** Default 100, at most AUDIT_LISTED_MAX. */
  readonly limit?: number;
  readonly filter?: AuditFilter;
};

/** Page of entries of the audit log. */
export type AuditPage = {
  readonly entries: readonly AuditEntry[];
  /** Cursor of the next page; undefined when this one is not full. */
  readonly next: string | undefined;
};

/**
 * Lists entries of the audit log.
 *
 * @example const { entries, next } = await listAudit(database, { tenant: "ann", filter: { actor: "bob" } });
 */
export async function listAudit(on: Queryable, listing: AuditListing = {}): Promise<AuditPage> {
  const limit = paging.limitOf(listing.limit);
  const rows = await on.query(statementFor(listing, limit));
  const entries = rows.map(toEntry);
  return { entries, next: nextCursor(entries, limit, ({ at, number, tenant }) => [at.getTime(), number, tenant]) };
}

function statementFor({ tenant, first = "newest", after, filter = {} }: AuditListing, limit: number) {
  const place = after === undefined ? undefined : placeOf(after);
  if (tenant === undefined && first === "oldest")
    throw paging.refuse('the oldest first is for one tenant only: give a tenant, or first "newest"', {
      field: "first",
    });
  if (tenant === undefined) return selectNewestOfAll({ below: place, filter, limit });
  if (place !== undefined && place.tenant !== tenant)
    throw paging.refuse("after is of another tenant: give the next of a page of the same list", { field: "after" });
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

function placeOf(after: string): AuditPlace {
  const [at, number, tenant] = paging.placeOf(after) ?? [];
  const isNumbered = typeof number === "number" && Number.isSafeInteger(number);
  const isTimed = typeof at === "number" && at >= 0 && at <= TIME_MAX;
  if (isNumbered && isTimed && typeof tenant === "string") return { at: new Date(at), number, tenant };
  throw paging.unreadable();
}

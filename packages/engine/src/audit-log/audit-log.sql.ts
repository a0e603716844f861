/** Statements of the audit log; those that append use texts only, for transactions of any driver. */
import { sql } from "../database/sql.ts";
import type { AuditFilter } from "./audit-entry.ts";

export type LockedHeadRow = { tenant: string; number: string; hash: string | null; at: string };

/** Locks the chains of the tenants until the transaction ends. Returns one row for each: its newest entry, and the time of its next. */
export const lockHeads = (tenants: readonly string[]) => sql<LockedHeadRow>`
  select tenant, number::text, encode(hash, 'hex') as hash,
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from rota.lock_audit_heads(${tenants}::text[])`;

export type AppendedRow = {
  readonly tenant: string;
  readonly number: number;
  readonly at: string;
  readonly actor: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detailsText: string;
  readonly previousHash: string | null;
  readonly hash: string;
};

/** Appends entries, and moves the heads that the transaction has locked to the last of each tenant. Returns nothing. */
export const appendRows = (rows: readonly AppendedRow[], lastRows: readonly AppendedRow[]) => sql<never>`
  with appended as (
    insert into rota.audit_log (tenant, number, at, actor, action, subject_type, subject_id, details, previous_hash, hash)
    select tenant, number, at, actor, action, subject_type, subject_id, details::json, decode(previous_hash, 'hex'), decode(hash, 'hex')
      from unnest(${rows.map((row) => row.tenant)}::text[],
                  ${rows.map((row) => row.number)}::bigint[],
                  ${rows.map((row) => row.at)}::timestamptz[],
                  ${rows.map((row) => row.actor)}::text[],
                  ${rows.map((row) => row.action)}::text[],
                  ${rows.map((row) => row.subjectType)}::text[],
                  ${rows.map((row) => row.subjectId)}::text[],
                  ${rows.map((row) => row.detailsText)}::text[],
                  ${rows.map((row) => row.previousHash)}::text[],
                  ${rows.map((row) => row.hash)}::text[])
        as given (tenant, number, at, actor, action, subject_type, subject_id, details, previous_hash, hash)
  )
  update rota.audit_heads as head
     set number = last.number, hash = decode(last.hash, 'hex'), at = last.at
    from unnest(${lastRows.map((row) => row.tenant)}::text[],
                ${lastRows.map((row) => row.number)}::bigint[],
                ${lastRows.map((row) => row.hash)}::text[],
                ${lastRows.map((row) => row.at)}::timestamptz[])
      as last (tenant, number, hash, at)
   where head.tenant = last.tenant`;

export type AuditEntryRow = {
  tenant: string;
  number: bigint;
  at: Date;
  actor: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  details: unknown;
  previous_hash: string | null;
  hash: string;
};

type Listing = { readonly filter: AuditFilter; readonly limit: number };

/** Returns entries of a tenant below a number, the newest first. */
export const selectNewest = ({ tenant, below, filter, limit }: Listing & { tenant: string; below: number | null }) =>
  sql<AuditEntryRow>`
  select tenant, number, at, actor, action, subject_type, subject_id, details,
         encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
    from rota.audit_log
   where tenant = ${tenant} and number < coalesce(${below}::bigint, 9223372036854775807)
     and (${filter.actor ?? null}::text is null or actor = ${filter.actor ?? null})
     and (${filter.action ?? null}::text is null or action = ${filter.action ?? null})
     and (${filter.subject?.type ?? null}::text is null or subject_type = ${filter.subject?.type ?? null})
     and (${filter.subject?.id ?? null}::text is null or subject_id = ${filter.subject?.id ?? null})
     and at >= coalesce(${filter.from ?? null}::timestamptz, '-infinity')
     and at < coalesce(${filter.before ?? null}::timestamptz, 'infinity')
   order by audit_log.number desc limit ${limit}`;

/** Returns entries of a tenant above a number, the oldest first. */
export const selectOldest = ({ tenant, above, filter, limit }: Listing & { tenant: string; above: number }) =>
  sql<AuditEntryRow>`
  select tenant, number, at, actor, action, subject_type, subject_id, details,
         encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
    from rota.audit_log
   where tenant = ${tenant} and number > ${above}::bigint
     and (${filter.actor ?? null}::text is null or actor = ${filter.actor ?? null})
     and (${filter.action ?? null}::text is null or action = ${filter.action ?? null})
     and (${filter.subject?.type ?? null}::text is null or subject_type = ${filter.subject?.type ?? null})
     and (${filter.subject?.id ?? null}::text is null or subject_id = ${filter.subject?.id ?? null})
     and at >= coalesce(${filter.from ?? null}::timestamptz, '-infinity')
     and at < coalesce(${filter.before ?? null}::timestamptz, 'infinity')
   order by audit_log.number limit ${limit}`;

export type AuditPlace = { readonly at: Date; readonly tenant: string; readonly number: number };

/** Returns entries of all tenants before a place in time, the newest first. */
export const selectNewestOfAll = ({
  below,
  filter,
  limit,
}: Listing & { below: AuditPlace | undefined }) => sql<AuditEntryRow>`
  select tenant, number, at, actor, action, subject_type, subject_id, details,
         encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
    from rota.audit_log
   where (at, tenant, number) < (coalesce(${below?.at ?? null}::timestamptz, 'infinity'), ${below?.tenant ?? ""}, ${below?.number ?? 0}::bigint)
     and (${filter.actor ?? null}::text is null or actor = ${filter.actor ?? null})
     and (${filter.action ?? null}::text is null or action = ${filter.action ?? null})
     and (${filter.subject?.type ?? null}::text is null or subject_type = ${filter.subject?.type ?? null})
     and (${filter.subject?.id ?? null}::text is null or subject_id = ${filter.subject?.id ?? null})
     and at >= coalesce(${filter.from ?? null}::timestamptz, '-infinity')
     and at < coalesce(${filter.before ?? null}::timestamptz, 'infinity')
   order by audit_log.at desc, audit_log.tenant desc, audit_log.number desc limit ${limit}`;

export type LinkRow = {
  number: bigint;
  at: string;
  actor: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  details_hash: string;
  previous_hash: string | null;
  hash: string;
};

/** Returns the hashed fields of a tenant's entries above a number and up to another, in order; details as their hash. */
export const selectLinks = (span: { tenant: string; above: number; upTo: number; limit: number }) => sql<LinkRow>`
  select number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, actor, action, subject_type, subject_id,
         encode(sha256(convert_to(details::text, 'UTF8')), 'hex') as details_hash,
         encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
    from rota.audit_log
   where tenant = ${span.tenant} and number > ${span.above}::bigint and number <= ${span.upTo}::bigint
   order by audit_log.number limit ${span.limit}`;

export type AuditHeadRow = { tenant: string; number: bigint; hash: string; at: Date };

/** Returns the newest entry of a tenant; no row: it has none. */
export const selectAuditHead = (tenant: string) => sql<AuditHeadRow>`
  select tenant, number, encode(hash, 'hex') as hash, at from rota.audit_heads where tenant = ${tenant} and number > 0`;

/** Returns the newest entry of each tenant after the given one, by tenant. */
export const selectHeads = ({ after, limit }: { after: string; limit: number }) => sql<AuditHeadRow>`
  select tenant, number, encode(hash, 'hex') as hash, at
    from rota.audit_heads
   where tenant > ${after} and number > 0
   order by tenant limit ${limit}`;

/** Returns the tenants after the given one that have entries or a head, in order. */
export const selectTenants = ({ after, limit }: { after: string; limit: number }) => sql<{ tenant: string }>`
  with recursive logged (tenant) as (
    select min(tenant) from rota.audit_log where tenant > ${after}
    union all
    select (select min(tenant) from rota.audit_log where audit_log.tenant > logged.tenant) from logged where tenant is not null)
  (select tenant from logged where tenant is not null limit ${limit})
  union
  (select tenant from rota.audit_heads where tenant > ${after} order by tenant limit ${limit})
  order by tenant limit ${limit}`;

/** Returns one row: the first entry of a tenant after its head, or null. */
export const findBeyondHead = (tenant: string) => sql<{ number: bigint | null }>`
  select min(number) as number
    from rota.audit_log
   where tenant = ${tenant} and number > coalesce((select number from rota.audit_heads where tenant = ${tenant}), 0)`;

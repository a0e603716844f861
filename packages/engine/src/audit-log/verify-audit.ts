/** Verifies the audit log: computes every hash again and compares chains, numbers and heads, a page at a time. */
import { type ChainCheck, type ChainDifference, type ChainLink, createChainCheck } from "@rota/proofs";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { hashedEntry } from "./audit-entry.ts";
import { type AuditHead, exportAuditHead } from "./audit-heads.ts";
import { findBeyondHead, type LinkRow, selectLinks, selectTenants } from "./audit-log.sql.ts";

export type AuditVerification = {
  /** Default: all tenants, and those that only `heads` know of. */
  readonly tenant?: string | undefined;
  /** What was exported earlier: without it, a log that was cut off or written anew together with its heads looks like any other. */
  readonly heads?: readonly AuditHead[] | undefined;
  /** Ends the verification between two pages, with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: AuditVerificationProgress) => void) | undefined;
};

export type AuditVerificationProgress = {
  readonly tenant: string;
  readonly number: number;
  readonly lastNumber: number;
};

export type AuditVerificationReport = {
  readonly tenants: number;
  /** How many were found right. */
  readonly entries: number;
  /** The first difference of each tenant that has one, of DIFFERENCES_MAX tenants at most. */
  readonly differences: readonly AuditDifference[];
  /** How many tenants have a difference. */
  readonly differing: number;
};

export type AuditDifference = { readonly tenant: string } & (
  | ChainDifference
  /** An entry was added without moving the head: not by this program. */
  | { readonly kind: "BEYOND_HEAD"; readonly number: number }
);

export const DIFFERENCES_MAX = 100;
/** Entries that are in memory at once, without their details. */
const PAGE_ENTRIES = 1_000;
const PAGE_TENANTS = 100;

/** Reads each tenant up to the entry that is its newest when it begins; others go on appending meanwhile. */
export async function verifyAudit(on: Queryable, wish: AuditVerification = {}): Promise<AuditVerificationReport> {
  refuseOtherTenants(wish);
  const counts = { tenants: 0, entries: 0, differing: 0 };
  const differences: AuditDifference[] = [];
  for await (const tenant of tenantsToVerify(on, wish)) {
    const { entries, difference } = await verifyTenant({ on, wish, tenant });
    counts.tenants++;
    counts.entries += entries;
    if (difference === undefined) continue;
    counts.differing++;
    if (differences.length < DIFFERENCES_MAX) differences.push(difference);
  }
  return { ...counts, differences };
}

/** Heads that vouch for nothing would be taken for a proof. */
function refuseOtherTenants({ tenant, heads = [] }: AuditVerification): void {
  if (tenant === undefined || heads.length === 0 || heads.some((head) => head.tenant === tenant)) return;
  const message = `none of the heads is of tenant ${JSON.stringify(tenant)}: give one of the same tenant`;
  throw new RotaError("AUDIT_HEAD_INVALID", message, { tenant });
}

async function* tenantsToVerify(on: Queryable, { tenant, heads = [] }: AuditVerification): AsyncGenerator<string> {
  if (tenant !== undefined) {
    yield tenant;
    return;
  }
  const onlyInHeads = new Set(heads.map((head) => head.tenant));
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: readonly { tenant: string }[] = await on.query(selectTenants({ after, limit: PAGE_TENANTS }));
    for (const row of page) {
      onlyInHeads.delete(row.tenant);
      yield row.tenant;
    }
    after = page.length < PAGE_TENANTS ? undefined : page.at(-1)?.tenant;
  }
  yield* onlyInHeads;
}

type Work = { readonly on: Queryable; readonly wish: AuditVerification; readonly tenant: string };
type Verified = { readonly entries: number; readonly difference: AuditDifference | undefined };

async function verifyTenant(work: Work): Promise<Verified> {
  const { on, wish, tenant } = work;
  wish.signal?.throwIfAborted();
  const stored = await exportAuditHead(on, tenant);
  const known = wish.heads?.filter((head) => head.tenant === tenant) ?? [];
  const check = createChainCheck({ heads: stored === undefined ? known : [...known, stored] });
  const found = (await verifyPages(work, check, stored?.number ?? 0)) ?? check.end();
  const difference = found === undefined ? await beyondHead(on, tenant) : { tenant, ...found };
  return { entries: check.last?.number ?? 0, difference };
}

async function verifyPages(work: Work, check: ChainCheck, lastNumber: number): Promise<ChainDifference | undefined> {
  const { on, wish, tenant } = work;
  for (let above = 0; above < lastNumber; above = check.last?.number ?? lastNumber) {
    wish.signal?.throwIfAborted();
    const page = await on.query(selectLinks({ tenant, above, upTo: lastNumber, limit: PAGE_ENTRIES }));
    for (const row of page) {
      const difference = check.add(toLink(tenant, row));
      if (difference !== undefined) return difference;
    }
    if (page.length === 0) return undefined; // cut off: what the check says at its end
    wish.onProgress?.({ tenant, number: check.last?.number ?? 0, lastNumber });
  }
  return undefined;
}

function toLink(tenant: string, row: LinkRow): ChainLink {
  const { actor, action, details_hash: detailsHash, previous_hash: previousHash, hash } = row;
  const subject = { type: row.subject_type, id: row.subject_id };
  // Microseconds, which no entry was written with, are left in the text and so in the hash.
  const at = `${row.at.replace(/000$/, "")}Z`;
  const entry = hashedEntry({ tenant, number: Number(row.number), at, actor, action, subject, detailsHash });
  return { entry, previousHash, hash };
}

async function beyondHead(on: Queryable, tenant: string): Promise<AuditDifference | undefined> {
  const [row] = await on.query(findBeyondHead(tenant));
  if (row === undefined || row.number === null) return undefined;
  return { tenant, kind: "BEYOND_HEAD", number: Number(row.number) };
}

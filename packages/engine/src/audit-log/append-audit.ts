/** Appends to the audit log in the caller's transaction, or in one that it opens on a database: what was done and its entry become visible together. */
import { chainHash, sha256Hex } from "@rota/proofs";
import type { Database, Queryable } from "../database/database.ts";
import { type AuditEntry, hashedEntry, type NewAuditEntry } from "./audit-entry.ts";
import { type AppendedRow, appendRows, lockHeads, type LockedHeadRow } from "./audit-log.sql.ts";
import { checkEntries, type CheckedEntry } from "./check-entry.ts";

/**
 * The chain of the tenant is held until the transaction ends, so append late in it, and in transactions that are short.
 *
 * @returns the entry as it was stored.
 * @example await appendAudit(tx, { tenant, actor: "ann", action: "endpoint.disabled", subject: { type: "endpoint", id } });
 */
export async function appendAudit(on: Queryable, entry: NewAuditEntry): Promise<AuditEntry> {
  const [appended] = await appendAudits(on, [entry]);
  if (appended === undefined) throw new Error("an entry was given and none was appended");
  return appended;
}

/**
 * Appends all or none, in two statements however many they are. Entries may be of several tenants; those that append for
 * the same ones in one call each never wait for each other in a ring.
 *
 * @returns the entries in the order in which they were given.
 */
export async function appendAudits(on: Queryable, entries: readonly NewAuditEntry[]): Promise<AuditEntry[]> {
  const checked = checkEntries(entries);
  if (checked.length === 0) return [];
  return isDatabase(on) ? on.transaction((tx) => append(tx, checked)) : append(on, checked);
}

async function append(tx: Queryable, entries: readonly CheckedEntry[]): Promise<AuditEntry[]> {
  const heads = await tx.query(lockHeads([...new Set(entries.map(({ tenant }) => tenant))]));
  const rows = chain(heads, entries);
  const lastRows = new Map(rows.map((row) => [row.tenant, row]));
  await tx.query(appendRows(rows, [...lastRows.values()]));
  return rows.map((row, index) => toEntry(row, entries[index]?.details));
}

/** Gives each entry its number and its hash, after the head of its tenant. */
function chain(heads: readonly LockedHeadRow[], entries: readonly CheckedEntry[]): AppendedRow[] {
  const last = new Map(heads.map((head) => [head.tenant, { ...head, number: Number(head.number) }]));
  return entries.map(({ tenant, actor, action, subject, detailsText }) => {
    const before = last.get(tenant);
    if (before === undefined) throw new Error(`the head of tenant ${JSON.stringify(tenant)} was not locked`);
    const { at, hash: previousHash } = before;
    const number = before.number + 1;
    const fields = { tenant, number, at, actor, action, subject, detailsHash: sha256Hex(detailsText) };
    const hash = chainHash(previousHash, hashedEntry(fields));
    last.set(tenant, { tenant, number, hash, at });
    const { type: subjectType, id: subjectId } = subject;
    return { tenant, number, at, actor, action, subjectType, subjectId, detailsText, previousHash, hash };
  });
}

function toEntry(row: AppendedRow, details: unknown): AuditEntry {
  const { tenant, number, at, actor, action, subjectType, subjectId, previousHash, hash } = row;
  const subject = { type: subjectType, id: subjectId };
  return { tenant, number, at: new Date(at), actor, action, subject, details, previousHash, hash };
}

/** A transaction has no way to listen. */
function isDatabase(on: Queryable): on is Database {
  return "listen" in on;
}

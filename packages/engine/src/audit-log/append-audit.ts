/** Validates entries and appends them to the audit log in the caller's transaction or in one of its own. */
import { canonicalJson, chainHash, NotJsonError, sha256Hex } from "@rota/proofs";
import type { Database, Queryable } from "../database/database.ts";
import { type ErrorDetails, RotaError } from "../errors.ts";
import {
  APPENDED_MAX,
  AUDIT_NAME_BYTES_MAX,
  type AuditEntry,
  DETAILS_BYTES_MAX,
  hashedEntry,
  type NewAuditEntry,
} from "./audit-entry.ts";
import { type AppendedRow, appendRows, type LockedHeadRow, lockHeads } from "./audit-log.sql.ts";

/**
 * Appends an entry to the audit log of a tenant. The chain of the tenant is locked until the transaction ends, so append late
 * in it, and in short transactions.
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
 * Appends all entries or none, in two statements. Entries may be of several tenants; calls that append for the same
 * tenants never deadlock.
 *
 * @returns the entries in the given order.
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

/** Assigns each entry its number and its hash, after the head of its tenant. */
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

/** Returns whether the queryable is a transaction, which has no way to listen. */
function isDatabase(on: Queryable): on is Database {
  return "listen" in on;
}

type CheckedEntry = Required<NewAuditEntry> & {
  /** Details as canonical JSON. */
  readonly detailsText: string;
};

function checkEntries(entries: readonly NewAuditEntry[]): CheckedEntry[] {
  if (entries.length > APPENDED_MAX)
    throw refusal(`${String(entries.length)} entries at once; at most ${String(APPENDED_MAX)} are allowed`, {
      entries: entries.length,
      entriesMax: APPENDED_MAX,
    });
  return entries.map(checkEntry);
}

function checkEntry({ tenant, actor, action, subject, details = null }: NewAuditEntry): CheckedEntry {
  checkName("tenant", tenant);
  if (actor !== null) checkName("actor", actor);
  checkName("action", action);
  checkName("subject.type", subject.type);
  checkName("subject.id", subject.id);
  return { tenant, actor, action, subject, details, detailsText: checkedDetails(details) };
}

/** Checks a name. Names are listed, searched and shown, so they are short and have one line. */
function checkName(field: string, name: unknown): void {
  if (typeof name !== "string" || name === "") throw refusal(`${field} must be a text that is not empty`, { field });
  const bytes = Buffer.byteLength(name);
  if (bytes > AUDIT_NAME_BYTES_MAX)
    throw refusal(`${field} has ${String(bytes)} bytes, at most ${String(AUDIT_NAME_BYTES_MAX)} are allowed`, {
      field,
      bytes,
      bytesMax: AUDIT_NAME_BYTES_MAX,
    });
  if (/\p{Cc}|\p{Cs}/u.test(name))
    throw refusal(`${field} ${JSON.stringify(name)} holds a control character or half of a surrogate pair`, { field });
}

function checkedDetails(details: unknown): string {
  const text = detailsText(details);
  const bytes = Buffer.byteLength(text);
  if (bytes <= DETAILS_BYTES_MAX) return text;
  const message = `details have ${String(bytes)} bytes as JSON, at most ${String(DETAILS_BYTES_MAX)} are allowed: store them elsewhere and give their hash`;
  throw refusal(message, { field: "details", bytes, bytesMax: DETAILS_BYTES_MAX });
}

function detailsText(details: unknown): string {
  try {
    return canonicalJson(details);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    throw refusal(`details: ${error.message}`, { field: "details", path: error.path }, error);
  }
}

function refusal(message: string, details: ErrorDetails, cause?: unknown): RotaError {
  return new RotaError("AUDIT_ENTRY_INVALID", `an audit entry was refused: ${message}`, details, { cause });
}

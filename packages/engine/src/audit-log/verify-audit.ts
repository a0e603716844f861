/** Verifies the audit log against its hashes and exported heads, and describes each difference. */
import { type ChainCheck, type ChainDifference, type ChainLink, createChainCheck } from "@rota/proofs";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { hashedEntry } from "./audit-entry.ts";
import {
  type AuditHeadRow,
  findBeyondHead,
  type LinkRow,
  selectAuditHead,
  selectHeads,
  selectLinks,
  selectTenants,
} from "./audit-log.sql.ts";

export type AuditVerification = {
  /** Tenant. Default: all tenants, including those that only `heads` contain. */
  readonly tenant?: string | undefined;
  /** Heads that were exported earlier. Without them a log that was cut off or rewritten together with its head is not detected. */
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
  /** Number of correct entries. */
  readonly entries: number;
  /** First difference of each tenant that has one, for at most DIFFERENCES_MAX tenants. */
  readonly differences: readonly AuditDifference[];
  /** Number of tenants with a difference. */
  readonly differing: number;
};

export type AuditDifference = { readonly tenant: string } & (
  | ChainDifference
  /** An entry was added without moving the head, which this program never does. */
  | { readonly kind: "BEYOND_HEAD"; readonly number: number }
);

export const DIFFERENCES_MAX = 100;
/** Maximum number of entries in memory, without their details. */
const PAGE_ENTRIES = 1_000;
const PAGE_TENANTS = 100;

/** Verifies each tenant up to the entry that is its newest at the start. Other processes continue to append meanwhile. */
export async function verifyAudit(on: Queryable, options: AuditVerification = {}): Promise<AuditVerificationReport> {
  refuseOtherTenants(options);
  const counts = { tenants: 0, entries: 0, differing: 0 };
  const differences: AuditDifference[] = [];
  for await (const tenant of tenantsToVerify(on, options)) {
    const { entries, difference } = await verifyTenant({ on, options, tenant });
    counts.tenants++;
    counts.entries += entries;
    if (difference === undefined) continue;
    counts.differing++;
    if (differences.length < DIFFERENCES_MAX) differences.push(difference);
  }
  return { ...counts, differences };
}

/** Refuses heads of other tenants only: they would prove nothing, yet seem to. */
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

type Work = { readonly on: Queryable; readonly options: AuditVerification; readonly tenant: string };
type Verified = { readonly entries: number; readonly difference: AuditDifference | undefined };

async function verifyTenant(work: Work): Promise<Verified> {
  const { on, options, tenant } = work;
  options.signal?.throwIfAborted();
  const stored = await exportAuditHead(on, tenant);
  const known = options.heads?.filter((head) => head.tenant === tenant) ?? [];
  const check = createChainCheck({ heads: stored === undefined ? known : [...known, stored] });
  const found = (await verifyPages(work, check, stored?.number ?? 0)) ?? check.end();
  const difference = found === undefined ? await beyondHead(on, tenant) : { tenant, ...found };
  return { entries: check.last?.number ?? 0, difference };
}

async function verifyPages(work: Work, check: ChainCheck, lastNumber: number): Promise<ChainDifference | undefined> {
  const { on, options, tenant } = work;
  for (let above = 0; above < lastNumber; above = check.last?.number ?? lastNumber) {
    options.signal?.throwIfAborted();
    const page = await on.query(selectLinks({ tenant, above, upTo: lastNumber, limit: PAGE_ENTRIES }));
    for (const row of page) {
      const difference = check.add(toLink(tenant, row));
      if (difference !== undefined) return difference;
    }
    if (page.length === 0) return undefined; // cut off: the end of the check reports it
    options.onProgress?.({ tenant, number: check.last?.number ?? 0, lastNumber });
  }
  return undefined;
}

function toLink(tenant: string, row: LinkRow): ChainLink {
  const { actor, action, details_hash: detailsHash, previous_hash: previousHash, hash } = row;
  const subject = { type: row.subject_type, id: row.subject_id };
  // No entry is written with microseconds. If there are some, they stay in the text and so change the hash.
  const at = `${row.at.replace(/000$/, "")}Z`;
  const entry = hashedEntry({ tenant, number: Number(row.number), at, actor, action, subject, detailsHash });
  return { entry, previousHash, hash };
}

async function beyondHead(on: Queryable, tenant: string): Promise<AuditDifference | undefined> {
  const [row] = await on.query(findBeyondHead(tenant));
  if (row === undefined || row.number === null) return undefined;
  return { tenant, kind: "BEYOND_HEAD", number: Number(row.number) };
}

/** Newest entry of a tenant. Its hash covers every entry before it. */
export type AuditHead = {
  readonly tenant: string;
  readonly number: number;
  /** Hash as hexadecimal digits. */
  readonly hash: string;
};

const PAGE_HEADS = 1_000;

/** Returns the head of a tenant; undefined when it has no entry. */
export async function exportAuditHead(on: Queryable, tenant: string): Promise<AuditHead | undefined> {
  const [row] = await on.query(selectAuditHead(tenant));
  return row === undefined ? undefined : toHead(row);
}

/** Returns the heads of all tenants, by tenant, read in pages. */
export async function* exportAuditHeads(on: Queryable): AsyncGenerator<AuditHead, void, undefined> {
  let after = "";
  for (;;) {
    const rows = await on.query(selectHeads({ after, limit: PAGE_HEADS }));
    for (const row of rows) yield toHead(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_HEADS) return;
    after = last.tenant;
  }
}

/** Reads exported heads, one line of JSON each. A tenant may have several, of different times. */
export function parseAuditHeads(text: string): AuditHead[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw refusal("it is empty");
  return lines.map((line, index) => parseLine(line, index + 1));
}

function parseLine(line: string, number: number): AuditHead {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw refusal(`line ${String(number)} is no json`, cause);
  }
  if (isHead(value)) return { tenant: value.tenant, number: value.number, hash: value.hash };
  throw refusal(`line ${String(number)} lacks a tenant, a number from 1 on, or a hash of 64 hexadecimal digits`);
}

function isHead(value: unknown): value is AuditHead {
  if (typeof value !== "object" || value === null) return false;
  if (!("tenant" in value && "number" in value && "hash" in value)) return false;
  const { tenant, number, hash } = value;
  const isNumbered = typeof number === "number" && Number.isSafeInteger(number) && number >= 1;
  return isNumbered && typeof tenant === "string" && typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash);
}

function toHead({ tenant, number, hash }: AuditHeadRow): AuditHead {
  return { tenant, number: Number(number), hash };
}

function refusal(reason: string, cause?: unknown): RotaError {
  const message = `this holds no heads of the audit log: ${reason}; give what rota audit-log head printed`;
  return new RotaError("AUDIT_HEAD_INVALID", message, {}, { cause });
}

export function describeAuditDifference(difference: AuditDifference): string {
  const { tenant, number } = difference;
  return `tenant ${tenant}, entry ${String(number)}: ${describe(difference)}`;
}

function describe(difference: AuditDifference): string {
  switch (difference.kind) {
    case "CHANGED":
      return `it was changed after it was written (${hashes(difference)})`;
    case "UNLINKED":
      return `it does not follow the entry before it: one of the two was put in place of another (${hashes(difference)})`;
    case "MISSING":
      return "it is missing";
    case "OUT_OF_ORDER":
      return `it stands where entry ${String(difference.expected)} should`;
    case "CUT_OFF":
      return `the log ends with entry ${String(difference.last)}: its end was cut off`;
    case "REWRITTEN":
      return `the log is another one than the head is of: it was written anew (${hashes(difference)})`;
    case "BEYOND_HEAD":
      return "it was added behind the head of the log, not by Rota";
  }
}

function hashes({ expected, found }: { readonly expected: string; readonly found: string }): string {
  return `expected ${expected}, found ${found}`;
}

/** Defines entries of the audit log, their limits, and the fields that their hash covers. Pure. */
import { canonicalJson, type ChainLink, sha256Hex } from "@rota/proofs";

/** Who did what to what. */
export type NewAuditEntry = {
  readonly tenant: string;
  /** Null: the system itself. */
  readonly actor: string | null;
  /** Such as `dead-letter.discarded`. */
  readonly action: string;
  readonly subject: AuditSubject;
  /** Anything that JSON can hold, up to DETAILS_BYTES_MAX; null when left out. Kept for good: no secrets. */
  readonly details?: unknown;
};

/** Subject of an audit entry, such as a webhook endpoint and its id. */
export type AuditSubject = { readonly type: string; readonly id: string };

/** An entry as it was stored. */
export type AuditEntry = {
  readonly tenant: string;
  /** From 1 and without gaps in each tenant. */
  readonly number: number;
  /** By the clock of the database; never before the entry before it. */
  readonly at: Date;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: AuditSubject;
  readonly details: unknown;
  /** Of the tenant's entry before it; null for the first. Hexadecimal digits. */
  readonly previousHash: string | null;
  readonly hash: string;
};

/** Which entries are asked for: every field that is given must fit. */
export type AuditFilter = {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: { readonly type: string; readonly id?: string };
  /** Entries at this time and later. */
  readonly from?: Date;
  /** Entries earlier than this time. */
  readonly before?: Date;
};

/** Of a tenant, an actor, an action, and the type and the id of a subject. */
export const AUDIT_NAME_BYTES_MAX = 300;
/** As canonical JSON. What is larger is stored elsewhere and named here, with its hash. */
export const DETAILS_BYTES_MAX = 65_536;
/** Entries that are appended by one call. */
export const APPENDED_MAX = 1_000;

/** Says which form an entry was hashed in. */
const FORMAT = "ROTA-AUDIT-1";

/** What the hash covers besides the hash before it; details by their own hash, so that they need not be at hand. */
export type HashedFields = Omit<AuditEntry, "at" | "details" | "hash" | "previousHash"> & {
  /** As `toISOString` writes it. */
  readonly at: string;
  readonly detailsHash: string;
};

/** The entry under the names that the hash covers. */
export function hashedEntry({ tenant, number, at, actor, action, subject, detailsHash }: HashedFields) {
  const { type, id } = subject;
  return { format: FORMAT, tenant, number, at, actor, action, subject: { type, id }, details_hash: detailsHash };
}

/**
 * Makes of an entry what `verifyChain` of @rota/proofs takes, so that a list can be checked without a database.
 *
 * @example verifyChain(entries.map(auditChainLink))
 */
export function auditChainLink(entry: AuditEntry): ChainLink {
  const { at, details, previousHash, hash, ...fields } = entry;
  const detailsHash = sha256Hex(canonicalJson(details));
  return { entry: hashedEntry({ ...fields, at: at.toISOString(), detailsHash }), previousHash, hash };
}

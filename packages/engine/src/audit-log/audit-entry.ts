/** Defines entries of the audit log, their limits, and the fields that their hash covers. Pure. */
import { canonicalJson, type ChainLink, sha256Hex } from "@rota/proofs";

/** Record of an action to append: its actor, the action and its subject. */
export type NewAuditEntry = {
  readonly tenant: string;
  /** Actor; null for the system itself. */
  readonly actor: string | null;
  /** Action, such as `dead-letter.discarded`. */
  readonly action: string;
  readonly subject: AuditSubject;
  /** Any JSON value up to DETAILS_BYTES_MAX. Default null. It is kept permanently, so it must contain no secrets. */
  readonly details?: unknown;
};

/** Subject of an audit entry, such as a webhook endpoint and its id. */
export type AuditSubject = { readonly type: string; readonly id: string };

/** Entry as it was stored. */
export type AuditEntry = {
  readonly tenant: string;
  /** Number within its tenant, from 1 and without gaps. */
  readonly number: number;
  /** Time by the clock of the database; never earlier than that of the previous entry. */
  readonly at: Date;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: AuditSubject;
  readonly details: unknown;
  /** Hash of the tenant's previous entry as hexadecimal digits; null for the first. */
  readonly previousHash: string | null;
  readonly hash: string;
};

/** Filter of entries: every given field must match. */
export type AuditFilter = {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: { readonly type: string; readonly id?: string };
  /** Includes entries at this time and later. */
  readonly from?: Date;
  /** Includes entries earlier than this time. */
  readonly before?: Date;
};

/** Maximum length of a tenant, an actor, an action, and the type and the id of a subject. */
export const AUDIT_NAME_BYTES_MAX = 300;
/** Maximum size of details as canonical JSON. Store larger data elsewhere and name it here with its hash. */
export const DETAILS_BYTES_MAX = 65_536;
/** Maximum number of entries in one call. */
export const APPENDED_MAX = 1_000;

/** Name of the form in which an entry is hashed. */
const FORMAT = "ROTA-AUDIT-1";

/** Fields that the hash covers besides the previous hash. Details have their own hash, so that they need not be loaded. */
export type HashedFields = Omit<AuditEntry, "at" | "details" | "hash" | "previousHash"> & {
  /** Time in the form of `toISOString`. */
  readonly at: string;
  readonly detailsHash: string;
};

/** Returns the entry with the field names that the hash covers. */
export function hashedEntry({ tenant, number, at, actor, action, subject, detailsHash }: HashedFields) {
  const { type, id } = subject;
  return { format: FORMAT, tenant, number, at, actor, action, subject: { type, id }, details_hash: detailsHash };
}

/**
 * Converts an entry to the input of `verifyChain` of @rota/proofs, so that a list can be checked without a database.
 *
 * @example verifyChain(entries.map(auditChainLink))
 */
export function auditChainLink(entry: AuditEntry): ChainLink {
  const { at, details, previousHash, hash, ...fields } = entry;
  const detailsHash = sha256Hex(canonicalJson(details));
  return { entry: hashedEntry({ ...fields, at: at.toISOString(), detailsHash }), previousHash, hash };
}

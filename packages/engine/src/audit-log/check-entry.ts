/** Refuses entries that cannot be stored as they are, naming the field and the way out. Pure. */
import { canonicalJson, NotJsonError } from "@rota/proofs";
import { RotaError, type ErrorDetails } from "../errors.ts";
import { APPENDED_MAX, AUDIT_NAME_BYTES_MAX, DETAILS_BYTES_MAX, type NewAuditEntry } from "./audit-entry.ts";

export type CheckedEntry = Required<NewAuditEntry> & {
  /** The details as canonical JSON. */
  readonly detailsText: string;
};

export function checkEntries(entries: readonly NewAuditEntry[]): CheckedEntry[] {
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

/** Names are listed, searched and shown: they are short and of one line. */
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

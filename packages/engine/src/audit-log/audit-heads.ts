/** The heads of the audit log: the little that is kept elsewhere to find out later whether its end was cut off or all of it written anew. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type HeadRow, selectHead, selectHeads } from "./audit-log.sql.ts";

/** The newest entry of a tenant. Its hash covers every entry before it. */
export type AuditHead = {
  readonly tenant: string;
  readonly number: number;
  /** Hexadecimal digits. */
  readonly hash: string;
};

const PAGE_HEADS = 1_000;

/** Undefined when the tenant has no entry. */
export async function exportAuditHead(on: Queryable, tenant: string): Promise<AuditHead | undefined> {
  const [row] = await on.query(selectHead(tenant));
  return row === undefined ? undefined : toHead(row);
}

/** The heads of all tenants, by tenant, read in pages. */
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

/** Reads heads that were kept, each as json in a line of its own. A tenant may have several, of different times. */
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

function toHead({ tenant, number, hash }: HeadRow): AuditHead {
  return { tenant, number: Number(number), hash };
}

function refusal(reason: string, cause?: unknown): RotaError {
  const message = `this holds no heads of the audit log: ${reason}; give what rota audit-log head printed`;
  return new RotaError("AUDIT_HEAD_INVALID", message, {}, { cause });
}

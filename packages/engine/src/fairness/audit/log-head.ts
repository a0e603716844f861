/** The head of a dispatch log: the little that an auditor keeps elsewhere to find out later whether the log was changed. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { selectHead } from "./audit.sql.ts";
import { readFields, readInteger, readText } from "./entry/json-fields.ts";
import { toHex } from "./entry/log-entry.ts";

/** Stored as json. The hash covers the entry and, through the chain, every one before it. */
export type LogHead = {
  readonly queue: string;
  readonly entry: number;
  readonly turnCount: number;
  /** Hexadecimal digits. */
  readonly hash: string;
};

/** The newest entry of a queue's log; undefined when nothing was ever logged. */
export async function exportHead(on: Queryable, queue: string): Promise<LogHead | undefined> {
  const [row] = await on.query(selectHead(queue));
  if (row === undefined) return undefined;
  return { queue, entry: Number(row.entry), turnCount: Number(row.turn_count), hash: toHex(row.hash) };
}

/** Reads a head that was kept as json. */
export function parseHead(text: string): LogHead {
  try {
    const fields = readFields(JSON.parse(text));
    const head = { queue: readText(fields, "queue"), entry: readInteger(fields, "entry") };
    const hash = readText(fields, "hash");
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError("64 hexadecimal digits were expected as hash");
    return { ...head, turnCount: readInteger(fields, "turnCount"), hash };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `this is no head of a dispatch log: ${reason}; give what rota audit-head printed`;
    throw new RotaError("AUDIT_HEAD_INVALID", message, {}, { cause });
  }
}

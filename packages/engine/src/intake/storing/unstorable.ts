/** Turns an event that PostgreSQL cannot hold into a record that says so. Pure. */
import { sha256Hex } from "@rota/proofs";
import { sqlState } from "../../database/database-error.ts";
import type { Collected } from "./store-events.ts";

/** Of the error only its code is told: its message may repeat the payload. */
export function unstorable<Entry extends Collected>(entry: Entry, error: unknown): Entry {
  if (!("event" in entry.reading)) return entry;
  const { tenant, eventId, entryText } = entry.reading.event;
  const rejected = {
    intake: entry.intake.name,
    kind: "MALFORMED",
    tenant,
    event_id: eventId,
    code: "EVENT_NOT_STORABLE",
    reason: `PostgreSQL refused it (SQLSTATE ${sqlState(error) ?? "none"})`,
    payload_hash: sha256Hex(entryText),
    raw: Buffer.from(entryText).toString("base64"),
    origin: { source: "direct" },
  } as const;
  return { ...entry, reading: { rejected } };
}

/** The ids of entries: UUIDs of version 7, which begin with the time, so that their index grows at its end. */
import { randomUUID } from "node:crypto";

export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Appends one thing that happened to the chain of its aggregate and tells webhooks, in a transaction of the caller's. */
import type { Queryable } from "@rota/engine";
import type { ChainedEvent } from "../../events/event-chain.ts";
import { appendPassportEvents, type NewPassportEvent } from "./append-passport-events.ts";

/**
 * As `appendPassportEvents`, of which several cost as much as one.
 *
 * @example
 * await appendPassportEvent(tx, {
 *   tenant,
 *   aggregate: { type: "DataSnapshot", id: snapshotId },
 *   type: "SNAPSHOT_SEALED",
 *   actor: "ann",
 *   payload: { snapshot_id: snapshotId, snapshot_hash: snapshotHash },
 * });
 */
export async function appendPassportEvent(tx: Queryable, event: NewPassportEvent): Promise<ChainedEvent> {
  const [chained] = await appendPassportEvents(tx, [event]);
  if (chained === undefined) throw new Error("an event was given and none was appended");
  return chained;
}

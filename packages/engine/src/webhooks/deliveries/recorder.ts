/** Writes attempts down, many in one transaction, with what follows for endpoints: their lanes, and who hears that one is disabled. */
import { appendAudits } from "../../audit-log/append-audit.ts";
import type { NewAuditEntry } from "../../audit-log/audit-entry.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { json } from "../../database/sql.ts";
import { appendEvent } from "../../outbox/append-event.ts";
import type { Logger } from "../../runtime/logger.ts";
import { endpointEntry } from "../endpoints/endpoint-audit.ts";
import { setHeldLane, setOpenLane, setUsualLane } from "../endpoints/endpoint-lane.ts";
import { DeliveryTally, type DeliveryCounts } from "../sending/delivery-tally.ts";
import { attemptJson, type AttemptRecord } from "./attempt-record.ts";
import { createBatcher } from "../../runtime/batching/batcher.ts";
import { abandonDeliveries, recordAttempts, type EndpointChangeRow } from "./deliveries.sql.ts";

/** What the outbox tells when an endpoint was disabled because of its answers; the payload says which and why. */
export const DISABLED_EVENT = "webhook.endpoint.disabled";

export type RecorderOptions = { readonly database: Database; readonly logger: Logger };

export type Recorder = {
  /** Returns when it is committed. */
  record(attempt: AttemptRecord): Promise<void>;
  /** Ends a delivery whose endpoint takes nothing any more, or whose body was erased. */
  abandon(deliveryId: string): Promise<void>;
  /** What was written down by this process. */
  counts(): DeliveryCounts;
};

export function createRecorder({ database, logger }: RecorderOptions): Recorder {
  const tally = new DeliveryTally();
  const follow = async (tx: Transaction, row: EndpointChangeRow): Promise<void> => {
    const endpoint = { tenant: row.tenant, endpointId: row.endpoint_id };
    switch (row.change) {
      case "HELD":
        return setHeldLane(tx, { ...endpoint, heldMs: Number(row.held_ms) });
      case "RELEASED":
        return setUsualLane(tx, { ...endpoint, maxInFlight: row.max_in_flight, ratePerSecond: row.rate_per_second });
      case "DISABLED":
        await setOpenLane(tx, endpoint);
        await appendEvent(tx, {
          tenant: row.tenant,
          type: DISABLED_EVENT,
          aggregate: { type: "WEBHOOK_ENDPOINT", id: row.endpoint_id },
          payload: { endpoint_id: row.endpoint_id, reason: row.reason },
        });
    }
  };
  const say = ({ tenant, endpoint_id: endpointId, change, reason, held_ms: heldMs }: EndpointChangeRow): void => {
    const fields = { tenant, endpointId, reason, heldMs: Number(heldMs ?? 0) };
    if (change === "HELD") logger.warn(fields, "webhook endpoint fails: nothing is sent to it for a while");
    if (change === "RELEASED") logger.info(fields, "webhook endpoint answers again");
    if (change === "DISABLED") logger.warn(fields, "webhook endpoint disabled: enable it when it works, then replay");
  };

  const record = createBatcher<AttemptRecord, void>(async (attempts) => {
    const changes = await database.transaction(async (tx) => {
      const rows = await tx.query(recordAttempts(json(attempts.map(attemptJson))));
      for (const row of rows) await follow(tx, row);
      await appendAudits(tx, rows.filter(({ change }) => change === "DISABLED").map(disabledEntry));
      return rows;
    });
    for (const { result, decision } of attempts) tally.add(result, decision);
    changes.forEach(say);
    return () => undefined;
  });
  const abandon = createBatcher<string, void>(async (deliveryIds) => {
    await database.query(abandonDeliveries([...deliveryIds].sort()));
    return () => undefined;
  });
  return { record, abandon, counts: () => tally.read() };
}

/** Nobody did it: its answers did. */
function disabledEntry({ tenant, endpoint_id: endpointId, reason }: EndpointChangeRow): NewAuditEntry {
  return endpointEntry({ tenant, endpointId, act: "disabled", details: { reason } });
}

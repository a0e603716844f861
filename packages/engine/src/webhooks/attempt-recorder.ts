/** Records attempts in batches; holds, releases or disables their endpoints in the same transaction; counts outcomes. */
import { appendAudits } from "../audit-log/append-audit.ts";
import type { NewAuditEntry } from "../audit-log/audit-entry.ts";
import type { Database, Transaction } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { appendEvent } from "../outbox/append-event.ts";
import { createBatcher } from "../runtime/batcher.ts";
import { Histogram, type HistogramCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import { type DeliveryDecision, type DeliveryErrorClass, describeOutcome, errorClassOf } from "./decide-delivery.ts";
import { abandonDeliveries, type DeliveryJob, type EndpointChangeRow, recordAttempts } from "./deliveries.sql.ts";
import { endpointEntry, setHeldLane, setOpenLane, setUsualLane } from "./endpoint-changes.ts";
import type { SendResult } from "./sender.ts";

/** Type of the outbox event for an endpoint that was disabled because of its answers; the payload says which and why. */
export const DISABLED_EVENT = "webhook.endpoint.disabled";

export type AttemptRecorderOptions = { readonly database: Database; readonly logger: Logger };

export type AttemptRecorder = {
  /** Records an attempt; resolves after the commit. */
  record(attempt: AttemptRecord): Promise<void>;
  /** Ends a delivery whose endpoint is disabled or deleted, or whose body was erased. */
  abandon(job: DeliveryJob): Promise<void>;
  /** Returns counts of the attempts that this process recorded. */
  counts(): DeliveryCounts;
};

export function createAttemptRecorder({ database, logger }: AttemptRecorderOptions): AttemptRecorder {
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
  const abandon = createBatcher<DeliveryJob, void>(async (jobs) => {
    await database.query(abandonDeliveries(jobs));
    return () => undefined;
  });
  return { record, abandon, counts: () => tally.read() };
}

/** Returns an audit entry without an actor: the answers of the endpoint disabled it. */
function disabledEntry({ tenant, endpoint_id: endpointId, reason }: EndpointChangeRow): NewAuditEntry {
  return endpointEntry({ tenant, endpointId, action: "disabled", details: { reason } });
}

type AttemptRecord = DeliveryJob & {
  readonly result: SendResult;
  readonly decision: DeliveryDecision;
};

function attemptJson({ deliveryId, taskId, result, decision }: AttemptRecord) {
  const { outcome, durationMs, answerHeaders = null, answerBody } = result;
  const errorClass = errorClassOf(outcome);
  return {
    delivery: deliveryId,
    task: String(taskId),
    state: decision.kind === "delivered" ? "DELIVERED" : decision.kind === "failed" ? "FAILED" : "PENDING",
    status: outcome.kind === "answered" ? outcome.status : null,
    error_class: errorClass ?? null,
    error: errorClass === undefined ? null : describeOutcome(outcome),
    duration_ms: durationMs,
    delay_ms: decision.kind === "retry" ? decision.delayMs : null,
    refusal: errorClass === "REFUSED",
    gone: decision.kind === "failed" && decision.disablesEndpoint,
    headers: answerHeaders,
    body: answerBody === undefined ? null : Buffer.from(answerBody).toString("base64"),
  };
}

export type DeliveryCount = {
  /** Whether this attempt ended the delivery, or it is tried again. */
  readonly outcome: DeliveryDecision["kind"];
  /** Undefined when the receiver accepted it. */
  readonly errorClass: DeliveryErrorClass | undefined;
  readonly attempts: number;
};

export type DeliveryCounts = {
  readonly attempts: readonly DeliveryCount[];
  /** Durations of the requests. */
  readonly durations: HistogramCounts;
};

class DeliveryTally {
  readonly #attempts = new Map<string, DeliveryCount>();
  readonly #durations = new Histogram();

  /** Counts an attempt that was recorded. */
  add({ outcome: ended, durationMs }: SendResult, { kind: outcome }: DeliveryDecision): void {
    const errorClass = errorClassOf(ended);
    const key = `${outcome} ${String(errorClass)}`;
    const attempts = (this.#attempts.get(key)?.attempts ?? 0) + 1;
    this.#attempts.set(key, { outcome, errorClass, attempts });
    this.#durations.observe(durationMs);
  }

  read(): DeliveryCounts {
    return { attempts: [...this.#attempts.values()], durations: this.#durations.read() };
  }
}

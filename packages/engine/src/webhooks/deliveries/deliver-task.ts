/** The task that carries a delivery out: sends it, writes down what came of it, and is tried again if need be. */
import type { Database } from "../../database/database.ts";
import { exponential, RETRIES_MAX } from "../../retries/retry-policy.ts";
import { createBatcher } from "../../runtime/batching/batcher.ts";
import { inSpan, isTraced, type SpanWish } from "../../runtime/tracing/spans.ts";
import { defineTask, type TaskDefinition } from "../../tasks/definition/define-task.ts";
import { retryIn, snooze, type Outcome } from "../../tasks/definition/outcome.ts";
import { TIMEOUT_MS_MAX } from "../endpoints/endpoint.ts";
import type { EndpointKeys } from "../endpoints/endpoint-keys.ts";
import { WEBHOOK_QUEUE } from "../endpoints/endpoint-lane.ts";
import { decideDelivery } from "../sending/decide-delivery.ts";
import { lingering } from "../sending/linger.ts";
import { describeOutcome, errorClassOf } from "../sending/outcome.ts";
import type { Sender, SendResult } from "../sending/sender.ts";
import { selectForAttempt, type LoadedRow } from "./deliveries.sql.ts";
import { requestHeaders } from "./delivery-request.ts";
import type { Recorder } from "./recorder.ts";
import { DELIVER_TASK } from "./submit-deliveries.ts";

export type DeliverParts = {
  readonly database: Database;
  readonly sender: Sender;
  readonly recorder: Recorder;
  readonly keys: EndpointKeys;
};

export type DeliverTask = TaskDefinition<{ deliveryId: string }, null>;

/** For failures of our own, such as a database that is away; those of receivers have their endpoint's schedule. */
const OWN_RETRY = exponential({ firstMs: 1_000, factor: 2, maxMs: 60_000, retries: RETRIES_MAX });
/** Beyond what an endpoint may take. */
const TASK_TIMEOUT_MS = 2 * TIMEOUT_MS_MAX;

/**
 * What came of an attempt is committed before the chunk is settled. A process that dies in between sends nothing twice:
 * whoever runs the chunk next finds the delivery ended, or that it has to wait. One that dies between the answer and that
 * commit leaves no trace of the attempt, so the same event is sent once more, under the same `webhook-id`.
 */
export function createDeliverTask({ database, sender, recorder, keys }: DeliverParts): DeliverTask {
  const load = createBatcher<string, LoadedRow | undefined>(async (deliveryIds) => {
    const rows = await database.query(selectForAttempt(deliveryIds));
    const byId = new Map(rows.map((row) => [row.delivery_id, row]));
    return (deliveryId) => byId.get(deliveryId);
  });

  return defineTask({
    name: DELIVER_TASK,
    queue: WEBHOOK_QUEUE,
    timeoutMs: TASK_TIMEOUT_MS,
    retry: OWN_RETRY,
    run: async ({ deliveryId }: { deliveryId: string }, { signal }): Promise<null | Outcome<null>> => {
      const row = await load(deliveryId);
      if (row?.state !== "PENDING") return null; // it has ended, or was pruned
      const isErased = row.body.byteLength === 0; // while somebody asked for it again
      if (row.endpoint_state !== "ACTIVE" || row.is_deleted || isErased) {
        await recorder.abandon(deliveryId);
        return null;
      }
      if (row.wait_ms > 0) return snooze(row.wait_ms, "its endpoint is held, or its next attempt is not due");
      const result = await sendAttempt({ sender, keys }, row, lingering(signal));
      const attempt = { number: row.attempts + 1, refusals: row.refusals };
      const settings = { schedule: row.schedule, retry4xx: row.retry_4xx };
      const decision = decideDelivery(result.outcome, attempt, settings);
      await recorder.record({ deliveryId, result, decision });
      return decision.kind === "retry" ? retryIn(decision.delayMs, describeOutcome(result.outcome)) : null;
    },
  });
}

function sendAttempt(
  { sender, keys }: Pick<DeliverParts, "sender" | "keys">,
  row: LoadedRow,
  signal: AbortSignal,
): Promise<SendResult> {
  const { body, url, timeout_ms: timeoutMs } = row;
  const request = {
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    attempt: row.attempts + 1,
    body,
    sentAt: row.now,
  };
  const headers = requestHeaders(request, openKeys(keys, row));
  return inSpan(spanOf(row), async (span) => {
    const result = await sender.send({ url, timeoutMs, body, signal, headers });
    span?.set({ "rota.delivery_outcome": errorClassOf(result.outcome) ?? "DELIVERED" });
    return result;
  });
}

/** Of the URL only the host is told: paths and queries of webhooks are often secret. Deliveries that are not traced have none. */
function spanOf({ url, event_type: type, delivery_id: deliveryId }: LoadedRow): SpanWish | undefined {
  if (!isTraced()) return undefined;
  const attributes = { "server.address": new URL(url).hostname, "rota.delivery_id": deliveryId };
  return { name: `deliver ${type}`, kind: "client", attributes };
}

/** Throws SECRET_UNREADABLE when they were sealed with another `secretsKey`: the delivery waits until it is given. */
export function openKeys(
  keys: EndpointKeys,
  row: Pick<LoadedRow, "endpoint_id" | "secret" | "previous_secret" | "signing_key" | "signature_key">,
) {
  return keys.open({
    endpointId: row.endpoint_id,
    secret: row.secret,
    previousSecret: row.previous_secret,
    signingKey: row.signing_key,
    signatureKey: row.signature_key,
  });
}

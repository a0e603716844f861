/** Defines the task that sends a delivery, records the attempt and schedules the next one; also sends pings. */
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { createBatcher } from "../runtime/batcher.ts";
import { inSpan, isTraced, type SpanOptions } from "../runtime/tracing.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { defineTask, type TaskDefinition } from "../tasks/define-task.ts";
import { fail, type Outcome, retry, retryIn, snooze } from "../tasks/outcome.ts";
import { custom, RETRIES_MAX } from "../tasks/retry-policy.ts";
import type { AttemptRecorder } from "./attempt-recorder.ts";
import { DELIVER_TASK, messageBody } from "./create-deliveries.ts";
import {
  decideDelivery,
  type DeliveryErrorClass,
  describeOutcome,
  errorClassOf,
  retriesAll,
} from "./decide-delivery.ts";
import { type LoadedRow, selectForAttempt, selectForPing } from "./deliveries.sql.ts";
import { bodyErased, deliveryUnknown, storedMessageOf } from "./delivery-log.ts";
import { auditEndpoint, WEBHOOK_QUEUE } from "./endpoint-changes.ts";
import type { EndpointKeys } from "./endpoint-keys.ts";
import {
  type ActionContext,
  checkEndpointName,
  ENDPOINT_TIMEOUT_MS_MAX,
  endpointDisabled,
  endpointMissing,
  type EndpointName,
} from "./endpoint.ts";
import { callbackRefused } from "./endpoints.ts";
import type { AnswerHeaders, Sender, SendResult } from "./sender.ts";
import { requestHeaders } from "./sign-body.ts";
import type { WebhookFormats } from "./webhook-format.ts";

export type DeliverParts = {
  readonly database: Database;
  readonly sender: Sender;
  readonly recorder: AttemptRecorder;
  readonly keys: EndpointKeys;
  readonly formats: WebhookFormats;
};

export type DeliverTask = TaskDefinition<{ deliveryId: string }, null>;

const OWN_RETRY_MS_MAX = 60_000;
/**
 * Retries for failures of this process, such as an unavailable database. For receivers the endpoint's schedule applies: a
 * delivery that has used it up is a dead letter.
 */
const OWN_RETRY = custom({
  name: "webhooks",
  retries: RETRIES_MAX,
  delayMs: (attempt, error) =>
    isRotaError(error, "WEBHOOK_NOT_DELIVERED") ? "exhausted" : Math.min(OWN_RETRY_MS_MAX, 1_000 * 2 ** (attempt - 1)),
});
/** Time limit of the task, longer than an endpoint may take. */
const TASK_TIMEOUT_MS = 2 * ENDPOINT_TIMEOUT_MS_MAX;

/**
 * Creates the task. Its job ends as its delivery does: a delivery that failed is a dead letter, and one to an endpoint that
 * was removed is cancelled. The outcome of an attempt is committed before the chunk is settled. A process that dies in between
 * sends nothing twice: the next run of the chunk finds that the delivery has ended or has to wait. A process that dies
 * between the answer and that commit leaves no trace of the attempt, so the same event is sent once more, under the same
 * `webhook-id`.
 */
export function createDeliverTask({ database, sender, recorder, ...signing }: DeliverParts): DeliverTask {
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
    run: async ({ deliveryId }: { deliveryId: string }, { taskId, signal }): Promise<null | Outcome<null>> => {
      const job = { deliveryId, taskId };
      const row = await load(deliveryId);
      if (row === undefined) return fail(deliveryUnknown(deliveryId)); // it was pruned while its dead letter was replayed
      if (row.state === "DELIVERED") return null;
      const problem = unsendable(row);
      if (problem !== undefined) {
        await recorder.abandon(job);
        if (!row.is_deleted) return fail(problem);
        await cancelTask(database, taskId);
        return snooze(1, problem.message); // a cancelled job does not wait: it ends here
      }
      if (row.state === "FAILED") return undelivered(row, row.attempts); // a process died before it ended the job
      if (row.wait_ms > 0) return snooze(row.wait_ms, "its endpoint is held, or its next attempt is not due");
      const result = await sendAttempt({ sender, ...signing }, row, lingering(signal));
      const attempt = { number: row.attempts - row.attempts_before + 1, refusals: row.refusals };
      const settings = { schedule: row.schedule, retry4xx: row.retry_4xx };
      const decision = decideDelivery(result.outcome, attempt, settings);
      await recorder.record({ ...job, result, decision });
      switch (decision.kind) {
        case "delivered":
          return null;
        case "retry":
          return retryIn(decision.delayMs, describeOutcome(result.outcome));
        case "failed":
          return undelivered({ ...row, ...lastOf(result) }, row.attempts + 1);
      }
    },
  });
}

/** Returns why nothing may be sent any more; undefined when it may. */
function unsendable(row: LoadedRow): RotaError | undefined {
  const endpoint = { tenant: row.tenant, endpointId: row.endpoint_id };
  if (row.is_deleted) return endpointMissing(endpoint);
  if (row.endpoint_state !== "ACTIVE") return endpointDisabled(endpoint);
  if (row.body.byteLength === 0) return bodyErased({ tenant: row.tenant, deliveryId: row.delivery_id });
  return hasMoved(row) ? callbackRefused(row.tenant, new URL(row.callback_url ?? row.url).origin) : undefined;
}

function lastOf({ outcome }: SendResult): Pick<LoadedRow, "last_status" | "last_error"> {
  return {
    last_status: outcome.kind === "answered" ? outcome.status : null,
    last_error: errorClassOf(outcome) ?? null,
  };
}

type Undelivered = Pick<
  LoadedRow,
  "tenant" | "delivery_id" | "endpoint_id" | "event_type" | "schedule" | "last_status" | "last_error"
>;

/** Ends the job of a delivery that failed: as a dead letter, or at once when no other attempt could have helped. */
function undelivered(row: Undelivered, attempts: number): Outcome<never> {
  const { tenant, endpoint_id: endpointId, delivery_id: deliveryId, last_error: errorClass, last_status: status } = row;
  const last = [errorClass, status].filter((part) => part !== null).join(" ");
  const error = new RotaError(
    "WEBHOOK_NOT_DELIVERED",
    `${row.event_type} did not reach endpoint ${endpointId}: attempt ${String(attempts)}, the last, ended with ${last}: repair the receiver, then replay`,
    { tenant, endpointId, deliveryId, errorClass, status, attempts },
  );
  const isFinal = errorClass === "BLOCKED" || (errorClass === "GONE" && !retriesAll(row));
  return isFinal ? fail(error) : retry(error);
}

/** Returns whether the endpoint moved to another origin after it had permitted the callback. */
function hasMoved({ url, callback_url: callbackUrl }: LoadedRow): boolean {
  return callbackUrl !== null && new URL(callbackUrl).origin !== new URL(url).origin;
}

function sendAttempt(
  { sender, keys, formats }: Pick<DeliverParts, "sender" | "keys" | "formats">,
  row: LoadedRow,
  signal: AbortSignal,
): Promise<SendResult> {
  const { timeout_ms: timeoutMs } = row;
  const url = row.callback_url ?? row.url;
  const body = formats.bodyFor(row.format, storedMessageOf(row));
  const request = {
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    attempt: row.attempts + 1,
    body,
    sentAt: row.now,
  };
  const headers = requestHeaders(request, openKeys(keys, row), formats.of(row.format));
  return inSpan(spanOf(row), async (span) => {
    const result = await sender.send({ url, timeoutMs, body, signal, headers });
    span?.set({ "rota.delivery_outcome": errorClassOf(result.outcome) ?? "DELIVERED" });
    return result;
  });
}

/** Returns the span of a traced delivery. It has only the host of the URL: paths and queries of webhooks are often secret. */
function spanOf({ url, event_type: type, delivery_id: deliveryId }: LoadedRow): SpanOptions | undefined {
  if (!isTraced()) return undefined;
  const attributes = { "server.address": new URL(url).hostname, "rota.delivery_id": deliveryId };
  return { name: `deliver ${type}`, kind: "client", attributes };
}

/** Opens the keys. Throws SECRET_UNREADABLE when they were sealed with another `secretsKey`: the delivery waits for that key. */
function openKeys(
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

/** Time for an open request after a stop. Shorter than a handler's default grace period, so that its outcome can be recorded. */
export const LINGER_MS = 3_000;

/** Returns a signal that aborts as the given one does, but later when a worker stops: most answers come before. */
export function lingering(signal: AbortSignal, lingerMs = LINGER_MS): AbortSignal {
  const end = new AbortController();
  const follow = (): void => {
    const reason: unknown = signal.reason;
    if (!isRotaError(reason, "WORKER_STOPPING")) return end.abort(reason);
    setTimeout(() => end.abort(reason), lingerMs).unref();
  };
  if (signal.aborted) end.abort(signal.reason);
  else signal.addEventListener("abort", follow, { once: true });
  return end.signal;
}

/** Type of the test event of formats that name none. */
const PING_TYPE = "rota.ping";

/** Result of a test delivery. */
export type PingResult = {
  readonly isDelivered: boolean;
  readonly status: number | undefined;
  readonly errorClass: DeliveryErrorClass | undefined;
  readonly error: string | undefined;
  readonly durationMs: number;
  /** Headers of the answer, at most 4 KiB, without those that may hold a secret. */
  readonly answerHeaders: AnswerHeaders | undefined;
  /** First 4 KiB of the answer. */
  readonly answerBody: Uint8Array | undefined;
};

export type PingParts = Pick<DeliverParts, "database" | "sender" | "keys" | "formats">;

/** Sends a test delivery, even to a disabled or held endpoint, to see whether it works again. */
export async function ping(
  { database, sender, keys, formats }: PingParts,
  name: EndpointName & ActionContext,
): Promise<PingResult> {
  checkEndpointName(name);
  const [row] = await database.query(selectForPing(name));
  if (row === undefined) throw endpointMissing(name);
  const chosen = formats.of(row.format);
  const type = chosen.find(({ pingType }) => pingType !== undefined)?.pingType ?? PING_TYPE;
  await auditEndpoint(database, { ...name, action: "pinged", details: null });
  const [eventId, tenant] = [randomUUID(), name.tenant];
  const aggregate = { type: "WEBHOOK_ENDPOINT", id: name.endpointId };
  const stored = Buffer.from(messageBody({ eventId, tenant, type, payloadText: "{}", occurredAt: row.now }));
  const body = formats.bodyFor(row.format, { eventId, eventType: type, tenant, aggregate, body: stored });
  const request = { deliveryId: randomUUID(), eventId, eventType: type, attempt: 1, body };
  const headers = requestHeaders({ ...request, sentAt: row.now }, openKeys(keys, row), chosen);
  const result = await sender.send({ url: row.url, timeoutMs: row.timeout_ms, headers, body });
  const { outcome, durationMs, answerHeaders, answerBody } = result;
  const errorClass = errorClassOf(outcome);
  return {
    isDelivered: errorClass === undefined,
    status: outcome.kind === "answered" ? outcome.status : undefined,
    errorClass,
    error: errorClass === undefined ? undefined : describeOutcome(outcome),
    durationMs,
    answerHeaders,
    answerBody,
  };
}

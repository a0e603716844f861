/** Creates one delivery per subscribed endpoint for each event and submits its task, in the caller's transaction. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { OutboxEvent } from "../outbox/outbox-event.ts";
import { ATTEMPTS_MAX, type NewTask, TASKS_MAX } from "../tasks/new-task.ts";
import { DEFAULT_POOL } from "../tasks/task-options.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { TASK_AGGREGATE } from "../tasks/task-event.ts";
import { insertDeliveries, type NewDeliveryRow, type NewMessage, selectWanted } from "./deliveries.sql.ts";
import { WEBHOOK_QUEUE } from "./endpoint-changes.ts";
import { isEventType } from "./endpoint.ts";

/**
 * Creates deliveries for events. However often it is called with an event, each endpoint gets it once. Refuses all events
 * with WEBHOOK_INVALID when one of them cannot be sent and an endpoint wants it.
 *
 * @returns the number of created deliveries.
 */
export async function createDeliveries(
  tx: Queryable,
  events: readonly WebhookEvent[],
  { codec }: WithCodec = {},
): Promise<number> {
  const sendable = events.filter((event) => unsendable(event) === undefined);
  if (sendable.length < events.length) await refuseWanted(tx, events);
  if (sendable.length === 0) return 0;
  const rows = await tx.query(insertDeliveries(sendable.map(newMessage)));
  const traces = new Map(sendable.map((event) => [eventKey(event.tenant, event.eventId), traceOf(event)]));
  const traced = rows.map((row) => ({ ...row, traceparent: traces.get(eventKey(row.tenant, row.event_id)) }));
  await submitDeliveries(tx, traced, { codec });
  return rows.length;
}

function newMessage(event: WebhookEvent): NewMessage {
  return {
    ...event,
    matchedType: matchedType(event),
    body: messageBody(event),
    aggregate: event.aggregate,
    taskId: endedTask(event),
  };
}

function eventKey(tenant: string, eventId: string): string {
  return `${tenant}\n${eventId}`;
}

function traceOf({ headers }: WebhookEvent): string | undefined {
  const traceparent = headers?.["traceparent"];
  return typeof traceparent === "string" ? traceparent : undefined;
}

/** Returns the type as patterns of endpoints match it: for an event about a task with the type of the task behind a colon. */
function matchedType({ type, aggregate, headers }: WebhookEvent): string {
  const taskType = aggregate?.type === TASK_AGGREGATE ? headers?.["task-type"] : undefined;
  return typeof taskType === "string" ? `${type}:${taskType}` : type;
}

/** Returns the task that ended with an event; null for other events. */
function endedTask({ type, aggregate }: WebhookEvent): bigint | null {
  const isEnd = aggregate?.type === TASK_AGGREGATE && (type === "task.completed" || type === "task.failed");
  return isEnd && /^\d{1,18}$/.test(aggregate.id) ? BigInt(aggregate.id) : null;
}

async function refuseWanted(tx: Queryable, events: readonly WebhookEvent[]): Promise<void> {
  for (const event of events) {
    const problem = unsendable(event);
    if (problem === undefined) continue;
    const [row] = await tx.query(selectWanted({ tenant: event.tenant, matchedType: matchedType(event) }));
    if (row?.is_wanted !== true) continue;
    const { eventId, type } = event;
    throw new RotaError("WEBHOOK_INVALID", `event ${eventId} of type ${type} cannot be sent: ${problem}`, { eventId });
  }
}

export const BODY_BYTES_MAX = 1_048_576;

/** Event that a webhook delivers; its id becomes `webhook-id`. */
export type WebhookEvent = Pick<OutboxEvent, "eventId" | "tenant" | "type" | "payloadText" | "occurredAt"> &
  Partial<Pick<OutboxEvent, "headers" | "aggregate">>;

const EVENT_ID = /^[A-Za-z0-9_-]{1,200}$/;

/** Returns the body: the same bytes for all endpoints and all attempts. The payload is inserted as it was appended. */
export function messageBody({ eventId, tenant, type, payloadText, occurredAt }: WebhookEvent): string {
  const head = JSON.stringify({
    event_type: type,
    event_id: eventId,
    occurred_at: withMicroseconds(occurredAt),
    tenant_id: tenant,
  });
  return `${head.slice(0, -1)},"data":${payloadText}}`;
}

/** Returns why an event cannot be sent; undefined when it can. */
function unsendable({ eventId, type, payloadText }: WebhookEvent): string | undefined {
  if (!EVENT_ID.test(eventId))
    return "its id must be 1 to 200 letters, digits, - and _: a dot would spoil what is signed";
  if (!isEventType(type)) return "its type must be words of letters, digits, - and _, joined by dots";
  const bytes = Buffer.byteLength(payloadText);
  if (bytes <= BODY_BYTES_MAX) return undefined;
  return `it has ${String(bytes)} bytes, at most ${String(BODY_BYTES_MAX)} are sent: send where it is to be found`;
}

/** Formats a time with six digits after the second. */
function withMicroseconds(time: Date): string {
  return time.toISOString().replace("Z", "000Z");
}

export const DELIVER_TASK = "webhooks.deliver";

export type TracedDelivery = NewDeliveryRow & { readonly traceparent?: string | undefined };

/** Submits the tasks that send deliveries, in one lane per endpoint. */
export async function submitDeliveries(
  on: Queryable,
  rows: readonly TracedDelivery[],
  { codec }: WithCodec,
): Promise<void> {
  for (let at = 0; at < rows.length; at += TASKS_MAX)
    await submitTasks(on, rows.slice(at, at + TASKS_MAX).map(toTask), { codec });
}

/** Returns the task of a delivery. Its endpoint decides how often it is tried; the limit of the task is never reached first. */
function toTask({ delivery_id: deliveryId, endpoint_id: group, tenant, traceparent }: TracedDelivery): NewTask {
  return {
    queue: WEBHOOK_QUEUE,
    pool: DEFAULT_POOL,
    tenant,
    group,
    type: DELIVER_TASK,
    isJob: true,
    attemptsMax: ATTEMPTS_MAX,
    chunks: [{ payload: { deliveryId } }],
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

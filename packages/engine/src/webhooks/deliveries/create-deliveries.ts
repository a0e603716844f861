/** Turns events into one delivery for each endpoint that wants them, in a transaction of the caller's. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { insertDeliveries, selectWanted } from "./deliveries.sql.ts";
import { messageBody, unsendable, type WebhookEvent } from "./message-body.ts";
import { submitDeliveries } from "./submit-deliveries.ts";

/**
 * However often it is called with an event, each endpoint gets it once. Refuses all with WEBHOOK_INVALID when one of them
 * cannot be sent and somebody wants it.
 *
 * @returns how many deliveries were made.
 */
export async function createDeliveries(
  tx: Queryable,
  events: readonly WebhookEvent[],
  { codec }: WithCodec = {},
): Promise<number> {
  const sendable = events.filter((event) => unsendable(event) === undefined);
  if (sendable.length < events.length) await refuseWanted(tx, events);
  if (sendable.length === 0) return 0;
  const rows = await tx.query(insertDeliveries(sendable.map((event) => ({ ...event, body: messageBody(event) }))));
  const traces = new Map(sendable.map((event) => [eventKey(event.tenant, event.eventId), traceOf(event)]));
  const traced = rows.map((row) => ({ ...row, traceparent: traces.get(eventKey(row.tenant, row.event_id)) }));
  await submitDeliveries(tx, traced, { codec });
  return rows.length;
}

function eventKey(tenant: string, eventId: string): string {
  return `${tenant}\n${eventId}`;
}

function traceOf({ headers }: WebhookEvent): string | undefined {
  const traceparent = headers?.["traceparent"];
  return typeof traceparent === "string" ? traceparent : undefined;
}

async function refuseWanted(tx: Queryable, events: readonly WebhookEvent[]): Promise<void> {
  for (const event of events) {
    const problem = unsendable(event);
    if (problem === undefined) continue;
    const [row] = await tx.query(selectWanted(event));
    if (row?.is_wanted !== true) continue;
    const { eventId, type } = event;
    throw new RotaError("WEBHOOK_INVALID", `event ${eventId} of type ${type} cannot be sent: ${problem}`, { eventId });
  }
}

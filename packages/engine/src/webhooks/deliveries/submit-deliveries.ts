/** Submits the tasks that carry deliveries out, one lane for each endpoint. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Queryable } from "../../database/database.ts";
import { ATTEMPTS_MAX, TASKS_MAX, type NewTask } from "../../tasks/new-task.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";
import { WEBHOOK_QUEUE } from "../endpoints/endpoint-lane.ts";
import type { NewDeliveryRow } from "./deliveries.sql.ts";

export const DELIVER_TASK = "webhooks.deliver";

export type TracedDelivery = NewDeliveryRow & { readonly traceparent?: string | undefined };

export async function submitDeliveries(
  on: Queryable,
  rows: readonly TracedDelivery[],
  { codec }: WithCodec,
): Promise<void> {
  for (let at = 0; at < rows.length; at += TASKS_MAX)
    await submitTasks(on, rows.slice(at, at + TASKS_MAX).map(toTask), { codec });
}

/** How often a delivery is tried is decided by its endpoint; the limit of the task is never reached before. */
function toTask({ delivery_id: deliveryId, endpoint_id: group, tenant, traceparent }: TracedDelivery): NewTask {
  return {
    queue: WEBHOOK_QUEUE,
    tenant,
    group,
    type: DELIVER_TASK,
    isJob: true,
    attemptsMax: ATTEMPTS_MAX,
    chunks: [{ payload: { deliveryId } }],
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

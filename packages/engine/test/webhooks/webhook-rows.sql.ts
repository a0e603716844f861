/** Statements with which tests of webhooks read and lock deliveries. */
import { sql } from "../../src/database/sql.ts";

/** Returns the delivery, locked until the transaction ends. */
export const lockDelivery = (deliveryId: string) => sql`
  select delivery_id from rota.webhook_deliveries where delivery_id = ${deliveryId}::uuid for update`;

/** Returns one row: whether a session waits to record an attempt. */
export const selectIsWaiting = (schema: string) => sql<{ is_waiting: boolean }>`
  select exists (select from pg_stat_activity
                  where wait_event_type = 'Lock' and query like '%' || ${schema}::text || '.record_webhook_attempts%') as is_waiting`;

/** Returns one row: how many deliveries of a tenant are in that state. */
export const countDeliveries = ({ tenant, state }: { tenant: string; state: string }) => sql<{ count: number }>`
  select count(*)::integer as count from rota.webhook_deliveries where tenant = ${tenant} and state = ${state}`;

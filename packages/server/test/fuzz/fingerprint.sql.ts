/** What a request may change, in one number. */
import { sql } from "@rota/engine";

/** Returns one row that differs when a row of these tables came, went or changed. When a key was last used does not count. */
export const selectFingerprint = () => sql<{ fingerprint: string }>`
  select concat_ws(' ',
    (select sum(hashtextextended(row::text, 0)) from rota.tasks as row),
    (select sum(hashtextextended(row::text, 0)) from rota.chunks as row),
    (select sum(hashtextextended(row::text, 0)) from rota.lane_changes as row),
    (select sum(hashtextextended(row::text, 0)) from rota.lanes as row),
    (select sum(hashtextextended(row::text, 0)) from rota.task_keys as row),
    (select sum(hashtextextended(row::text, 0)) from rota.locks as row),
    (select sum(hashtextextended(row::text, 0)) from rota.schedules as row),
    (select sum(hashtextextended(row::text, 0)) from rota.audit_log as row),
    (select sum(hashtextextended(row::text, 0)) from rota.inbox as row),
    (select sum(hashtextextended(row::text, 0)) from rota.rejected_events as row),
    (select sum(hashtextextended(row::text, 0)) from rota.dead_chunks as row),
    (select sum(hashtextextended(row::text, 0)) from rota.webhook_endpoints as row),
    (select sum(hashtextextended(row::text, 0)) from rota.webhook_deliveries as row),
    (select sum(hashtextextended(credential_id::text || coalesce(ended_at::text, ''), 0)) from rota.credentials)) as fingerprint`;

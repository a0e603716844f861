/** The statements about events of passports. */
import { sql } from "@rota/engine";

/**
 * Returns when each version was signed and drawn, with its passport. More than one row for a passport means that it was
 * made twice.
 */
export const selectDrawn = () => sql<{ name: string; version_id: string; occurred_at: Date }>`
  select version.passport_id::text as name, version.passport_version_id::text as version_id, event.occurred_at
    from rota.passports_events as event
    join rota.passports_versions as version on version.passport_version_id::text = event.aggregate_id::text
   where event.aggregate_type = 'PassportVersion' and event.event_type = 'QR_GENERATED'`;

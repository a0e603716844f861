/** The statements about events of passports. */
import { sql } from "@rota/engine";

/** Returns when each version was signed and drawn: more than one row of a version and kind means that it happened twice. */
export const selectDrawn = () => sql<{ name: string; occurred_at: Date }>`
  select aggregate_id::text as name, occurred_at from rota.passports_events
   where aggregate_type = 'PassportVersion' and event_type = 'QR_GENERATED'`;

/** Returns how many versions have been drawn. */
export const countDrawn = () => sql<{ count: bigint }>`
  select count(distinct aggregate_id) as count from rota.passports_events
   where aggregate_type = 'PassportVersion' and event_type = 'QR_GENERATED'`;

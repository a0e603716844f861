/** The statements of the intake benchmark: a table of effects, and the same rows inserted without anything else. */
import { sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";

export const createBenchEffects = () =>
  sqlScript(`create table rota.effects (tenant text, event_id text, amount text)`);

/** Returns nothing. */
export const insertBenchEffects = (
  tenant: string,
  eventIds: readonly string[],
  amounts: readonly string[],
) => sql<never>`
  insert into rota.effects select ${tenant}, * from unnest(${eventIds}::text[], ${amounts}::text[])`;

/** Returns one row. */
export const countBenchEffects = () => sql<{ count: number }>`select count(*)::integer as count from rota.effects`;

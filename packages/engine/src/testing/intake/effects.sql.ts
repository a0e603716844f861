/** The statements of a table of effects without any unique key, by which tests see how often an event was handled. */
import { sql, sqlScript } from "../../database/sql.ts";

export const createEffects = () => sqlScript(`create table rota.effects (tenant text, event_id text, amount integer)`);

/** Returns nothing. */
export const insertEffects = (tenant: string, events: readonly { eventId: string; amount: number }[]) => sql<never>`
  insert into rota.effects
  select ${tenant}, * from unnest(${events.map(({ eventId }) => eventId)}::text[], ${events.map(({ amount }) => amount)}::integer[])`;

/** Returns a row for each effect. */
export const selectEffects = () => sql<{ tenant: string; event_id: string; amount: number }>`
  select tenant, event_id, amount from rota.effects order by tenant, event_id`;

/** Returns one row. */
export const countEffects = () => sql<{ count: number }>`select count(*)::integer as count from rota.effects`;

/** Fails when the amount is an even number: as PostgreSQL refuses a statement in the midst of a batch. Returns nothing. */
export const refuseEven = (amounts: readonly number[]) => sql<never>`
  select 1 / (amount % 2) from unnest(${amounts}::integer[]) as amount`;

/** As if what was put off had fallen due. Returns nothing. */
export const fallDueAll = () => sql<never>`
  update rota.chunks set due_at = clock_timestamp() where state = 'SCHEDULED'`;

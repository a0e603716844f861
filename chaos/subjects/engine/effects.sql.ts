/** The statements about the effects of jobs. */
import { sql } from "@rota/engine";

/**
 * Creates the table of effects. It has no unique key, so an effect that happened twice has two rows. Returns nothing.
 */
export const makeEffects = () => sql<never>`
  create table rota.chaos_effects (name text not null, done_at timestamptz not null)`;

/** Writes an effect. Returns nothing. */
export const insertEffect = (name: string) => sql<never>`
  insert into rota.chaos_effects (name, done_at) values (${name}, clock_timestamp())`;

/** Returns every effect. */
export const selectEffects = () => sql<{ name: string; done_at: Date }>`
  select name, done_at from rota.chaos_effects`;

/** Returns the number of different jobs that have had their effect. */
export const countEffects = () => sql<{ count: bigint }>`
  select count(distinct name) as count from rota.chaos_effects`;

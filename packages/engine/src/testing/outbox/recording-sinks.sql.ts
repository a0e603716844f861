/** A table for what a transactional sink took. */
import { sql } from "../../database/sql.ts";

/** Without a unique key: what is taken twice is there twice. Returns nothing. */
export const makeTaken = () =>
  sql`create table rota.taken (nth bigint generated always as identity, name text not null)`;

/** Returns nothing. */
export const insertTaken = (names: readonly string[]) =>
  sql`insert into rota.taken (name) select unnest(${names}::text[])`;

/** What was taken, in its order. */
export const selectTaken = () => sql<{ name: string }>`select name from rota.taken order by nth`;

/** Forgets all events and sinks. Returns nothing. */
export const emptyOutbox = () => sql`
  truncate rota.outbox_arrivals, rota.outbox_events, rota.outbox_sinks, rota.outbox_held_aggregates, rota.outbox_held_events,
           rota.outbox_discards, rota.taken restart identity`;

/** Lets what waits for its next try be tried now. Returns nothing. */
export const makeDue = () => sql`update rota.outbox_held_aggregates set due_at = clock_timestamp()`;

/** The statements that make a PGlite database stand still in time. */
import { sql, sqlScript } from "../../database/sql.ts";

/**
 * Puts functions of the same names before PostgreSQL's own, so that whatever is created in this session later (tables with
 * their defaults, functions, statements) asks them for the time. `current_timestamp` is syntax and goes on. Returns nothing.
 */
export const replaceClock = () =>
  sqlScript(`
  create schema rota_held_time;
  create function rota_held_time.clock_timestamp() returns timestamptz language sql stable
    as $$ select current_setting('rota_held_time.now')::timestamptz $$;
  create function rota_held_time.now() returns timestamptz language sql stable
    as $$ select current_setting('rota_held_time.now')::timestamptz $$;
  set search_path = rota_held_time, pg_catalog, public`);

/** Says what time it is from now on. Returns nothing of interest. */
export const setTime = (now: Date) => sql`select set_config('rota_held_time.now', ${now.toISOString()}, false)`;

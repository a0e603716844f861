/** The statements that make a PGlite as it was when it started. */

/** Settings, prepared statements, locks, what it listens to and temporary tables. */
export const ENDS_SESSION = "discard all";

/** Migrations take a third less time. Those of every other server are checked, so that a wrong one is found all the same. */
export const BELIEVES_FUNCTIONS = "set check_function_bodies = off";

const isOurs = (except: string) => `nspname not in ('information_schema', 'public', '${except}') and nspname !~ '^pg_'`;

export const dropSchemas = (except = ""): string => `
  do $$
  declare
    schema text;
  begin
    for schema in select nspname from pg_namespace where ${isOurs(except)} loop
      execute format('drop schema %I cascade', schema);
    end loop;
  end
  $$`;

/** One row for each thing outside of schemas, or in the one that is always there, that somebody made. */
export const findLeftovers = (except = ""): string => `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
  union all
  select proname from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select rolname from pg_roles where oid >= 16384
  union all
  select extname from pg_extension where extname <> 'plpgsql'
  union all
  select nspname from pg_namespace where ${isOurs(except)}`;

/** Statements that count changes in a database, so that a test can check that a refused request changes nothing. */
import { sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";

/**
 * Counts every row that is inserted, updated or deleted, except for the last use of keys and the presence of workers.
 */
export const watchChanges = () =>
  sqlScript(`
    create table rota.fuzz_changes (change bigint generated always as identity primary key);

    create function rota.note_fuzz_change() returns trigger language plpgsql as $$
    begin
      insert into rota.fuzz_changes default values;
      return null;
    end $$;

    create trigger fuzz_change after insert or delete or update of ended_at on rota.credentials
      for each row execute function rota.note_fuzz_change();

    do $$
    declare
      v_table regclass;
    begin
      for v_table in
        select oid::regclass from pg_class
         where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = 'rota.tasks'::regclass)
           and relname not in ('fuzz_changes', 'credentials', 'workers')
      loop
        execute format('create trigger fuzz_change after insert or update or delete on %s for each row execute function rota.note_fuzz_change()', v_table);
      end loop;
    end $$`);

/** Returns one row: the number of the latest committed change, null before the first. */
export const selectLatestChange = () =>
  sql<{ latest: bigint | null }>`select max(change) as latest from rota.fuzz_changes`;

/** Contains the statement that lists the schemas of a cluster when it is copied to a newer version. */
import { sql } from "@rota/engine";

export type SchemaRow = { schema: string; is_ours: boolean };

/** Returns every schema that holds tables, and whether it is one of Rota's: those have a table of migrations. */
export const listSchemas = () => sql<SchemaRow>`
  select nspname::text as schema,
         bool_or(relname = 'migrations'
                 and exists (select
                               from pg_attribute
                              where attrelid = pg_class.oid
                                and attname  = 'set_name')) as is_ours
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
   where relkind in ('r', 'p')
     and nspname not like 'pg\\_%'
     and nspname <> 'information_schema'
   group by nspname
   order by nspname`;

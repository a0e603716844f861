/** The statements that read a schema row by row and put it back. Names come from the catalogue, quoted there. */
import { type Sql, sql, sqlScript } from "../sql.ts";

/** A table as the backup's header names it; `columns` as "name type", without generated ones. */
export type TableRow = { name: string; columns: string[] };
export type SequenceRow = { name: string; last_value: bigint; is_called: boolean };
export type ConstraintRow = { table_name: string; name: string; definition: string };

/** Returns the tables whose rows are kept, by name; partitions are reached through their parent. */
export const listTables = (schema: string) => sql<TableRow>`
  select format('%I', relname) as name,
         coalesce(
           array_agg(format('%I %s', attname, format_type(atttypid, atttypmod)) order by attnum)
             filter (where attgenerated = ''),
           '{}')               as columns
    from pg_class
    left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
   where relnamespace = (select oid from pg_namespace where nspname = ${schema})
     and relkind in ('r', 'p')
     and not relispartition
     and relname <> 'migrations'
   group by relname
   order by relname`;

/** Returns the sequences of the schema, by name. */
export const listSequences = (schema: string) => sql<{ name: string }>`
  select format('%I', relname) as name
    from pg_class
   where relnamespace = (select oid from pg_namespace where nspname = ${schema})
     and relkind = 'S'
   order by relname`;

/** Returns one row: where the sequence stands. */
export const selectSequence = (name: string): Sql<SequenceRow> =>
  statement(`select ${literal(name)} as name, last_value, is_called from rota.${name}`);

/** Opens a cursor over a table's rows. Returns nothing. */
export const declareRows = (table: string): Sql =>
  statement(`declare rota_backup no scroll cursor for select given::text as row from rota.${table} as given`);

/** Returns the next rows of the open cursor, each as PostgreSQL's text of a row; none at the end. */
export const fetchRows = (count: number): Sql<{ row: string }> => statement(`fetch ${String(count)} from rota_backup`);

/** Closes the cursor. Returns nothing. */
export const closeRows = (): Sql => sqlScript("close rota_backup");

/** Returns one row: has the table any? */
export const hasRows = (table: string): Sql<{ has_rows: boolean }> =>
  statement(`select exists (select from rota.${table}) as has_rows`);

/** Empties a table that the migrations had filled. Returns nothing. */
export const clearTable = (table: string): Sql => statement(`delete from rota.${table}`);

/** Puts rows back as they were, identities included; generated columns are computed again. Returns nothing. */
export const insertRows = ({ name, columns }: TableRow, rows: readonly string[]): Sql => {
  const names = columns.map(columnName).join(", ");
  const text = `
    insert into rota.${name} (${names}) overriding system value
    select ${names} from unnest($1::rota.${name}[]) as given`;
  return { text, values: [rows], isScript: false };
};

/** Sets a sequence to where it stood. Returns one row without meaning. */
export const setSequence = ({ name, last_value, is_called }: SequenceRow): Sql =>
  sql`select setval(('rota.' || ${name}::text)::regclass, ${last_value}, ${is_called})`;

/** Returns the foreign keys of the schema with the words that make them again. */
export const listForeignKeys = (schema: string) => sql<ConstraintRow>`
  select format('%I', relname)             as table_name,
         format('%I', conname)             as name,
         pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
   where relnamespace = (select oid from pg_namespace where nspname = ${schema})
     and contype = 'f'
     and conparentid = 0
   order by relname, conname`;

/** Takes a foreign key away while rows are put back in any order. Returns nothing. */
export const dropForeignKey = (key: ConstraintRow): Sql =>
  statement(`alter table rota.${key.table_name} drop constraint ${key.name}`);

/** Makes a foreign key again, which checks every row. Returns nothing. */
export const addForeignKey = (key: ConstraintRow): Sql =>
  statement(`alter table rota.${key.table_name} add constraint ${key.name} ${key.definition}`);

/** Keeps triggers from acting on rows that are put back, or lets them act again. Returns nothing. */
export const setTriggers = (table: string, action: "disable" | "enable"): Sql =>
  statement(`alter table rota.${table} ${action} trigger user`);

/** The name of a column in "name type"; a quoted name may hold spaces. */
function columnName(column: string): string {
  return /^(?:"(?:[^"]|"")*"|\S+)/.exec(column)?.[0] ?? column;
}

function statement<Row>(text: string): Sql<Row> {
  return { text, values: [], isScript: false };
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

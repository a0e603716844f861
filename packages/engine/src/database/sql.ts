/** Defines the tag with which all SQL is written: values are always bound, never pasted into the text. */

/** Value that may become a parameter of a statement. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | JsonValue
  | readonly (string | number | bigint | boolean | null | Date)[];

/** Value to store as json. The wrapper distinguishes it from a PostgreSQL array. */
export type JsonValue = { readonly jsonText: string };

/** Statement with its values, and the type of the rows that it returns. */
export type Sql<Row = unknown> = {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** Whether the text has several statements, which run without values, such as a migration. */
  readonly isScript: boolean;
  /** Never set: it passes the row type from the statement to the caller. */
  readonly row?: Row;
};

/**
 * Builds a statement; values become parameters. Tables are written with the schema name `rota`, which the database
 * replaces with the configured one.
 *
 * @example sql<{ task_id: bigint }>`select task_id from rota.tasks where tenant = ${tenant}`
 */
export function sql<Row = unknown>(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql<Row> {
  const text = parts.reduce((joined, part, index) => `${joined}$${String(index)}${part}`);
  return { text, values, isScript: false };
}

/** Builds a script of several statements, such as a migration file. It returns no rows. */
export function sqlScript(text: string): Sql<never> {
  return { text, values: [], isScript: true };
}

/**
 * Marks a value to store as json. `undefined` and functions have no form in json and are refused.
 *
 * @example await tx.query(sql`insert into orders (order_id, lines) values (${id}, ${json(lines)})`);
 */
export function json(value: unknown): JsonValue {
  const jsonText: string | undefined = JSON.stringify(value);
  if (jsonText === undefined) throw new TypeError(`a value of type ${typeof value} cannot be stored as json`);
  return { jsonText };
}

/**
 * Replaces `rota.` in a statement with the configured schema, also at the start of a literal: 'rota.tasks'::regclass and
 * names of channels.
 *
 * SQL is written with a fixed name so that it reads as SQL and needs no search_path, which connections of poolers and
 * transactions of callers may not have.
 */
export function inSchema(text: string, schema: string): string {
  return schema === "rota" ? text : text.replace(/(?<![\w."])rota\./g, `${schema}.`);
}

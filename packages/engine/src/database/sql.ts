/** The tag in which all SQL is written: values are always bound, never pasted. */

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

/** A value to be stored as json: the wrapper tells it from a PostgreSQL array. */
export type JsonValue = { readonly jsonText: string };

/** A statement with its values, and the shape of the rows that it returns. */
export type Sql<Row = unknown> = {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** Several statements in one text, run without values: migrations. */
  readonly isScript: boolean;
  /** Never set: carries the row type from the statement to the caller. */
  readonly row?: Row;
};

/**
 * Builds a statement; values become parameters. Tables are written with the schema name `rota`, which the database replaces by
 * the chosen one.
 *
 * @example sql<{ task_id: bigint }>`select task_id from rota.tasks where tenant = ${tenant}`
 */
export function sql<Row = unknown>(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql<Row> {
  const text = parts.reduce((joined, part, index) => `${joined}$${String(index)}${part}`);
  return { text, values, isScript: false };
}

/** Several statements at once, as a migration file holds them. Returns no rows. */
export function sqlScript(text: string): Sql<never> {
  return { text, values: [], isScript: true };
}

/** Marks a value that goes in as json. `undefined` and functions have no form in json and are refused. */
export function json(value: unknown): JsonValue {
  const jsonText: string | undefined = JSON.stringify(value);
  if (jsonText === undefined) throw new TypeError(`a value of type ${typeof value} cannot be stored as json`);
  return { jsonText };
}

/**
 * Puts the chosen schema name where statements say `rota.`, also at the start of a literal: 'rota.tasks'::regclass and
 * names of channels.
 *
 * SQL is written against a fixed name so that it reads as SQL and needs no search_path, which connection poolers and
 * the caller's own transactions would not have.
 */
export function inSchema(text: string, schema: string): string {
  return schema === "rota" ? text : text.replace(/(?<![\w."])rota\./g, `${schema}.`);
}

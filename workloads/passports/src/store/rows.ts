/** Reads one row or throws NOT_FOUND, packs many values into one parameter, and describes pages of lists. */
import type { Queryable, RotaError, Sql } from "@rota/engine";
import { PassportError } from "../errors.ts";

/**
 * Returns the row. Refuses with NOT_FOUND if there is none, which includes rows of another tenant.
 *
 * @example const document = await found(tx, lockDocument(documentId, tenant), { what: "document", id: documentId });
 */
export async function found<Row>(
  on: Queryable,
  statement: Sql<Row>,
  { what, id }: { readonly what: string; readonly id: string },
): Promise<Row> {
  const [row] = await on.query(statement);
  if (row === undefined) throw notFound(what, id);
  return row;
}

/** Creates the refusal for an id that does not exist or belongs to another tenant. */
export function notFound(what: string, id: string): RotaError {
  return new PassportError("NOT_FOUND", `there is no ${what} ${id}: list them`, { id });
}

export function wrongState(message: string, status: string): RotaError {
  return new PassportError("INVALID_STATE", message, { status });
}

type Packed = {
  readonly bytes: Uint8Array;
  /** Start of each value, counted from 1 as in SQL. */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
};

/**
 * Joins many texts or byte arrays into one value, with the start of each. As a list, the values would be sent as
 * escaped text.
 *
 * @example sql`select substring(${packed.bytes}::bytea from start for length) from unnest(…) as given (start, length)`
 */
export function pack(values: readonly (string | Uint8Array)[]): Packed {
  const parts = values.map((value) => (typeof value === "string" ? Buffer.from(value) : value));
  const lengths = parts.map(({ length }) => length);
  let next = 1;
  const starts = lengths.map((length) => (next += length) - length);
  return { bytes: Buffer.concat(parts), starts, lengths };
}

export type PageAfter = {
  /** Tenant, or undefined for all. */
  readonly tenant: string | undefined;
  /** Last item of the previous page: its time with six fraction digits, and its id. */
  readonly after: { readonly t: string; readonly id: string } | undefined;
  readonly limit: number;
};

/** Reads the one row of something that has an id. */
import type { Queryable, Sql } from "@rota/engine";
import { notFound } from "./refusals.ts";

/**
 * Refuses with NOT_FOUND when the statement returns no row, as it does for what is of another tenant.
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

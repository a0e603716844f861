/** The books of a tenant as they stand now, from memory where they have not changed. */
import type { Queryable } from "@rota/engine";
import { booksOfVersion } from "./books-cache.ts";
import { selectEntity } from "./books.sql.ts";
import { noBooks } from "./read-books.ts";
import type { TenantBooks } from "./tenant-books.ts";

/** Refuses with TENANT_NOT_FOUND. */
export async function currentBooks(on: Queryable, tenant: string): Promise<TenantBooks> {
  const [row] = await on.query(selectEntity({ tenant, ledger: undefined }));
  if (row === undefined) throw noBooks({ tenant });
  return booksOfVersion(on, { tenant }, row.books_version);
}

/** Keeps the books of tenants in memory, under the version that the database names; whatever is older is read again. */
import type { Queryable } from "@rota/engine";
import { readBooks, type BooksName } from "./read-books.ts";
import type { TenantBooks } from "./tenant-books.ts";

/** The books that were used least lately are forgotten first. */
const KEPT_MAX = 500;
const kept = new Map<string, TenantBooks>();

/** What is known of a tenant's books, which may have changed meanwhile: for work that is checked by version later. */
export async function knownBooks(on: Queryable, name: BooksName): Promise<TenantBooks> {
  return kept.get(keyOf(name)) ?? keep(name, await readBooks(on, name));
}

/** The books of that version. Versions are never used twice, so that books of a change that was taken back are not found. */
export async function booksOfVersion(on: Queryable, name: BooksName, version: string): Promise<TenantBooks> {
  const known = kept.get(keyOf(name));
  if (known?.version !== version) return keep(name, await readBooks(on, name));
  return keep(name, known);
}

function keep(name: BooksName, books: TenantBooks): TenantBooks {
  const key = keyOf(name);
  kept.delete(key);
  kept.set(key, books);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return books;
}

function keyOf({ tenant, ledger = "" }: BooksName): string {
  return `${ledger}\0${tenant}`;
}

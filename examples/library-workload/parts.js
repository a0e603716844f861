/** Implements the library: the task that imports books, and the operation that lists them. */
import { defineTask, sql } from "@rota/engine";
import { defineOperation } from "@rota/engine/workload";
import { LibraryError } from "./errors.js";

const DEFAULT_TENANT = "default";
const LISTED_MAX = 1_000;

/**
 * Imports books, one chunk for each. Importing a book again replaces its title.
 *
 * @typedef {{ readonly isbn: string, readonly title: string }} Book
 */
export const importBooks = defineTask({
  name: "library.import",
  queue: "library",
  input: (/** @type {unknown} */ input) => readImport(input),
  split: ({ tenant, books }) => books.map((book) => ({ tenant, ...book })),
  run: async ({ tenant, isbn, title }, { commit }) => {
    await commit(async (tx) => {
      await tx.query(sql`
        insert into rota.library_book (tenant, isbn, title) values (${tenant}, ${isbn}, ${title})
        on conflict (tenant, isbn) do update set title = excluded.title`);
      return isbn;
    });
  },
  finish: (numbers) => ({ imported: numbers.length }),
});

/**
 * Reads the input of an import.
 *
 * @param {unknown} input
 * @returns {{ tenant: string, books: Book[] }}
 */
export function readImport(input) {
  const fields = new Map(Object.entries(input ?? {}));
  const tenant = fields.get("tenant") ?? DEFAULT_TENANT;
  const books = fields.get("books");
  if (typeof tenant !== "string" || !Array.isArray(books) || books.length === 0)
    throw new LibraryError("BOOKS_INVALID", "an import needs books: a list of { isbn, title }");
  return { tenant, books: books.map(readBook) };
}

/**
 * @param {unknown} given
 * @returns {Book}
 */
function readBook(given) {
  const fields = new Map(Object.entries(given ?? {}));
  const isbn = String(fields.get("isbn")).replaceAll("-", "");
  const title = fields.get("title");
  if (typeof title !== "string" || title === "")
    throw new LibraryError("BOOKS_INVALID", `book ${isbn} has no title`, { isbn });
  if (!isIsbn(isbn)) throw new LibraryError("BOOKS_INVALID", `${isbn} is no ISBN of 13 digits`, { isbn });
  return { isbn, title };
}

/**
 * Checks the last digit, with which the weighted sum is a multiple of ten.
 *
 * @param {string} isbn
 */
export function isIsbn(isbn) {
  const sum = [...isbn].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(isbn) && sum % 10 === 0;
}

/**
 * Lists the books of a tenant by title; without a tenant those of all.
 *
 * @param {import("@rota/engine").Queryable} on
 * @param {string | undefined} tenant
 */
export function listBooks(on, tenant = undefined) {
  const asked = tenant ?? null;
  return on.query(sql`
    select tenant, isbn, title from rota.library_book
    where ${asked}::text is null or tenant = ${asked}
    order by title, isbn, tenant limit ${LISTED_MAX}`);
}

const booksOperation = defineOperation({
  name: "library.books",
  method: "GET",
  path: "/v1/library/books",
  summary: "Books of a tenant by title",
  tag: "library",
  role: "viewer",
  answers: { 200: { type: "object", properties: { items: { type: "array", items: { type: "object" } } } } },
  handle: async ({ engine, tenant }) => ({ status: 200, body: { items: await listBooks(engine.database, tenant) } }),
});

export const tasks = [importBooks];
export const operations = [booksOperation];

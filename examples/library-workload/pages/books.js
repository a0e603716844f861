/** Shows the books on a page of the dashboard. Browsers load this file as it is. */
import { answerOf, apiClient, Card, Page, Shown, useResource } from "@rota/dashboard";
import { h } from "preact";

/**
 * @typedef {{ readonly isbn: string, readonly title: string }} Book
 *
 * @typedef {{ "application/json": { items: Book[] } }} Books
 *
 * @typedef {{ "/v1/library/books": { get: { responses: { 200: { content: Books } } } } }} Paths
 */

/** @type {import("@rota/dashboard").RotaClient<Paths>} */
const client = apiClient();

export function BooksPage() {
  const books = useResource("books", (signal) => answerOf(client.GET("/v1/library/books", { signal })));
  const shown = h(Shown, { of: books, children: () => bookList(books.value?.items ?? []) });
  return h(Page, { title: "Books", about: "Imported with rota library import", children: shown });
}

/** @param {Book[]} books */
function bookList(books) {
  const lines = books.map(({ isbn, title }) => h("li", { key: isbn }, `${title}, ISBN ${isbn}`));
  return h(Card, { title: "Shelf", children: h("ul", null, lines) });
}

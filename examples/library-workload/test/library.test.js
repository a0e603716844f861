/** Tests the library on a database in memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { migrate } from "@rota/engine";
import { createTestEngine } from "@rota/engine/testing";
import library from "rota-library-workload";
import { importBooks, listBooks } from "../parts.js";

const ART = { isbn: "978-0-201-89683-1", title: "The Art of Computer Programming" };
const LANGUAGE = { isbn: "978-0-13-110362-7", title: "The C Programming Language" };

const { tasks } = await library.load();
const engine = await createTestEngine({ tasks });
const migrations = await library.migrations?.();
assert(migrations !== undefined);
await migrate(engine.database, { migrations });

await test("books are imported, and an import that runs again replaces the titles", async () => {
  const task = await engine.submit(importBooks, { tenant: "ann", books: [ART, LANGUAGE] });
  assert.deepEqual(await task.result(), { imported: 2 });

  const again = await engine.submit(importBooks, { tenant: "ann", books: [{ ...ART, title: "Art" }] });
  await again.result();

  const books = await listBooks(engine.database, "ann");
  assert.deepEqual(books, [
    { tenant: "ann", isbn: "9780201896831", title: "Art" },
    { tenant: "ann", isbn: "9780131103627", title: LANGUAGE.title },
  ]);
});

await test("a book with a wrong number is refused when it is submitted", async () => {
  const books = [{ ...ART, isbn: "978-0-201-89683-2" }];

  await assert.rejects(engine.submit(importBooks, { tenant: "bob", books }), /9780201896832 is no ISBN/);
});

await test("each tenant has its own books", async () => {
  const task = await engine.submit(importBooks, { tenant: "acme", books: [ART] });
  await task.result();

  assert.deepEqual(await listBooks(engine.database, "acme"), [{ ...ART, tenant: "acme", isbn: "9780201896831" }]);
});

await engine.close();

/** Tests that packages define codes of their own, and that an error survives the way to another process. */
import { expect, test } from "vitest";
import { defineErrors, fromWireError, isRotaError, makeRefusal, toWireError } from "./errors.ts";

class LibraryError extends defineErrors({
  BOOK_NOT_FOUND: "not_found",
  BOOK_LENT: { kind: "conflict", status: 423 },
}) {}

test("an error of another package has the kind and the status of its table, and is recognized by its code", () => {
  const missing = new LibraryError("BOOK_NOT_FOUND", "no book has the number 42", { number: 42 });
  const lent = new LibraryError("BOOK_LENT", "book 42 is lent");

  expect([missing.kind, missing.status, missing.details]).toEqual(["not_found", undefined, { number: 42 }]);
  expect([lent.kind, lent.status]).toEqual(["conflict", 423]);
  expect(isRotaError(lent, "BOOK_LENT") && lent instanceof LibraryError).toBe(true);
});

test("an error that was sent to another process keeps its code, kind, status, message and details", () => {
  const lent = new LibraryError("BOOK_LENT", "book 42 is lent", { number: 42 });

  const arrived = fromWireError(structuredClone(toWireError(lent)));

  expect({ ...arrived, message: arrived.message }).toEqual({ ...lent, message: lent.message });
});

test("a refusal is a code of the engine, or a function that makes an error of another package", () => {
  const missing = (message: string) => new LibraryError("BOOK_NOT_FOUND", message);

  expect(makeRefusal("REQUEST_INVALID", "no", { field: "a" })).toMatchObject({
    code: "REQUEST_INVALID",
    kind: "invalid",
  });
  expect(makeRefusal(missing, "no")).toMatchObject({ code: "BOOK_NOT_FOUND", kind: "not_found" });
});

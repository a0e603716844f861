import { isRotaProblem } from "@rota/dashboard";
import { expect, test } from "vitest";
import { contentOf, type DocumentToUpload, offsetOf, placeIn } from "./source-text.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const BOM = { kind: "BOM", mimeType: "application/json" } as const;

test("bytes are sent in base64, even more than fit into the arguments of one call", () => {
  const bytes = bytesOf(JSON.stringify({ sku: "S1", note: "ä".repeat(20_000) }));

  expect(Buffer.from(contentOf({ ...BOM, bytes }), "base64").equals(Buffer.from(bytes))).toBe(true);
});

test("a document that workers could not read is refused with the place before it is sent", () => {
  expect(refusalOf({ ...BOM, bytes: bytesOf('{\n  "sku": }') })).toContain("line 2, column 10");
  expect(refusalOf({ ...BOM, bytes: bytesOf("[]") })).toContain("must be an object");
  expect(refusalOf({ ...BOM, bytes: bytesOf("") })).toContain("is empty");
  expect(refusalOf({ kind: "DUE_DILIGENCE", mimeType: "text/csv", bytes: bytesOf("a") })).toContain("text/csv");
});

test("a document kind without extraction accepts any content", () => {
  expect(contentOf({ kind: "OTHER", mimeType: "text/plain", bytes: bytesOf("{") })).toBe("ew==");
});

function refusalOf(document: DocumentToUpload): string {
  try {
    contentOf(document);
  } catch (error) {
    if (isRotaProblem(error, "VALIDATION_ERROR")) return error.message;
    throw error;
  }
  return "nothing";
}

test("a place is found in the text, and a place beyond the end is the end", () => {
  expect(offsetOf("ab\ncd", { line: 2, column: 2 })).toBe(4);
  expect(offsetOf("ab\ncd", { line: 9, column: 9 })).toBe(5);
});

test("a refusal may name a place", () => {
  expect(placeIn("JSON, line 12, column 3, at /sku: a value was expected")).toEqual({ line: 12, column: 3 });
  expect(placeIn("the document must be an object")).toBeUndefined();
});

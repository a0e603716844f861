import { expect, test } from "vitest";
import { createRequestKeys } from "./use-action.ts";

test("a request keeps its key across retries, and a different request has a different key", () => {
  const keys = createRequestKeys();
  const first = keys.headerOf("product", { sku: "S1" });

  expect(keys.headerOf("product", { sku: "S1" })).toEqual(first);
  expect(keys.headerOf("product", { sku: "S2" })).not.toEqual(first);
});

test("a completed request gets a new key when it is repeated", () => {
  const keys = createRequestKeys();
  const first = keys.headerOf("snapshot");

  keys.completed();

  expect(keys.headerOf("snapshot")).not.toEqual(first);
});

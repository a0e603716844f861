import { expect, test } from "vitest";
import { createWishes } from "./use-action.ts";

test("a wish keeps its key from try to try, another wish has another one", () => {
  const wishes = createWishes();
  const first = wishes.headerOf("product", { sku: "S1" });

  expect(wishes.headerOf("product", { sku: "S1" })).toEqual(first);
  expect(wishes.headerOf("product", { sku: "S2" })).not.toEqual(first);
});

test("what was fulfilled can be wished again", () => {
  const wishes = createWishes();
  const first = wishes.headerOf("snapshot");

  wishes.fulfilled();

  expect(wishes.headerOf("snapshot")).not.toEqual(first);
});

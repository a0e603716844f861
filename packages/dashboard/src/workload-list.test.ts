import { expect, test } from "vitest";
import { isAt } from "./workload-list.ts";

test("a page is at the paths that its pattern describes", () => {
  expect(isAt({ path: "/library/:bookId" }, "/library/7")).toBe(true);
  expect(isAt({ path: "/library" }, "/library")).toBe(true);
  expect(isAt({ path: "/library/:bookId" }, "/library")).toBe(false);
  expect(isAt({ path: "/library/:bookId" }, "/library/")).toBe(false);
  expect(isAt({ path: "/library/:bookId" }, "/library/7/loans")).toBe(false);
});

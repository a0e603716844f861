/** Tests of the order of test files. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { SLOW } from "./slow-files-first.ts";

test("each file that begins early is there", () => {
  const tiers = (path: string) => ["test", "check"].map((tier) => new URL(`../../${path}.${tier}.ts`, import.meta.url));

  expect(SLOW.filter((path) => !tiers(path).some((url) => existsSync(url)))).toEqual([]);
});

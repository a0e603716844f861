/** Tests that this repository follows the rules of tidy. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "./exceptions.ts";
import { readTree } from "./read-tree.ts";
import { tidy } from "./tidy.ts";
import { formatViolation } from "./violation.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the repository keeps every rule, or says why not in the list of exceptions", () => {
  const files = readTree(root);

  const violations = tidy(files, EXCEPTIONS);

  expect(files.map((file) => file.path)).toContain("tools/tidy/repository.check.ts");
  expect(violations.map(formatViolation)).toEqual([]);
});

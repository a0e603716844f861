import { expect, test } from "vitest";
import { tidy } from "./tidy.ts";
import { formatViolation } from "./violation.ts";

test("an exception excuses one rule in one file", () => {
  const files = [
    { path: "tools/old.ts", text: "/** Old. */\nenum Colour {}\n" },
    { path: "tools/new.ts", text: "/** New. */\nenum Colour {}\n" },
  ];

  const violations = tidy(files, [{ rule: "forbidden-syntax", path: "tools/old.ts", reason: "it is a test" }]);

  expect(violations.map(({ path, rule }) => ({ path, rule }))).toEqual([
    { path: "tools/new.ts", rule: "forbidden-syntax" },
  ]);
});

test("an exception for a folder excuses every file below it", () => {
  const files = ["tools/old/a.ts", "tools/old/b/c.ts", "tools/older.ts"].map((path) => ({
    path,
    text: "/** Old. */\nenum Colour {}\n",
  }));

  const violations = tidy(files, [{ rule: "forbidden-syntax", path: "tools/old/", reason: "it is a test" }]);

  expect(violations.map(({ path }) => path)).toEqual(["tools/older.ts"]);
});

test("an exception that is not needed is itself refused", () => {
  const files = [{ path: "tools/clean.ts", text: "/** Clean. */\n" }];

  const violations = tidy(files, [{ rule: "function-length", path: "tools/clean.ts", reason: "it is a test" }]);

  expect(violations.map(formatViolation)).toEqual([
    "tools/tidy/exceptions.ts:1  exceptions: tools/clean.ts does not break function-length: delete the entry",
  ]);
});

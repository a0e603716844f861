/** Which failures are tried again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileValues } from "../../test/support/hostile-values.ts";
import { RotaError } from "../errors.ts";
import { classifyError } from "./decide-outcome.ts";
import { PermanentError } from "../tasks/outcome.ts";

test.each<[string, unknown]>([
  ["a PermanentError", new PermanentError("gone")],
  ["a class of the user's that extends it", new (class Deleted extends PermanentError {})("gone")],
  ["a refusal of invalid input", new RotaError("INPUT_INVALID", "no")],
  ["a refusal of the configuration", new RotaError("CONFIG_INVALID", "no")],
  ["the error of a schema library", Object.assign(new Error("no"), { issues: [{ message: "too short", path: [] }] })],
])("%s is not tried again", (_, thrown) => {
  expect(classifyError(thrown)).toBe("permanent");
});

test.each<[string, unknown]>([
  ["an error", new Error("timeout")],
  ["a TypeError", new TypeError("x is undefined")],
  ["a database that does not answer", new RotaError("DATABASE_UNAVAILABLE", "no")],
  ["an error with issues of another kind", Object.assign(new Error("no"), { issues: 3 })],
  ["an error caused by a permanent one", new Error("outer", { cause: new PermanentError("inner") })],
  ["a text", "permanent"],
  ["undefined", undefined],
])("%s is tried again", (_, thrown) => {
  expect(classifyError(thrown)).toBe("retryable");
});

test.each<[string, unknown]>([
  ["a secret that is missing", new RotaError("SECRET_MISSING", "no")],
  ["a store of secrets that is unavailable", new RotaError("COORDINATOR_UNAVAILABLE", "no")],
  ["the same from another copy of this package", Object.assign(new Error("no"), { code: "SECRET_MISSING" })],
])("%s is waited for", (_, thrown) => {
  expect(classifyError(thrown)).toBe("waiting");
});

test.each(hostileValues())("%s is classified without throwing", (_, thrown) => {
  expect(classifyError(thrown)).toBe("retryable");
});

test("whatever is thrown is classified", () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (thrown) => {
      expect(classifyError(thrown)).toBe("retryable");
    }),
  );
});

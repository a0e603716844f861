/** Tests of rules that require a build of the compiler. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { refusalOf } from "../../../test/refusal.ts";
import { requireBuild } from "./compile.ts";

test.each([
  ["rota-0.1.0", undefined],
  ["rota-0.1.0", null],
  ["rota-0.1.0", "rota-0.1.0"],
  ["rota-0.10.0", "rota-0.9.5"],
  ["rota-1.0", "rota-1.0.0"],
  ["2", "1.9"],
  ["rota-1.0.0", "rota-1.0.0-beta.2"],
  ["3f2504e0c0ffee", "3f2504e0c0ffee"],
])("the build %s compiles rules that want %s", (build, wanted) => {
  expect(() => {
    requireBuild(build, wanted);
  }).not.toThrow();
});

test.each([
  ["rota-0.1.0", "rota-0.1.1", "want the build rota-0.1.1"],
  ["rota-0.9.5", "rota-0.10.0", "want the build rota-0.10.0"],
  ["rota-1.0.0-beta.2", "rota-1.0.0", "want the build rota-1.0.0"],
  ["rota-1.0.0", "other-0.1.0", "cannot be compared"],
  ["rota-1.0.0", "newest", "cannot be compared"],
  ["UNKNOWN", "rota-1.0.0", "cannot be compared"],
])("the build %s refuses rules that want %s, and says why", (build, wanted, why) => {
  const { code, message, details } = refusalOf(() => {
    requireBuild(build, wanted);
  });

  expect(code).toBe("VALIDATION_ERROR");
  expect(message).toContain(why);
  expect(details).toMatchObject({ reason: "COMPILER_BUILD_UNAVAILABLE", compiler_min_build: wanted });
});

test("of two different builds, exactly one compiles rules that want the other", () => {
  const build = fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }).map((numbers) => `rota-${numbers.join(".")}`);
  const compiles = (own: string, wanted: string) => {
    try {
      requireBuild(own, wanted);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(build, build, (one, other) => {
      expect(compiles(one, other) && compiles(other, one)).toBe(one === other);
      expect(compiles(one, other) || compiles(other, one)).toBe(true);
    }),
  );
});

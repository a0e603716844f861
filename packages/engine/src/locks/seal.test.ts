/** Tests that a sealed value opens only with its key, under its name and unchanged. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const value = fc.uint8Array({ maxLength: 200 });

describe("sealing", () => {
  test("any value opens under its name, and sealing it twice gives different bytes", () => {
    fc.assert(
      fc.property(key, fc.string(), value, (secretsKey, name, given) => {
        const seal = createSeal(secretsKey);
        const sealed = seal.seal(name, given);
        expect(seal.open(name, sealed)).toEqual(given);
        expect(seal.seal(name, given)).not.toEqual(sealed);
      }),
    );
  });

  test("a change of any byte, a cut and another name are detected", () => {
    fc.assert(
      fc.property(key, value, fc.nat(), fc.integer({ min: 1, max: 255 }), (secretsKey, given, position, change) => {
        const seal = createSeal(secretsKey);
        const sealed = seal.seal("mine", given);
        const index = position % sealed.length;
        const changed = sealed.map((byte, at) => (at === index ? byte ^ change : byte));
        expect(() => seal.open("mine", changed)).toThrow("cannot be opened");
        expect(() => seal.open("mine", sealed.subarray(0, index))).toThrow("cannot be opened");
        expect(() => seal.open("yours", sealed)).toThrow("cannot be opened");
      }),
    );
  });
});

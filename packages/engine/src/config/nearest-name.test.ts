import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearestName } from "./nearest-name.ts";
import { optionNames } from "./config.ts";

const optionName = fc.constantFrom(...optionNames());
const word = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "c") });

test("one wrong, missing, added or swapped character still leads to the option", () => {
  const mistake = fc.record({
    name: optionName,
    place: fc.nat(),
    kind: fc.constantFrom("wrong", "missing", "added", "swapped"),
    letter: fc.constantFrom("q", "x", "z"),
  });
  fc.assert(
    fc.property(mistake, ({ name, place, kind, letter }) => {
      const at = place % name.length;
      const [head, rest] = [name.slice(0, at), name.slice(at)];
      const mistaken = {
        wrong: `${head}${letter}${rest.slice(1)}`,
        missing: `${head}${rest.slice(1)}`,
        added: `${head}${letter}${rest}`,
        swapped: `${head}${rest.slice(1, 2)}${rest.slice(0, 1)}${rest.slice(2)}`,
      }[kind];

      expect(nearestName(mistaken, optionNames())).toBe(name);
    }),
  );
});

test("case and separators do not matter", () => {
  expect(nearestName("DATABASE_URL", optionNames())).toBe("databaseUrl");
  expect(nearestName("lease-renew-ms", optionNames())).toBe("leaseRenewMs");
});

test("nothing is suggested for something else", () => {
  expect(nearestName("colour", optionNames())).toBeUndefined();
  expect(nearestName("x", [])).toBeUndefined();
});

test("a very long name is answered at once", () => {
  expect(nearestName("a".repeat(1_000_000), optionNames())).toBeUndefined();
});

test("the distance is zero for the same word only, the same both ways, and never more than the longer word", () => {
  fc.assert(
    fc.property(word, word, (from, to) => {
      const distance = editDistance(from, to);

      expect(distance === 0).toBe(from === to);
      expect(distance).toBe(editDistance(to, from));
      expect(distance).toBeLessThanOrEqual(Math.max(from.length, to.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(from.length - to.length));
    }),
  );
});

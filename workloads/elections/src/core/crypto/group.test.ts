/** Tests of the groups and of the ways to compute powers in them. */
import fc from "fast-check";
import { getDiffieHellman } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../../../tools/test-data.ts";
import { createGroup, fixedBase, inverse, mod, plainExponentiation } from "./group.ts";
import { nativeExponentiation } from "../node/native-crypto.ts";
import {
  GROUP_V1_4096,
  GROUP_V2_3072,
  GROUP_V2_4096,
  TOY_GROUP_16,
  TOY_GROUP_256,
  TOY_GROUP_64,
} from "./group-parameters.ts";

const REAL = [GROUP_V1_4096, GROUP_V2_4096, GROUP_V2_3072];
const TOYS = [TOY_GROUP_16, TOY_GROUP_64, TOY_GROUP_256];

test.each([...REAL, ...TOYS])("g generates the subgroup of order q in $name", ({ p, q, r, g }) => {
  const { power } = plainExponentiation({ p, q, g });

  expect(q * r).toBe(p - 1n);
  expect(power(g, q)).toBe(1n);
  expect(power(g, 1n)).not.toBe(1n);
});

test("exactly the powers of g are elements", () => {
  const group = createGroup(TOY_GROUP_16);
  const elements = new Set<bigint>();
  for (let exponent = 0n; exponent < group.q; exponent++) elements.add(group.power(group.g, exponent));

  const accepted = Array.from({ length: Number(group.p) + 2 }, (_, value) => BigInt(value)).filter(group.isElement);

  expect(new Set(accepted)).toEqual(elements);
  expect(accepted).toHaveLength(Number(group.q));
});

test("powers computed with a table equal powers without one, for every window", () => {
  const { p, q, g } = TOY_GROUP_256;
  const { power } = plainExponentiation(TOY_GROUP_256);
  for (const windowBits of [1, 3, 8]) {
    const withTable = fixedBase({ base: g, p, exponentMax: q, windowBits });
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: q }), (exponent) => withTable(exponent) === power(g, exponent)));
  }
});

test("a base that is used often gives the same powers before and after it has a table, however many bases there are", () => {
  const group = createGroup(TOY_GROUP_64, { tableAfter: 2, tablesMax: 2 });
  const bases = [2n, 3n, 5n].map((exponent) => group.power(group.g, exponent));

  for (let exponent = 0n; exponent < 20n; exponent++) {
    for (const base of bases) expect(group.fixedPower(base, exponent)).toBe(group.power(base, exponent));
  }
});

test.each([Infinity, 0])("powers by OpenSSL equal powers by BigInt, also where OpenSSL refuses: %d", (primeAfter) => {
  // A group of 1024 bits that OpenSSL checks in no time.
  const p = BigInt(`0x${getDiffieHellman("modp2").getPrime("hex")}`);
  const group = { p, q: (p - 1n) / 2n, g: 4n };
  const native = nativeExponentiation({ primeAfter })(group);
  const plain = plainExponentiation(group);

  for (const base of [0n, 1n, 2n, group.g, p - 1n, p - 2n]) {
    for (const exponent of [0n, 1n, 2n, 255n, group.q - 1n, group.q, group.q + 1n]) {
      expect(native.power(base, exponent)).toBe(plain.power(base, exponent));
    }
  }
});

test("every value but zero has an inverse, zero has none", () => {
  const { q } = TOY_GROUP_256;
  fc.assert(fc.property(fc.bigInt({ min: 1n, max: q - 1n }), (value) => mod(value * inverse(value, q), q) === 1n));

  expect(() => inverse(0n, q)).toThrow(RangeError);
});

describeWithTestData("elections/groups", (folder) => {
  test("the groups are the published ones", () => {
    const published = JSON.stringify(JSON.parse(readFileSync(join(folder, "groups.json"), "utf8")));

    for (const { p, q, r, g } of [...REAL, ...TOYS]) {
      for (const value of [p, q, r, g]) expect(published).toContain(`"${value.toString(16)}"`);
    }
  });
});

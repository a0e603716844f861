/** Tests of the hash of ElectionGuard 1 against published answers. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../../../tools/test-data.ts";
import { readJson } from "../records/json-reader.ts";
import { GROUP_V1_4096, GROUP_V2_4096 } from "./group-parameters.ts";
import { hash, toHex } from "./hash.ts";

const group = GROUP_V1_4096;

test("zero is written with two digits, and every number with an even count of them", () => {
  expect([0n, 1n, 255n, 256n].map(toHex)).toEqual(["00", "01", "FF", "0100"]);
});

test("a list counts as the hash of its members, an empty one as nothing", () => {
  expect(hash(group, ["a", "b"])).toBe(hash(group, hash(group, "a", "b")));
  expect(hash(group, [], 0)).toBe(hash(group, null, 0));
  expect(hash(group, 0)).not.toBe(hash(group, null));
});

describeWithTestData("elections/hash-vectors-v1.json", (path) => {
  const read = () => readJson(readFileSync(path, "utf8"), "hash-vectors-v1.json");

  test("hashes equal the published ones", () => {
    for (const vector of read().member("vectors").list()) {
      const parts = vector
        .member("in")
        .list()
        .map((part) => part.optional("str")?.text() ?? part.member("int").integer());

      expect(hash(group, ...parts)).toBe(vector.member("out").hex());
    }
  });

  test("the base hash of College Park follows from its parameters", () => {
    const given = read().member("collegePark");
    const { p, q, g } = GROUP_V2_4096;
    const parameterHash = hash({ q }, given.member("version").text(), "00", p, q, g);
    const manifestHash = hash({ q }, parameterHash, "01", given.member("manifest_hash").hex());

    const base = hash(
      { q },
      parameterHash,
      "02",
      given.member("n").integer(),
      given.member("k").integer(),
      manifestHash,
    );

    expect(base).toBe(given.member("base").hex());
  });
});

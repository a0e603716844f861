import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, NESTING_MAX, NotJsonError } from "./canonical-json.ts";

describe("the examples of RFC 8785", () => {
  test("numbers, escapes and literals are written as section 3.2.2 shows", () => {
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;

    const bytes =
      "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e33333333" +
      "3333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c" +
      "5c5c5c5c222f227d";
    expect(Buffer.from(canonicalJson(JSON.parse(input)), "utf8").toString("hex")).toBe(bytes);
  });

  test("members are sorted by UTF-16 code units as section 3.2.3 shows", () => {
    const input = String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;

    const order = canonicalJson(JSON.parse(input)).matchAll(/:"([^"]*)"/g);
    expect([...order].map(([, value]) => value)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("the number with the bits %s is written as %s (appendix B)", (bits, text) => {
    expect(canonicalJson(doubleOf(bits))).toBe(text);
  });

  test.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])("the bits %s are refused", (bits) => {
    expect(() => canonicalJson(doubleOf(bits))).toThrow(NotJsonError);
  });
});

describe("for every JSON value", () => {
  const jsonValue = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });

  test("the text reads back as the value, so two values with the same text are the same", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(plain(value));
      }),
    );
  });

  test("the order in which members were added does not matter", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      }),
    );
  });
});

describe("what JSON cannot hold is refused with its place", () => {
  class Account {
    readonly id = 1;
  }
  const sparse = [1, 2];
  sparse.length = 3;

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "$"],
    ["a member that is not there", { a: { "b c": undefined } }, '$.a["b c"]'],
    ["a hole in an array", { list: sparse }, "$.list[2]"],
    ["a function", [() => 1], "$[0]"],
    ["a symbol", { a: Symbol("a") }, "$.a"],
    ["a member named by a symbol", { a: { [Symbol("b")]: 1 } }, "$.a"],
    ["a bigint", { amount: 1n }, "$.amount"],
    ["NaN", { a: [0, Number.NaN] }, "$.a[1]"],
    ["infinity", Number.NEGATIVE_INFINITY, "$"],
    ["a Date", { at: new Date(0) }, "$.at"],
    ["a Map", new Map(), "$"],
    ["bytes", new Uint8Array(2), "$"],
    ["an object of a class", new Account(), "$"],
    ["half of a character", { text: "a\ud800b" }, "$.text"],
    ["half of a character in a name", { "\udc00": 1 }, '$["\\udc00"]'],
  ])("%s", (_, value, path) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ name: "NotJsonError", path }));
  });

  test("a value that holds itself, or is nested too deep, is refused instead of filling the stack", () => {
    const ring: Record<string, unknown> = {};
    ring["self"] = ring;
    const nested: unknown = JSON.parse("[".repeat(NESTING_MAX + 1) + "]".repeat(NESTING_MAX + 1));

    expect(() => canonicalJson(ring)).toThrow("nested deeper than 1000 levels");
    expect(() => canonicalJson(nested)).toThrow("nested deeper than 1000 levels");
    expect(canonicalJson(JSON.parse("[".repeat(NESTING_MAX) + "]".repeat(NESTING_MAX)))).toHaveLength(2 * NESTING_MAX);
  });

  test("the refusal does not repeat the value", () => {
    expect(() => canonicalJson({ password: "hunter2\ud800" })).not.toThrow("hunter2");
  });
});

test("text that looks like an escape, and members named as those of every object, are kept", () => {
  const value: unknown = JSON.parse(String.raw`{"__proto__":{"constructor":"\\ud800"},"toString":1}`);

  expect(canonicalJson(value)).toBe(String.raw`{"__proto__":{"constructor":"\\ud800"},"toString":1}`);
});

function doubleOf(bits: string): number {
  return Buffer.from(bits, "hex").readDoubleBE(0);
}

/** Returns the value as JSON reads it back: 0 for -0. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Returns the same value with its members added in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  );
}

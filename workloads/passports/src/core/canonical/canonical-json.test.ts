/** Tests of the canonical form and its reader. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalIfAny } from "../../../test/refusal.ts";
import {
  canonicalJson,
  compareCodePoints,
  isJsonObject,
  isList,
  JSON_NESTING_MAX,
  type JsonValue,
} from "./canonical-json.ts";
import { readCanonical, readJson } from "./read-json.ts";
import { portableSha256Hex, sha256Hex } from "./sha256.ts";

const text = fc.string({ unit: "binary" }).map((string) => string.replaceAll("\u0000", ""));
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(null, true, false),
    fc.bigInt(),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: false }),
  ),
})).value;

const bytesOf = (string: string) => new TextEncoder().encode(string);

describe("for every document", () => {
  test("the canonical form reads back as the document and is a fixed point", () => {
    fc.assert(
      fc.property(json, (value) => {
        const canonical = canonicalJson(value);

        expect(canonicalJson(readJson(canonical))).toBe(canonical);
        expect(canonicalJson(readCanonical(bytesOf(canonical)))).toBe(canonical);
      }),
      { numRuns: process.env["ROTA_LONG"] === "1" ? 10_000 : 1_000 },
    );
  });

  test("neither the order of members nor white space changes the hash", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(readJson(spacedAndTurned(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  test("members are ordered by their UTF-8 bytes, unlike in JavaScript", () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(Math.sign(compareCodePoints(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
      { numRuns: 1_000 },
    );
    expect(canonicalJson({ "\u{1F602}": 1, "\uFB33": 2 })).toBe('{"\uFB33":2,"\u{1F602}":1}');
  });

  test("a document that JSON.parse reads without loss is read the same way", () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalJson(value);
        if (/\d{16}/.test(written)) return;

        expect(withNumbers(readJson(written))).toEqual(JSON.parse(written));
      }),
    );
  });
});

describe("for every text", () => {
  const almostJson = fc
    .array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"a"',
        '"',
        "\\",
        "1",
        "-",
        "0",
        ".5",
        "e9",
        "true",
        "nul",
        " ",
        "\n",
      ),
    )
    .map((parts) => parts.join(""));

  test("reading ends with a value or with a refusal that names its position", () => {
    fc.assert(
      fc.property(fc.oneof(almostJson, fc.string({ unit: "binary" })), (source) => {
        const refusal = refusalIfAny(() => readJson(source));

        if (refusal === undefined) return;
        expect(refusal.code).toBe("VALIDATION_ERROR");
        const { line, column, offset } = refusal.details;
        expect(offset).toBeLessThanOrEqual(source.length);
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a text that JSON.parse refuses is refused", () => {
    fc.assert(
      fc.property(almostJson, (source) => {
        const isJson = isReadBy(JSON.parse, source);

        if (!isJson) expect(() => readJson(source)).toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});

test("integers beyond 2^53 are kept to the last digit", () => {
  expect(readJson('{"n":9007199254740993}')).toMatchObject({ n: 9007199254740993n });
  expect(canonicalJson(readJson(`[${"9".repeat(400)}]`))).toBe(`[${"9".repeat(400)}]`);
});

test.each([
  ["a member that is named twice", '{"a":1,"b":{"a":2,"a":3}}', "line 1, column 19 (/b/a): the member is named twice"],
  ["a name that hides an escape", String.raw`{"a":1,"\u0061":2}`, "named twice"],
  [
    "a fraction that is integral",
    '{\n "x": 1.0}',
    "line 2, column 7 (/x): the number 1.0 is not written as an integer of at most 10000 digits",
  ],
  ["minus zero", "[-0]", "the number -0 is not written as an integer"],
  ["half of a character", String.raw`["\ud800"]`, "half of a character"],
  ["U+0000", String.raw`["\u0000"]`, "U+0000"],
  ["a byte order mark", "\uFEFF{}", "a value was expected"],
  ["more than one value", "{} {}", "the end of the text was expected"],
  ["a comma too many", "[1,]", "a value was expected"],
  ["a text that does not end", '["abc', "does not end"],
  ["a control character", '["a\tb"]', "a control character"],
])("%s is refused with its position", (_, source, message) => {
  expect(() => readJson(source)).toThrow(message);
});

test("nesting and length are limited, and long texts do not use up the stack", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  expect(canonicalJson(readJson(nested(JSON_NESTING_MAX)))).toBe(nested(JSON_NESTING_MAX));
  expect(() => readJson(nested(JSON_NESTING_MAX + 1))).toThrow("nested deeper than 64 levels");
  expect(() => readJson(nested(1_000_000))).toThrow("nested deeper than 64 levels");
  expect(() => readJson("[1]", { lengthMax: 2 })).toThrow("longer than the 2 allowed");
  expect(() => readJson("9".repeat(1_000_000))).toThrow("999… (1000000 characters) is not written as an integer");
  expect(readJson(`"${"x".repeat(5_000_000)}"`)).toHaveLength(5_000_000);
});

test("a member named __proto__ is a member", () => {
  expect(canonicalJson(readJson('{"__proto__":{"a":1},"constructor":2}'))).toBe(
    '{"__proto__":{"a":1},"constructor":2}',
  );
});

test("stored bytes that are not in canonical form are refused, and so are bytes that are not UTF-8", () => {
  expect(() => readCanonical(bytesOf('{"b":1,"a":2}'))).toThrow("not in canonical form from line 1, column 3 on");
  expect(() => readCanonical(bytesOf('["\\u0041"]'))).toThrow("not in canonical form");
  expect(() => readCanonical(Uint8Array.of(0x22, 0xff, 0x22))).toThrow("not UTF-8");
});

test("fractions and undefined members have no canonical form", () => {
  expect(() => canonicalJson(0.5)).toThrow("give an integer, or a decimal as text");
  expect(() => canonicalJson(2 ** 53)).toThrow("give an integer");
  expect(() => canonicalJson("\ud800")).toThrow("half of a character");
});

test("browsers and Node compute the same hashes", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.uint8Array()), (content) => {
      expect(portableSha256Hex(content)).toBe(sha256Hex(content));
    }),
  );
});

function isReadBy(read: (source: string) => unknown, source: string): boolean {
  try {
    read(source);
    return true;
  } catch {
    return false;
  }
}

/** Returns the same document as another program could write it: with spaces, and with members in another order. */
function spacedAndTurned(value: JsonValue): string {
  if (isList<JsonValue>(value)) return `[ ${value.map(spacedAndTurned).join(" ,\n")} ]`;
  if (!isJsonObject(value)) return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}\t: ${spacedAndTurned(member)}`,
  );
  return `{\r\n${members.reverse().join(" , ")}}`;
}

function withNumbers(value: JsonValue): unknown {
  if (isList<JsonValue>(value)) return value.map(withNumbers);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
  return typeof value === "bigint" ? Number(value) : value;
}

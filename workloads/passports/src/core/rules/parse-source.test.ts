/** Tests of the parser of the rule language. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalIfAny } from "../../../test/refusal.ts";
import { SAMPLE_RULES } from "../../../test/sample-passport.ts";
import { loadRules } from "./load-rules.ts";
import { parseSource } from "./parse-source.ts";
import { NESTING_MAX } from "./token-cursor.ts";

const WORDS =
  'field a.b : Int Dec(2) Qty(kg) Opt( List( Text = 1 -1 2.50 "x" "\\u0041" true none date("2026-01-01") qty(1,kg) let x ; if ( ) then else ' +
  "assert do fn => + - * / < == && || ! , getFact recordGet requireSome toDec emitCompliance map example property fact expect cases seed forall implies { } . -- \n";
const nearlyRules = fc.array(fc.constantFrom(...WORDS.split(" ")), { maxLength: 40 }).map((words) => words.join(" "));
const damagedRules = fc
  .tuple(fc.nat(SAMPLE_RULES.length), fc.nat(20), fc.constantFrom(...WORDS.split(" ")))
  .map(([at, length, word]) => SAMPLE_RULES.slice(0, at) + word + SAMPLE_RULES.slice(at + length));

describe("for every source", () => {
  test("loading ends with rules or with a refusal that names line and column", () => {
    fc.assert(
      fc.property(fc.oneof(nearlyRules, damagedRules, fc.string({ unit: "binary" })), (dslSource) => {
        const refusal = refusalIfAny(() => loadRules({ dslSource, testsSource: "" }));

        if (refusal === undefined || refusal.code === "RULE_CYCLE_DETECTED") return;
        expect(["RULE_PARSE_ERROR", "RULE_TYPE_ERROR", "UNIT_MISMATCH"]).toContain(refusal.code);
        const { line, column, offset } = refusal.details;
        expect(offset).toBeLessThanOrEqual(dslSource.length);
        expect(Number(line) >= 1 && Number(column) >= 1).toBe(true);
      }),
      { numRuns: process.env["ROTA_LONG"] === "1" ? 5_000 : 300 },
    );
  });
});

test.each([
  ["a field without a type", "field a = 1;", 'line 1, column 9: ":" was expected, but found "="'],
  [
    "a source that ends too soon",
    "field a: Int =",
    "line 1, column 15: an expression was expected, but the source ends",
  ],
  ["a type that is none", "field a: String = 1;", '"String" is no type; types are Bool, Int'],
  ["a unit that is none", "field a: Qty(lb) = 1;", '"lb" is no unit; units are kg, g, kWh'],
  [
    "a word of the language as a name",
    "field a: Int = let if = 1; 2;",
    '"if" is a word of the language: choose another name',
  ],
  ["comparisons in a row", "field a: Bool = 1 < 2 < 3;", "comparisons cannot follow each other: join them with &&"],
  ["the lambda of another dialect", "field a: Int = λx. x;", "functions are written fn(x) => …"],
  ["the path of another dialect", "field a: Int = @b.c;", 'fields are read with field("path"), not with @path'],
  ["an impossible day", 'field a: Date = date("7172-75-08");', '"7172-75-08" is no day written YYYY-MM-DD'],
  ["letters after digits", "field a: Int = 12kg;", "a number is followed by letters"],
  ["a text that does not end", 'field a: Text = "abc', "the text that begins here does not end"],
  ["half of a character", 'field a: Text = "\\ud800";', "half of a character"],
  ["a scale that is too fine", "field a: Dec(19) = 1;", "the scale is at most 18"],
  ["a fixture that is no JSON", 'example e: { fact f("A","a") = {"x":}; } => ;', "a value was expected"],
])("%s is refused with its position", (_, source, message) => {
  expect(() => parseSource(source)).toThrow(message);
});

test("units may be quoted, comments end with the line, and texts may contain the start of a comment", () => {
  const { fields } = parseSource(
    'field a: Qty("kg") = qty(1.5, "kg"); -- a comment; field b\nfield c: Text = "-- no comment";',
  );

  expect(fields.map(({ path, type, value }) => [path, type.kind, value.kind])).toEqual([
    ["a", "Qty", "literal"],
    ["c", "Text", "literal"],
  ]);
});

test("a minus belongs to a number only where an operand may begin", () => {
  const { fields } = parseSource("field a: Int = 3 -2; field b: Int = -2; field c: Int = 3 - -2; field d: Int = -(2);");

  expect(fields.map(({ value }) => value.kind)).toEqual(["binary", "literal", "binary", "unary"]);
});

test("nesting is limited in parentheses, calls, conditions, types and long chains", () => {
  const deep = 50_000;
  const sources = [
    `field a: Int = ${"(".repeat(deep)}1;`,
    `field a: Int = ${"-(".repeat(deep)}1;`,
    `field a: Bool = ${"!".repeat(deep)}true;`,
    `field a: Int = ${"toDec(".repeat(deep)}1;`,
    `field a: Int = ${"if (true) then 1 else ".repeat(deep)}1;`,
    `field a: Int = 1${"+1".repeat(deep)};`,
    `field a: ${"List(".repeat(deep)}Int = 1;`,
  ];

  for (const source of sources)
    expect(() => parseSource(source)).toThrow(`nested deeper than ${String(NESTING_MAX)} levels`);
});

test("many statements are not nested", () => {
  const lines = Array.from({ length: 9_998 }, (_, index) => `let v${String(index)} = 1 + 2 * 3;`).join("\n");

  expect(parseSource(`field a: Int =\n${lines}\nv0;`).fields).toHaveLength(1);
});

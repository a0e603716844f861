/** Tests of the results of rules, and of the limits that stop them. */
import { describe, expect, test } from "vitest";
import { refusalOf } from "../../../test/refusal.ts";
import type { JsonObject } from "../canonical/canonical-json.ts";
import { indexFacts, makeFact } from "../facts/fact.ts";
import { loadRules } from "./load-rules.ts";
import { jsonOf } from "./value.ts";
import { evaluateRules, type EvaluationOptions } from "./evaluate-rules.ts";

const factOf = (payload: JsonObject, factKey = "a") => makeFact({ factType: "A", factKey, payload });
const MEMBER = 'requireSome(recordGet(requireSome(getFact("A","a"),"E1","no fact"),"m"),"E2","no member")';

function evaluated(dslSource: string, facts = [factOf({})], options: EvaluationOptions = {}) {
  return evaluateRules(loadRules({ dslSource, testsSource: "" }), indexFacts(facts), options);
}

/** Returns the JSON form of the field x. */
function valueOf(type: string, expression: string, member?: JsonObject[string]) {
  const value = evaluated(`field x: ${type} = ${expression};`, [
    factOf(member === undefined ? {} : { m: member }),
  ]).values.get("x");
  return value === undefined ? undefined : jsonOf(value);
}

describe("numbers", () => {
  test.each([
    ["Int", "-7 / 2", -3n],
    ["Int", "2 + 3 * 4 - -(1)", 15n],
    ["Dec(6)", "5285001.00 / 75.500000", "70000.013245"],
    ["Dec(2)", "1.25 * 1.1", "1.38"],
    ["Dec(2)", "toDec(2, 2.345)", "2.34"],
    ["Dec(2)", "toDec(2, 2.355)", "2.36"],
    ["Dec(6)", "toDec(6, 5)", "5.000000"],
    ["Qty(kg)", 'toQty("kg", "0.0000005")', { unit: "kg", value: "0.000000" }],
    ["Qty(kg)", 'convert("kg", "g", qty(1.5, g))', { unit: "kg", value: "0.001500" }],
    ["Qty(gCO2e)", 'convert("gCO2e", "tCO2e", qty(2, tCO2e))', { unit: "gCO2e", value: "2000000.000000" }],
    ["Dec(6)", "qty(1, kg) / qty(3, kg)", "0.333333"],
    ["Qty(kg)", "qty(10, kg) / 4.0", { unit: "kg", value: "2.500000" }],
    [
      "Qty(kg)",
      'sumQty("kg", filter(map(getFactsByPrefix("B",""), fn(x) => qty(1, kg)), fn(x) => true))',
      { unit: "kg", value: "0.000000" },
    ],
    ["Dec(2)", 'sumDec(2, map(getFactsByPrefix("A",""), fn(x) => 0.125))', "0.12"],
  ])("%s: %s is computed exactly", (type, expression, value) => {
    expect(valueOf(type, expression)).toEqual(value);
  });

  test("a conversion keeps the value: five is five at every scale", () => {
    expect(valueOf("Dec(6)", `toDec(6, ${MEMBER})`, 5n)).toBe("5.000000");
    expect(valueOf("Dec(6)", `toDec(6, ${MEMBER})`, "75.5")).toBe("75.500000");
    expect(valueOf("Qty(kWh)", `toQty("kWh", ${MEMBER})`, "75.5")).toEqual({ unit: "kWh", value: "75.500000" });
  });

  test("units of different families do not convert", () => {
    expect(() => valueOf("Qty(kWh)", 'convert("kWh", "kg", qty(1, kg))')).toThrow(
      expect.objectContaining({ code: "UNIT_MISMATCH" }),
    );
  });

  test.each(["1 / 0", "1.0 / 0.0", "qty(1, kg) / 0.0", "qty(1, kg) / qty(0, kg)"])("%s is refused", (expression) => {
    const run = () => evaluated(`field x: Bool = let y = ${expression}; true;`);

    expect(refusalOf(run)).toMatchObject({ code: "DIVISION_BY_ZERO", details: { field: "x", line: 1 } });
  });
});

describe("a value from a fact", () => {
  test("is checked where its use requires a type, and the refusal names the field", () => {
    expect(valueOf("Int", MEMBER, 5n)).toBe(5n);
    expect(valueOf("List(Int)", MEMBER, [1n, 2n])).toEqual([1n, 2n]);
    expect(valueOf("Map(Text,Text)", MEMBER, { a: "b" })).toEqual({ a: "b" });
    expect(valueOf("Dec(2)", MEMBER, "1.50")).toBe("1.50");
    expect(valueOf("Date", MEMBER, "2026-03-01")).toBe("2026-03-01");
    const wrong: [string, JsonObject[string]][] = [
      ["Int", "5"],
      ["Text", 5n],
      ["Bool", "true"],
      ["Date", "7172-75-08"],
      ["Dec(2)", "1.5"],
      ["List(Int)", [1n, "2"]],
      ["Qty(kg)", { unit: "g", value: "1.000000" }],
      ["Record(a: Int)", { a: "1" }],
    ];
    for (const [type, member] of wrong) {
      const refusal = refusalOf(() => valueOf(type, MEMBER, member));
      expect(refusal, type).toMatchObject({ code: "RULE_TYPE_ERROR", details: { field: "x" } });
    }
    expect(() => valueOf("Dec(2)", `toDec(2, ${MEMBER})`, "12,5")).toThrow("is not an integer or decimal text");
  });

  test("is none if it is missing or null", () => {
    const option = 'recordGet(requireSome(getFact("A","a"),"E1","no fact"),"m")';

    expect(valueOf("Bool", `isSome(${option})`, "x")).toBe(true);
    expect(valueOf("Bool", `isSome(${option})`, null)).toBe(false);
    expect(valueOf("Opt(Text)", option)).toBe(null);
    expect(valueOf("Text", `unwrapOr(${option}, "nothing")`)).toBe("nothing");
    expect(refusalOf(() => valueOf("Text", MEMBER))).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { rule_code: "E2", field: "x" },
    });
  });

  test("is read in the order of keys, whatever the order of the facts", () => {
    const facts = ["b", "a\u{1F602}", "a\uFB33"].map((key) => factOf({ key }, key));
    const source = 'field x: List(Text) = map(getFactsByPrefix("A", ""), fn(f) => unwrapOr(recordGet(f, "key"), ""));';

    const expected = { kind: "List", items: ["a\uFB33", "a\u{1F602}", "b"].map((value) => ({ kind: "Text", value })) };
    expect(evaluated(source, facts).values.get("x")).toMatchObject(expected);
    expect(evaluated(source, facts.toReversed()).values.get("x")).toMatchObject(expected);
  });
});

describe("evaluation", () => {
  test("runs only the branch that is taken, and stops when the result is known", () => {
    expect(valueOf("Int", "if (true) then 1 else 1 / 0")).toBe(1n);
    expect(valueOf("Bool", "false && 1 / 0 == 1")).toBe(false);
    expect(valueOf("Bool", "true || 1 / 0 == 1")).toBe(true);
  });

  test("ends at a false assertion with the rule's own code", () => {
    const run = () => evaluated('field x: Int = assert(1 > 2, "E42", "too small"); 1;');

    expect(refusalOf(run)).toMatchObject({
      code: "VALIDATION_ERROR",
      message: "field x, line 1, column 16: E42: too small",
      details: { rule_code: "E42" },
    });
  });

  test("emits entries in the order of evaluation", () => {
    const source =
      'field b: Bool = emitCompliance("2", "OK", "e"); field a: Int = do emitCompliance("1", "OK", "e"); 1; field c: Bool = emitCompliance("3", "NO", "e");';

    expect(evaluated(source).compliance.map(({ clause }) => clause)).toEqual(["1", "2", "3"]);
  });

  test("lets inner names hide outer names", () => {
    expect(valueOf("Int", "let x = 1; let x = x + 1; (let x = 10; x) + x")).toBe(12n);
    expect(valueOf("Int", 'let x = 5; fold(getFactsByPrefix("A", ""), x, fn(x, y) => x + 1) + x')).toBe(11n);
  });
});

describe("hostile rules end within their limits", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => factOf({ m: "x" }, String(index)));

  test("nested loops take too many steps", () => {
    const all = 'getFactsByPrefix("A", "")';
    const source = `field x: List(List(Int)) = map(${all}, fn(a) => map(${all}, fn(b) => 1 + 1));`;

    const limit = process.env["ROTA_LONG"] === "1" ? {} : { stepsMax: 20_000 };
    expect(() => evaluated(source, many, limit)).toThrow(/the evaluation takes more than (1000000|20000) steps/);
    expect(() => evaluated("field x: Int = 1 + 1;", [], { stepsMax: 2 })).toThrow("more than 2 steps");
  });

  test("numbers that double their digits become too large", () => {
    const source = `field x: Int = ${"let a = 10;"}${"let a = a * a;".repeat(64)} a;`;

    expect(() => evaluated(source)).toThrow("a number has more than 1000 digits");
  });

  test("lists of lists that multiply their size are refused before they are written", () => {
    const all = 'getFactsByPrefix("A", "")';
    const source = `field x: Bool = let l0 = ${all}; ${[0, 1, 2, 3, 4]
      .map((level) => `let l${String(level + 1)} = map(l0, fn(x) => l${String(level)});`)
      .join(" ")} true;`;

    expect(() => evaluated(source, many)).toThrow(/a list takes more than 1000000 characters/);
  });

  test("a proof that would become too large ends the evaluation before it is built", () => {
    const source = 'field x: List(Int) = map(getFactsByPrefix("A", ""), fn(a) => 1 + 1);';

    expect(() => evaluated(source, many, { proofBytesMax: 50_000 })).toThrow(
      expect.objectContaining({ code: "PROOF_TOO_LARGE" }),
    );
  });
});

/** Tests of the checks of rules, and of the order of fields. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../../../test/refusal.ts";
import { loadRules, orderFields } from "./load-rules.ts";

const load = (dslSource: string, testsSource = "") => loadRules({ dslSource, testsSource });

describe("types match or are refused", () => {
  test.each([
    "field a: Int = 7 / 2 * -3 + 1;",
    "field a: Dec(6) = 1.25 / 3.000000;",
    "field a: Dec(2) = 1.25 + 2.50;",
    "field a: Qty(kg) = qty(2, kg) * 1.5 / 0.5;",
    "field a: Qty(kg) = 1.5 * qty(2, kg);",
    "field a: Dec(6) = qty(1, kg) / qty(3, kg);",
    'field a: Qty(g) = convert("g", "kg", qty(1, kg));',
    'field a: Bool = date("2026-01-01") < date("2027-02-18") && !("a" == "b") || 1.5 > 1.25;',
    'field a: Opt(Text) = if (true) then "x" else none;',
    'field a: List(Int) = map(getFactsByPrefix("A", ""), fn(x) => 1);',
    'field a: Int = fold(getFactsByPrefix("A", ""), 0, fn(sum, x) => sum + 1);',
    'field a: Map(Text,Int) = requireSome(recordGet(requireSome(getFact("A","a"),"E","m"),"m"),"E","m");',
    'field a: Record(x: Int, y: Opt(Text)) = requireSome(getFact("A","a"),"E","m");',
    'field a: Qty(tCO2e) = convert("tCO2e", "gCO2e", toQty("gCO2e", 5));',
    "field a: Qty(degC) = -qty(20, degC);",
    "field date.field: Int = 1;",
  ])("%s", (source) => {
    expect(load(source).fields).toHaveLength(1);
  });

  test.each([
    ["field a: Int = true;", "RULE_TYPE_ERROR", "the value of the field must be Int, not Bool"],
    [
      "field a: Dec(2) = 1.5 + 2.50;",
      "RULE_TYPE_ERROR",
      "Dec(1) + Dec(2) has no meaning: use toDec to give them one scale",
    ],
    ["field a: Qty(kg) = qty(1, kg) + qty(1, g);", "UNIT_MISMATCH", "use convert to give them one unit"],
    ["field a: Bool = qty(1, kg) < qty(1, g);", "UNIT_MISMATCH", "use convert"],
    ["field a: Qty(kg) = qty(1, g);", "UNIT_MISMATCH", "must be Qty(kg), not Qty(g): use convert"],
    [
      'field a: Qty(kg) = convert("kg", "g", qty(1, kg));',
      "UNIT_MISMATCH",
      "the quantity of convert must be Qty(g), not Qty(kg)",
    ],
    ['field a: Qty(kg) = toQty("lb", 1);', "UNIT_MISMATCH", '"lb" is no unit'],
    ["field a: Int = if (1) then 1 else 2;", "RULE_TYPE_ERROR", "the condition of if must be Bool, not Int"],
    [
      'field a: Int = if (true) then 1 else "x";',
      "RULE_TYPE_ERROR",
      "the branches of if are Int and Text: make them one type",
    ],
    ["field a: Int = x;", "RULE_TYPE_ERROR", "x is not defined"],
    ["field a: Int = getFacts(1);", "RULE_TYPE_ERROR", "there is no function getFacts; is it getFact?"],
    ['field a: Int = field("b");', "RULE_TYPE_ERROR", "there is no field b"],
    [
      'field p: Text = "a"; field a: Int = let x = "p"; field(x);',
      "RULE_TYPE_ERROR",
      "the path of field must be a text in quotes",
    ],
    ["field a: Dec(2) = toDec(2 + 0, 1);", "RULE_TYPE_ERROR", "the scale of toDec must be a number from 0 to 18"],
    [
      'field a: Int = requireSome(1, "E", "m");',
      "RULE_TYPE_ERROR",
      "requireSome needs an Opt, not Int, which is always there",
    ],
    ['field a: Bool = getFact("A", "a") == none;', "RULE_TYPE_ERROR", "use isSome, unwrapOr or requireSome"],
    ["field a: Int = fn(x) => x;", "RULE_TYPE_ERROR", "a function stands only where map, filter or fold takes one"],
    [
      'field a: List(Int) = map(getFactsByPrefix("A", ""), 1);',
      "RULE_TYPE_ERROR",
      "map needs a function, written fn(x) => …",
    ],
    ["field a: Int = do toDec(2, 1); 1;", "RULE_TYPE_ERROR", "do is for emitCompliance"],
    ["field a: Int = 1; field a: Int = 2;", "RULE_TYPE_ERROR", "the field is declared twice"],
    ["field a: Int = 1; field a.b: Int = 2;", "RULE_TYPE_ERROR", "a is a field too, so nothing can be inside of it"],
    ["field a: Int = getFact(1);", "RULE_TYPE_ERROR", "getFact(type, key) was called with 1 arguments"],
  ])("%s", (source, code, message) => {
    const refusal = refusalOf(() => load(source));

    expect(refusal.code).toBe(code);
    expect(refusal.message).toContain(message);
  });

  test("the refusal names field, line and column", () => {
    expect(() => load("field a: Int = 1;\nfield b.c: Int =\n  2 + true;")).toThrow(
      "field b.c, line 3, column 5: Int + Bool",
    );
  });
});

describe("fields are evaluated after the fields that they read", () => {
  test("every read counts, even in a branch that is not taken", () => {
    const rules = load(
      'field a: Int = if (false) then field("z") else 1; field z: Int = 2; field m: Int = field("a");',
    );

    expect(rules.fields.map(({ path }) => path)).toEqual(["z", "a", "m"]);
  });

  test("every dependency comes before its users, and ties are in the order of paths", () => {
    const graph = fc
      .uniqueArray(fc.stringMatching(/^[a-e]{1,3}$/), { minLength: 1, maxLength: 12 })
      .chain((paths) =>
        fc
          .array(fc.tuple(fc.nat(paths.length - 1), fc.nat(paths.length - 1)), { maxLength: 20 })
          .map((edges) => ({ paths, edges })),
      );
    fc.assert(
      fc.property(graph, ({ paths, edges }) => {
        const reads = new Map(paths.map((path) => [path, new Set<string>()]));
        for (const [from, to] of edges) if (from > to) reads.get(paths[from] ?? "")?.add(paths[to] ?? "");

        const order = orderFields(reads);

        const placed = new Set<string>();
        for (const path of order) {
          const ready = paths.filter(
            (candidate) =>
              !placed.has(candidate) && [...(reads.get(candidate) ?? [])].every((read) => placed.has(read)),
          );
          expect(path).toBe(ready.sort()[0]);
          placed.add(path);
        }
        expect(order).toHaveLength(paths.length);
      }),
    );
  });

  test("the refusal of a cycle names the fields in it and no others", () => {
    const source =
      'field x: Int = field("a"); field a: Int = field("b"); field b: Int = field("c"); field c: Int = field("a"); field y: Int = 1;';

    expect(() => load(source)).toThrow(
      expect.objectContaining({ code: "RULE_CYCLE_DETECTED", details: { fields: ["a", "b", "c"] } }),
    );
    expect(() => load('field a: Int = field("a");')).toThrow("a reads a");
  });

  test("more than 10,000 fields are refused", () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => `field f${String(index)}: Int = 1;`).join("");

    expect(load(fields(10_000)).fields).toHaveLength(10_000);
    expect(() => load(fields(10_001))).toThrow("more than 10000 fields");
  });
});

test("tests may not declare fields, and may expect only what can be compared", () => {
  expect(() => load("", "field a: Int = 1;")).toThrow("the field a stands among the tests");
  const expecting = (expectation: string) => () =>
    load("field a: Dec(2) = 1.00; field q: Qty(kg) = qty(1, kg);", `example e: { } => expect(${expectation});`);
  expect(expecting("a, == 1")).not.toThrow();
  expect(expecting("a, >= 0.5")).not.toThrow();
  expect(expecting('a, == "1"')).toThrow("cannot be compared with Text");
  expect(expecting("a, == none")).toThrow("only an Opt can be compared with none");
  expect(expecting("q, == qty(1, g)")).toThrow(expect.objectContaining({ code: "UNIT_MISMATCH" }));
  expect(expecting("b, == 1")).toThrow("there is no field b");
});

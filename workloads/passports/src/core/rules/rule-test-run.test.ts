/** Tests of how the tests of rules run. */
import { expect, test } from "vitest";
import { loadRules } from "./load-rules.ts";
import { mayPublish, runRuleTests, splitMix64 } from "./rule-test-run.ts";

const RULES = `field capacity: Dec(1) =
  toDec(1, requireSome(recordGet(requireSome(getFact("Battery","b"),"E1","no battery"),"kwh"),"E2","no capacity"));
field notes: Opt(Text) = recordGet(requireSome(getFact("Battery","b"),"E1","no battery"),"notes");`;

const run = (testsSource: string, seed?: bigint) =>
  runRuleTests(loadRules({ dslSource: RULES, testsSource }), seed === undefined ? {} : { seed });

test("the generator gives the published numbers of SplitMix64", () => {
  const { next } = splitMix64(1234567n);

  expect([next(), next(), next()]).toEqual([6457827717110365317n, 3203168211198807973n, 9817491932198370423n]);
});

test("an example compiles its facts and compares what it expects", () => {
  const fact = 'fact f("Battery","b") = {"kwh": 75.5, "notes": null};';

  expect(
    run(`example e: { ${fact} } => expect(capacity, == 75.5); expect(capacity, > 75); expect(notes, == none); ;`),
  ).toEqual({
    status: "PASSED",
    cases: 1,
    passed: 1,
    failed: 0,
    firstFailure: undefined,
  });
  expect(run(`example e: { ${fact} } => expect(capacity, == 75.4);`).firstFailure).toEqual({
    test: "e",
    why: 'capacity is "75.5", expected == "75.4"',
  });
  expect(run("example e: { } => expect(capacity, == 1);").firstFailure?.why).toContain("E1: no battery");
  expect(run(`example e: { ${fact} ${fact} } => expect(capacity, > 1);`).firstFailure?.why).toContain(
    "two facts Battery b",
  );
});

test("a property runs its declared number of cases, which are the same for the same seed", () => {
  const holds =
    "property p: cases(500) seed(7) => forall x: Dec(2), y: Int . implies(x >= 0.00, toDec(6, x) >= 0.000000);";
  const breaks = "property p: cases(200) seed(7) => forall x: Int . implies(x > 0, x < 1000);";

  expect(run(holds)).toMatchObject({ status: "PASSED", cases: 500 });
  expect(run(breaks)).toMatchObject({ status: "FAILED", cases: 200, firstFailure: { test: "p" } });
  expect(run(breaks)).toEqual(run(breaks));
  expect(run(breaks, 1n)).toEqual(run(breaks, 1n));
  expect(run(breaks, 1n)).not.toEqual(run(breaks));
  expect(run("property p: cases(5) seed(1) => forall x: Int . implies(true, 1 / 0 == x);").firstFailure?.why).toContain(
    "DIVISION_BY_ZERO",
  );
});

test("values are drawn for all types, and each has its type", () => {
  const types = [
    "Bool",
    "Int",
    "Dec(3)",
    "Qty(kg)",
    "Text",
    "Date",
    "Opt(Int)",
    "List(Dec(1))",
    "Map(Text,Int)",
    "Record(a: Text, b: Opt(Date))",
  ];
  const properties = types.map(
    (type, index) =>
      `property p${String(index)}: cases(50) seed(${String(index)}) => forall x: ${type} . implies(true, true);`,
  );

  expect(run(properties.join("\n"))).toMatchObject({ status: "PASSED", cases: 500 });
});

test("rules may be published if the last run passed at least 500 cases", () => {
  const property = (cases: number) =>
    `property p: cases(${String(cases)}) seed(1) => forall x: Int . implies(true, true);`;

  expect(mayPublish(run(property(500)))).toBe(true);
  expect(mayPublish(run(property(499)))).toBe(false);
  expect(mayPublish(run(""))).toBe(false);
  expect(mayPublish(run("property p: cases(500) seed(1) => forall x: Int . implies(true, false);"))).toBe(false);
});

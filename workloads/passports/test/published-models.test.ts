/** Tests of documents of published models: their facts compile, and a passport gives the same document back. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import AjvDraft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { isJsonObject, memberOf, type JsonObject, type JsonValue } from "../src/core/canonical/canonical-json.ts";
import { readJson } from "../src/core/canonical/read-json.ts";
import { decodeDocument, parseDocument } from "../src/core/facts/parse-document.ts";
import { makeFact, type Fact } from "../src/core/facts/fact.ts";
import { batteryPassJson, PUBLISHED_MODELS } from "../src/core/facts/published-models.ts";
import { draftRules } from "../src/core/facts/draft-rules.ts";
import { sampleBatteryPass, shippedRules } from "../src/core/node/shipped-files.ts";
import { loadRules } from "../src/core/rules/load-rules.ts";
import { mayPublish, runRuleTests } from "../src/core/rules/rule-test-run.ts";
import { refusalIfAny, refusalOf } from "./refusal.ts";
import { compiled, sampleInput } from "./sample-passport.ts";

const BATTERY_PASS = "io.catenax.battery.battery_pass-6.1.0";
/** Limit of proofs. Drafted rules have a field for each member, so their proof is larger than that of selective rules. */
const PROOF_BYTES_MAX = 2_000_000;

const parse = (bytes: Uint8Array | string) =>
  parseDocument({ kind: "DATA_MODEL", mimeType: "application/json", bytes: Buffer.from(bytes) });
const [din] = shippedRules();
const compileDin = (facts: readonly Fact[]) =>
  compiled(sampleInput({ facts, rules: din?.dslSource ?? "", tests: din?.testsSource ?? "" }));
const compileDrafted = (facts: readonly Fact[]) =>
  compiled({ ...sampleInput({ facts, rules: draftRules(facts) }), limits: { proofBytesMax: PROOF_BYTES_MAX } });
const payloadOf = ({ payloadCanonical }: { readonly payloadCanonical: string }): JsonObject => {
  const payload = readJson(payloadCanonical);
  return isJsonObject(payload) ? payload : {};
};

describe("the shipped document", () => {
  test("becomes facts with the paths of its objects as keys, and fractions as decimal text", () => {
    const facts = parse(sampleBatteryPass());

    const capacity = facts.find(({ factKey }) => factKey === "battery_pass.performance.rated.capacity");
    expect(capacity).toMatchObject({
      factType: "CatenaX",
      schemaVersion: 6,
      payloadCanonical: '{"temperature":"25.0","thresholdExhaustion":"70.0","value":"211.5"}',
    });
    expect(facts.find(({ factKey }) => factKey === "battery_pass")?.payload["specVersion"]).toContain("6.1.0");
  });

  test("compiles with the shipped rules within the default limits", () => {
    const passport = compileDin(parse(sampleBatteryPass()));

    expect(payloadOf(passport)).toMatchObject({
      fields: {
        identity: { category: "EV", made_on: "2026-03-01", mass: { unit: "kg", value: "452.500000" } },
        carbon: { footprint: { unit: "kgCO2e_per_kWh", value: "70.000000" } },
        performance: { power: { per_energy: { unit: "W_per_Wh", value: "1.996672" } } },
      },
    });
    expect(passport.compliance).toHaveLength(4);
    expect(passport.compliance).toContainEqual({
      clause: "Regulation (EU) 2023/1542, Art. 8: 6 % of recycled lithium from 2031",
      status: "not met",
      evidence: "circularity.recycled.lithium",
    });
  });

  test("is the same after a passport with drafted rules", () => {
    const rebuilt = batteryPassJson(payloadOf(compileDrafted(parse(sampleBatteryPass()))));

    expect(JSON.parse(rebuilt)).toEqual(JSON.parse(sampleBatteryPass()));
  });
});

test("the shipped rules pass enough tests to be published", () => {
  for (const { name, dslSource, testsSource } of shippedRules()) {
    const run = runRuleTests(loadRules({ dslSource, testsSource }));

    expect([name, run.firstFailure]).toEqual([name, undefined]);
    expect(mayPublish(run)).toBe(true);
  }
});

test("the shipped rules set the tier of each field", () => {
  for (const { dslSource, testsSource, tiers } of shippedRules()) {
    const { fields } = loadRules({ dslSource, testsSource });

    expect(Object.keys(tiers).sort()).toEqual([...fields.map(({ path }) => path), "compliance"].sort());
    expect(new Set(Object.values(tiers))).toEqual(new Set(["public", "interested", "authority"]));
  }
});

test("an impossible date is refused with the field", () => {
  const facts = parse(sampleBatteryPass().replace('"2026-04-20"', '"7172-75-08"'));

  expect(refusalOf(() => compileDin(facts))).toMatchObject({
    code: "RULE_TYPE_ERROR",
    details: { field: "identity.in_service_since" },
  });
});

describe("refusals", () => {
  test.each<[string, string, string, string]>([
    [
      "a document of no known model",
      '{"sku":"S1"}',
      "",
      "is of no model that is known here; known are battery_pass 6.1.0",
    ],
    ["a list", "[]", "", "must be an object"],
    [
      "another version",
      sampleBatteryPass().replace("battery_pass:6.1.0", "battery_pass:5.0.0"),
      "/specVersion",
      "of battery_pass the version 6.1.0 is known",
    ],
    [
      "a number that no battery has",
      sampleBatteryPass().replace("211.5", "-1.7976931348623157E308"),
      "/performance/rated/capacity/value",
      "has more than 40 significant digits or an exponent beyond 60",
    ],
    [
      "a number of 309 digits",
      sampleBatteryPass().replace("211.5", "9".repeat(309)),
      "/performance/rated/capacity/value",
      "has more than 40 significant digits",
    ],
  ])("%s is refused with its position", (_, text, pointer, message) => {
    const refusal = refusalOf(() => parse(text));

    expect(refusal).toMatchObject({ code: "VALIDATION_ERROR", details: { pointer } });
    expect(refusal.message).toContain(message);
  });

  test("a table is refused, and so is a passport without a battery_pass", () => {
    expect(() => parseDocument({ kind: "DATA_MODEL", mimeType: "text/csv", bytes: Buffer.from("a\n1") })).toThrow(
      "a document of the kind DATA_MODEL cannot be text/csv: give application/json",
    );
    expect(() => batteryPassJson(payloadOf(compiled(sampleInput())))).toThrow("compile it with rules that carry one");
  });

  test("drafting rules is refused for names and lists that no field can hold", () => {
    const fact = (payload: JsonObject) => [{ factType: "A", factKey: "a", payload }];

    expect(() => draftRules(fact({ "a-b": "x" }))).toThrow("a-b has a name that no field can have");
    expect(() => draftRules(fact({ list: ["x", true] }))).toThrow("a.list is a list of values of several kinds");
  });
});

test("drafted rules carry all content of facts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", '"', "\\", "\n", "\u{1F50B}") });
  const leaf = fc.oneof(text, fc.bigInt(), fc.boolean());
  const name = fc.constantFrom("a", "b", "_c", "9d", "Ef");
  const object = fc.record({ x: text, y: fc.option(fc.bigInt()) }, { noNullPrototype: true });
  const lists = fc.oneof(fc.array(text), fc.array(fc.bigInt()), fc.array(object), fc.array(fc.array(fc.boolean())));
  const members = (value: fc.Arbitrary<JsonValue>) => fc.dictionary(name, value, { noNullPrototype: true });

  fc.assert(
    fc.property(members(fc.oneof(leaf, lists)), members(leaf), (outer, inner) => {
      const facts = [
        makeFact({ factType: "A", factKey: "top", payload: outer }),
        makeFact({ factType: "A", factKey: "top.inside", payload: inner }),
      ];

      const fields = memberOf(payloadOf(compileDrafted(facts)), "fields") ?? null;

      const top = { ...renamed(outer), ...(Object.keys(inner).length === 0 ? {} : { inside: renamed(inner) }) };
      expect(fields).toEqual(Object.keys(top).length === 0 ? {} : { top });
    }),
    { numRuns: 100 },
  );
});

describeWithTestData("passports/catena-x", (folder) => {
  const samples = readdirSyncIfAny(folder).filter((name) => name.endsWith(".sample.json"));

  test("all samples except the one with impossible numbers become facts and compile with drafted rules", () => {
    const outcomes = samples.map((name) => {
      const bytes = readFileSync(join(folder, name));
      const refusal = refusalIfAny(() => parse(bytes));
      if (refusal !== undefined) return [name, refusal.details["pointer"]];
      const { nodeCount } = compileDrafted(parse(bytes));
      return [name, nodeCount > 0];
    });

    expect(outcomes).toHaveLength(8);
    expect(outcomes.filter(([, outcome]) => outcome !== true)).toEqual([
      ["io.catenax.battery.product_description-1.0.1.sample.json", "/performanceIndicator/electrictiyCapacityMax"],
    ]);
  });

  test("a battery_pass from its passport is valid by the published schema and equal to the original", () => {
    const sample = readFileSync(join(folder, `${BATTERY_PASS}.sample.json`), "utf8");

    const rebuilt: unknown = JSON.parse(batteryPassJson(payloadOf(compileDrafted(parse(sample)))));

    const validate = schemaOf(join(folder, `${BATTERY_PASS}.schema.json`));
    expect(validate(rebuilt), JSON.stringify(validate.errors)).toBe(true);
    expect(rebuilt).toEqual(JSON.parse(sample));
    expect(validate(JSON.parse(sample.replace(/("nominal" : )3\.7/, '$1"3.7"')))).toBe(false);
  });

  test("our own document is valid by the published schema", () => {
    const validate = schemaOf(join(folder, `${BATTERY_PASS}.schema.json`));

    expect(validate(JSON.parse(sampleBatteryPass())), JSON.stringify(validate.errors)).toBe(true);
  });

  test("the published battery_pass compiles with the shipped rules when its impossible date is corrected", () => {
    const sample = readFileSync(join(folder, `${BATTERY_PASS}.sample.json`), "utf8");

    expect(refusalOf(() => compileDin(parse(sample))).details).toMatchObject({ field: "identity.in_service_since" });
    const passport = compileDin(parse(sample.replace("7172-75-08", "2001-02-03")));
    expect(payloadOf(passport)).toMatchObject({
      fields: {
        identity: { mass: { unit: "kg", value: "0.020000" }, in_service_since: "2001-02-03" },
        carbon: { share: { production: { unit: "pct", value: "100.000000" } } },
      },
    });
  });
});

describeWithTestData("passports/battery-pass-1.2.0", (folder) => {
  test("payloads in UTF-16 become facts and compile, and those with impossible numbers are refused with their position", () => {
    const names = readdirSyncIfAny(folder).filter((name) => !name.endsWith("-schema.json"));

    const outcomes = names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      const refusal = refusalIfAny(() => parse(bytes));
      if (refusal !== undefined) return [name, refusal.details["pointer"]];
      const facts = parse(bytes);
      compileDrafted(facts);
      return [name, facts[0]?.factKey];
    });

    expect(outcomes).toEqual([
      ["CarbonFootprintForBatteries-payload.json", "/carbonFootprintPerLifecycleStage/0/carbonFootprint"],
      ["Circularity.json", "circularity"],
      ["GeneralProductInformation-payload.json", "general_product_information"],
      ["Labeling-payload.json", "labels"],
      ["MaterialComposition-payload.json", "/hazardousSubstances/0/hazardousSubstanceConcentration"],
      ["PerformanceAndDurability-payload.json", "/batteryTechicalProperties/ratedMaximumPower"],
      ["SupplyChainDueDiligence-payload.json", "supply_chain_due_diligence"],
    ]);
  });

  test("each model is distinguished from the others, also with corrected numbers", () => {
    const keys = readdirSyncIfAny(folder)
      .filter((name) => !name.endsWith("-schema.json"))
      .map((name) => decodeDocument(readFileSync(join(folder, name))).replaceAll(/-?1\.\d+E308|-?\d{300,}/g, "1.5"))
      .map((text) => parse(text)[0]?.factKey);

    expect(new Set(keys).size).toBe(7);
    expect(keys.sort()).toEqual(
      PUBLISHED_MODELS.filter(({ publisher }) => publisher === "BatteryPass")
        .map(({ name }) => name)
        .sort(),
    );
  });
});

/** Returns an empty list for a missing folder, because the tests are listed even where they are skipped. */
function readdirSyncIfAny(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function schemaOf(file: string) {
  const ajv = new AjvDraft04.default({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schema: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (typeof schema !== "object" || schema === null) throw new Error(`${file} is no schema`);
  return ajv.compile(schema);
}

/** Names the members of an object like drafted fields. */
function renamed(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([member, value]) => [/^[\d_]/.test(member) ? `_${member}` : member, value]),
  );
}

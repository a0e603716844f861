/** Tests of the compiler: its input decides every byte, and a refusal is a returned result. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compiled, sampleInput, SAMPLE_FACTS, SAMPLE_RULES } from "../../../test/sample-passport.ts";
import type { PassportErrorCode } from "../../errors.ts";
import { makeFact } from "../facts/fact.ts";
import { sealSnapshot } from "../facts/snapshot.ts";
import { loadRules } from "../rules/load-rules.ts";
import { compile, type CompileInput } from "./compile.ts";
import { LIMIT_CEILINGS } from "./limits.ts";

describe("the same input gives the same bytes", () => {
  test("whatever the order in which facts and their members arrive", () => {
    const expected = compiled(sampleInput());

    fc.assert(
      fc.property(
        fc.shuffledSubarray([...SAMPLE_FACTS], { minLength: SAMPLE_FACTS.length }),
        fc.boolean(),
        (facts, isTurned) => {
          const arrived = facts.map((fact) =>
            makeFact({
              ...fact,
              payload: isTurned ? Object.fromEntries(Object.entries(fact.payload).reverse()) : fact.payload,
            }),
          );

          expect(compiled(sampleInput({ facts: arrived }))).toEqual(expected);
        },
      ),
      { numRuns: process.env["ROTA_LONG"] === "1" ? 1_000 : 50 },
    );
  });

  test("on every machine", () => {
    expect(compiled(sampleInput())).toMatchObject({
      payloadHash: "df903ad300a4852d785f4ad3d8db331e0f61dcb0f469713f5c23e8d2cb3564a9",
      proofRootHash: "85844afcd4988508a1914f1ae6203521856971661965d146765b9bbdeafeebbd",
      receiptHash: "392834b57258a50dc7188fa4a3c227068b5a1d738ae64197f3cff589d7bdd6ac",
    });
  });

  test("in every time zone, and after facts that were compiled before", () => {
    const expected = compiled(sampleInput());
    const zone = process.env["TZ"];
    process.env["TZ"] = "Pacific/Apia";

    compiled(sampleInput({ rules: "field x: Int = 1;" }));
    expect(compiled(sampleInput())).toEqual(expected);

    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  test("the order of field declarations changes only the hash of the source", () => {
    const turned = SAMPLE_RULES.split("\n\n").reverse().join("\n\n");
    const [one, other] = [compiled(sampleInput()), compiled(sampleInput({ rules: turned }))];

    expect(other.payloadCanonical).toBe(one.payloadCanonical);
    expect(other.proofCanonical).toBe(one.proofCanonical);
    expect(other.receiptHash).not.toBe(one.receiptHash);
  });

  test("the time of issue and the signing key are in the receipt and not in the content", () => {
    const one = compiled(sampleInput());
    const other = compiled({ ...sampleInput(), issuedAt: "2026-01-02T03:04:06Z", signingKeyId: "key-2" });

    expect(other.payloadHash).toBe(one.payloadHash);
    expect(other.proofRootHash).toBe(one.proofRootHash);
    expect(other.receiptHash).not.toBe(one.receiptHash);
  });
});

test("the payload holds the fields by their paths, empty options as null, and the emitted entries", () => {
  expect(JSON.parse(compiled(sampleInput()).payloadCanonical)).toEqual({
    payload_version: "BPC-PASSPORT-1",
    battery_product: {
      battery_product_id: "22222222-2222-4222-8222-222222222222",
      name: "Traction pack 75",
      sku: "SKU-1",
    },
    fields: {
      battery: {
        capacity: { unit: "kWh", value: "75.500000" },
        chemistry: "NMC",
        made_on: "2026-03-01",
        notes: null,
      },
      materials: { mass: { unit: "kg", value: "398.375000" }, heavy_parts: ["cell"] },
      sustainability: { pcf_per_kwh: "70000.01" },
    },
    compliance: [{ clause: "Art. 77", status: "OK", evidence: "made on a known day" }],
  });
});

test("the proof holds the computed hashes of the facts, whatever hashes came with them", () => {
  const input = sampleInput();
  const facts = input.snapshot.facts.map((fact) => ({ ...fact, payloadHash: "0".repeat(64) }));

  expect(compiled({ ...input, snapshot: { ...input.snapshot, facts } })).toEqual(compiled(input));
});

test("a passport of one battery carries its serial number", () => {
  const input = sampleInput();

  const { payloadCanonical } = compiled({ ...input, product: { ...input.product, serialNumber: "SN-7" } });

  expect(payloadCanonical).toContain('"serial_number":"SN-7"');
});

test("a field path may be the name of a member that every object inherits", () => {
  const { payloadCanonical } = compiled(
    sampleInput({ rules: "field __proto__.constructor: Int = 1; field toString: Int = 2;" }),
  );

  expect(payloadCanonical).toContain('"fields":{"__proto__":{"constructor":1},"toString":2}');
});

describe("what cannot be compiled is refused with its code", () => {
  const changed = (change: Partial<CompileInput>) => ({ ...sampleInput(), ...change });
  const { snapshot, rules, product } = sampleInput();
  const rulesOf = (source: string) => sampleInput({ rules: source });

  test.each<[string, CompileInput, PassportErrorCode]>([
    ["a snapshot that is not sealed", changed({ snapshot: { ...snapshot, status: "READY" } }), "SNAPSHOT_NOT_READY"],
    ["rules that are not published", changed({ rules: { ...rules, status: "VALIDATED" } }), "RULE_PKG_NOT_PUBLISHED"],
    ["rules that were retired", changed({ rules: { ...rules, status: "RETIRED" } }), "RULE_PKG_NOT_PUBLISHED"],
    [
      "rules that want a newer compiler",
      changed({ rules: { ...rules, compilerMinBuild: "test-2" } }),
      "VALIDATION_ERROR",
    ],
    ["a fact that is missing", sampleInput({ facts: SAMPLE_FACTS.slice(1) }), "VALIDATION_ERROR"],
    ["a division by zero", rulesOf("field x: Int = 1 / 0;"), "DIVISION_BY_ZERO"],
    [
      "a fact of another type",
      rulesOf('field x: Int = requireSome(recordGet(requireSome(getFact("PCF","pcf:SKU-1"),"E","m"),"sku"),"E","m");'),
      "RULE_TYPE_ERROR",
    ],
    ["a payload that is too large", changed({ limits: { payloadBytesMax: 200 } }), "PAYLOAD_TOO_LARGE"],
    ["a proof that is too large", changed({ limits: { proofBytesMax: 20_000 } }), "PROOF_TOO_LARGE"],
    [
      "a proof that is too large by one byte",
      changed({ limits: { proofBytesMax: compiled(sampleInput()).proofCanonical.length - 1 } }),
      "PROOF_TOO_LARGE",
    ],
    [
      "a receipt that is too large when it is signed",
      changed({ limits: { receiptBytesMax: 1_000 } }),
      "RECEIPT_TOO_LARGE",
    ],
    [
      "a limit above the ceiling",
      changed({ limits: { proofBytesMax: LIMIT_CEILINGS.proofBytesMax + 1 } }),
      "VALIDATION_ERROR",
    ],
    [
      "an id that is written in capitals",
      changed({ passportId: "ABCDEF00-3333-4333-8333-333333333333" }),
      "VALIDATION_ERROR",
    ],
    ["a time with fractions", changed({ issuedAt: "2026-01-02T03:04:05.000Z" }), "VALIDATION_ERROR"],
    ["no key", changed({ signingKeyId: "" }), "VALIDATION_ERROR"],
    ["half of a character in a name", changed({ product: { ...product, name: "\ud800" } }), "VALIDATION_ERROR"],
  ])("%s", (_, input, code) => {
    expect(compile(input)).toMatchObject({ kind: "refused", error: { code } });
  });

  test("a proof of exactly the maximum size is accepted", () => {
    const { proofCanonical } = compiled(sampleInput());

    expect(compiled(changed({ limits: { proofBytesMax: proofCanonical.length } })).proofCanonical).toBe(proofCanonical);
  });

  test("the details of a refusal contain the rule's own code", () => {
    const outcome = compile(sampleInput({ facts: SAMPLE_FACTS.slice(1) }));

    expect(outcome).toMatchObject({
      kind: "refused",
      error: { details: { rule_code: "E001", field: "battery.capacity" } },
    });
  });
});

describe("a sealed snapshot that was changed is refused", () => {
  const input = sampleInput();
  const [first, ...others] = SAMPLE_FACTS;
  const forged = makeFact({ factType: "Battery", factKey: "battery:SKU-1", payload: { capacity_kwh: "99" } });
  const withFacts = (facts: readonly (typeof forged)[]) => ({ ...input, snapshot: { ...input.snapshot, facts } });

  test.each([
    ["a fact was replaced", withFacts([forged, ...others])],
    [
      "a payload was replaced, and its hash kept",
      withFacts([{ ...forged, payloadHash: first?.payloadHash ?? "" }, ...others]),
    ],
    ["a fact was taken out", withFacts(others)],
    [
      "the hash was replaced",
      { ...input, snapshot: { ...input.snapshot, ...sealSnapshot(input.snapshot.snapshotId, others) } },
    ],
  ])("%s", (_, changed) => {
    expect(compile(changed)).toMatchObject({
      kind: "refused",
      error: { code: "VALIDATION_ERROR", details: { reason: "SNAPSHOT_CHANGED" } },
    });
  });

  test("two facts of the same type and key are refused when the snapshot is sealed", () => {
    expect(() => sealSnapshot(input.snapshot.snapshotId, [...SAMPLE_FACTS, forged])).toThrow(
      "two facts Battery battery:SKU-1: remove one",
    );
    expect(sealSnapshot(input.snapshot.snapshotId, []).snapshotCanonical).toContain('"facts":[]');
  });
});

test("a passport with 93 attributes fits into the limits, and its root covers every node", () => {
  const fields = Array.from({ length: 93 }, (_, index) => {
    const member = `requireSome(recordGet(requireSome(getFact("A","a"),"E1","fact missing"),"m${String(index)}"),"E2","member missing")`;
    return `field group${String(index % 7)}.attribute${String(index)}: Dec(3) = toDec(3, ${member});`;
  });
  const payload = Object.fromEntries(
    Array.from({ length: 93 }, (_, index) => [`m${String(index)}`, `${String(index)}.5`]),
  );
  const facts = [makeFact({ factType: "A", factKey: "a", payload })];

  const { nodeCount, proofCanonical } = compiled(sampleInput({ rules: fields.join("\n"), facts }));

  expect(nodeCount).toBe(93 * 14 + 1);
  expect(proofCanonical.length).toBeLessThan(262_144);
});

test("loading the same source twice gives the same rules", () => {
  const sources = { dslSource: SAMPLE_RULES, testsSource: "" };

  expect(loadRules(sources)).toEqual(loadRules(sources));
});

/** Tests of how documents become facts, among them the published samples. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeWithTestData } from "../../../../../tools/test-data.ts";
import { refusalIfAny, refusalOf } from "../../../test/refusal.ts";
import { canonicalJson } from "../canonical/canonical-json.ts";
import { readJson } from "../canonical/read-json.ts";
import { decodeDocument, type DocumentKind, parseDocument } from "./parse-document.ts";
import { readCsv } from "./read-csv.ts";

const facts = (kind: DocumentKind, text: string, mimeType = "application/json") =>
  parseDocument({ kind, mimeType, bytes: Buffer.from(text) }).map(({ factType, factKey, payloadCanonical }) => [
    factType,
    factKey,
    payloadCanonical,
  ]);

describe("documents become facts", () => {
  test("a bill of materials has one fact for the pack and one for each component", () => {
    expect(
      facts("BOM", '{"sku":"S1","capacity_kwh":75.5,"components":[{"id":7,"weight_kg":1.20},{"component_id":"c2"}]}'),
    ).toEqual([
      ["Battery", "battery:S1", '{"capacity_kwh":"75.5","sku":"S1"}'],
      ["BOM", "bom:S1:7", '{"id":7,"weight_kg":"1.20"}'],
      ["BOM", "bom:S1:c2", '{"component_id":"c2"}'],
    ]);
  });

  test("in a bill of materials as a table, a row without a component is the pack", () => {
    expect(facts("BOM", "sku,component_id,weight_kg\nS1,,400\nS1,c1,1.20\nS2,c1,3", "text/csv")).toEqual([
      ["Battery", "battery:S2", '{"sku":"S2"}'],
      ["Battery", "battery:S1", '{"sku":"S1","weight_kg":400}'],
      ["BOM", "bom:S1:c1", '{"component_id":"c1","sku":"S1","weight_kg":"1.20"}'],
      ["BOM", "bom:S2:c1", '{"component_id":"c1","sku":"S2","weight_kg":3}'],
    ]);
  });

  test("a footprint has one fact for the product and one for each stage, from JSON and from CSV alike", () => {
    expect(facts("PCF", '{"sku":"S1","total_gco2e":5285001,"stages":[{"stage":"production","gco2e":1e3}]}')).toEqual([
      ["PCF", "pcf:S1", '{"sku":"S1","total_gco2e":5285001}'],
      ["PCF", "pcf:S1:production", '{"gco2e":"1000","stage":"production"}'],
    ]);
    expect(
      facts("PCF", "sku,stage,total_gco2e\r\nS1,,5285001\r\nS1,production,12.50\r\n", "text/csv; charset=utf-8"),
    ).toEqual([
      ["PCF", "pcf:S1", '{"sku":"S1","total_gco2e":5285001}'],
      ["PCF", "pcf:S1:production", '{"sku":"S1","stage":"production","total_gco2e":"12.50"}'],
    ]);
  });

  test("due diligence has facts by product or operator, and other documents have none", () => {
    expect(facts("DUE_DILIGENCE", '{"operator":"ACME","report":"https://acme.example/dd"}')).toHaveLength(1);
    expect(facts("DUE_DILIGENCE", '{"sku":"S1","operator":"ACME"}')).toEqual([
      ["DueDiligence", "dd:S1", '{"operator":"ACME","sku":"S1"}'],
    ]);
    expect(facts("OTHER", "\u0000 anything", "application/pdf")).toEqual([]);
  });

  test("parsing a document again gives the same facts", () => {
    const document = '{"components":[{"id":1}],"sku":"S1"}';

    expect(facts("BOM", document)).toEqual(facts("BOM", ` ${document}\n`));
  });
});

test.each<[string, DocumentKind, string, string, string]>([
  ["no JSON", "BOM", "application/json", '{"sku":', "line 1, column 8"],
  ["a list", "BOM", "application/json", "[]", "the document: the document must be an object"],
  ["no product", "BOM", "application/json", "{}", "/sku: must be a name or number"],
  [
    "a component without a name",
    "BOM",
    "application/json",
    '{"sku":"S","components":[{}]}',
    "/components/0/component_id: must be a name",
  ],
  [
    "components that are no list",
    "BOM",
    "application/json",
    '{"sku":"S","components":{}}',
    "/components: must be a list",
  ],
  [
    "two components of one name",
    "BOM",
    "application/json",
    '{"sku":"S","components":[{"id":1,"a":1},{"id":1,"a":2}]}',
    "BOM bom:S:1: is said twice, and not the same",
  ],
  [
    "a number that no battery has",
    "PCF",
    "application/json",
    '{"sku":"S","total":-1.797E308}',
    "(/total): the number -1.797E308",
  ],
  ["another type", "BOM", "application/xml", "<bom/>", "cannot be application/xml: give application/json or text/csv"],
  ["a table of due diligence", "DUE_DILIGENCE", "text/csv", "sku\nS", "cannot be text/csv: give application/json"],
  ["a row with a cell too many", "PCF", "text/csv", "sku,total\nS,1,2", "CSV, line 2: the row has 3 cells, the head 2"],
  ["a quote that does not end", "PCF", "text/csv", 'sku\n"S', "CSV, line 2: a quoted cell does not end"],
  ["a column named twice", "PCF", "text/csv", "sku,sku\n1,2", 'the column "sku" has no name of its own'],
])("%s is refused with its position", (_, kind, mimeType, text, message) => {
  expect(() => parseDocument({ kind, mimeType, bytes: Buffer.from(text) })).toThrow(message);
});

test("the size of documents is limited, and bytes that are not text are refused", () => {
  const parse = (bytes: Uint8Array) =>
    parseDocument({ kind: "BOM", mimeType: "application/json", bytes, bytesMax: 10 });

  expect(refusalOf(() => parse(new Uint8Array(11))).details).toMatchObject({ reason: "DOCUMENT_TOO_LARGE" });
  expect(() => parse(Uint8Array.of(0xc3, 0x28))).toThrow("not UTF-8");
  expect(() => parse(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00))).toThrow("marked as utf-16le and are not");
});

describe("CSV", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", " ", ",", '"', "\n", "\r", ".") });

  test("cells are read as they were written, whatever they contain", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const quoted = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(","));

        const read = readCsv(`x,y\r\n${quoted.join("\r\n")}\r\n`).map(({ values }) => [
          values["x"] ?? "",
          values["y"] ?? "",
        ]);

        expect(read).toEqual(rows);
      }),
    );
  });

  test("reading ends with rows or with a refusal that names its line", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "1", ",", '"', "\n", "\r\n", "\u0000") }), (text) => {
        const refusal = refusalIfAny(() => readCsv(text));

        if (refusal !== undefined) expect(refusal.details["line"]).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("numbers are read as numbers, and codes with leading zeros stay text", () => {
    expect(readCsv("a,b,c,d\n1,2.50,007,1e2").map(({ values }) => values)).toEqual([
      { a: 1n, b: "2.50", c: "007", d: "100" },
    ]);
  });
});

describeWithTestData("passports/catena-x", (folder) => {
  const samples = () => readdirSync(folder).filter((name) => name.endsWith(".sample.json"));

  test("samples are read, and their fractions are decimal text", () => {
    for (const name of samples().filter((sample) => !sample.includes("product_description"))) {
      const text = readFileSync(join(folder, name), "utf8");

      const canonical = canonicalJson(readJson(text, { numbers: "decimals" }));

      expect(canonicalJson(readJson(canonical))).toBe(canonical);
      const fractions = [...text.matchAll(/"\s*:\s*(-?\d+\.\d+)\s*[,}]/g)].map(([, fraction = ""]) => fraction);
      for (const fraction of fractions) expect(canonical).toContain(`:"${fraction}"`);
    }
    expect(samples()).toHaveLength(8);
  });

  test("a sample with a number that no battery has is refused with its position", () => {
    const name = samples().find((sample) => sample.includes("product_description")) ?? "";
    const read = () => readJson(readFileSync(join(folder, name), "utf8"), { numbers: "decimals" });

    expect(refusalOf(read).details).toMatchObject({ pointer: "/performanceIndicator/electrictiyCapacityMax" });
  });
});

describeWithTestData("passports/battery-pass-1.2.0", (folder) => {
  test("samples in UTF-16 are read, and numbers that no battery has are refused with their position", () => {
    const outcomes = readdirSync(folder)
      .filter((name) => !name.endsWith("-schema.json"))
      .map((name) => {
        const text = decodeDocument(readFileSync(join(folder, name)));
        const refusal = refusalIfAny(() => readJson(text, { numbers: "decimals" }));
        return refusal?.details["reason"] ?? "read";
      });

    expect(outcomes).toHaveLength(7);
    expect(new Set(outcomes)).toEqual(new Set(["read", "CanonicalNumberNotAllowed"]));
  });
});

/** Tests of verifying a passport of which only some fields are visible: each field is checked against the signed root. */
import { expect, test } from "vitest";
import { canonicalJson, isJsonObject, memberOf } from "../src/core/canonical/canonical-json.ts";
import { decodeUtf8, readCanonical, readJson } from "../src/core/canonical/read-json.ts";
import { discloseFields } from "../src/core/passport/disclosure.ts";
import { readProof } from "../src/core/passport/proof.ts";
import { verifyDisclosed } from "../src/verify/verify-disclosed.ts";
import { sampleFiles, SAMPLE_SIGNER } from "./sample-passport.ts";

const SHOWN = ["battery.capacity", "materials.heavy_parts"];

/** Returns the response of a server to a caller who may see two fields. */
async function disclosed() {
  const { receipt, proof, payload, qrText } = await sampleFiles();
  const read = readProof(readCanonical(proof));
  const disclosure = read === undefined ? undefined : discloseFields(read, (path) => SHOWN.includes(path));
  const answer = canonicalJson({ status: "ACTIVE", receipt: decodeUtf8(receipt), disclosure: disclosure ?? null });
  return { answer, payload, qrText };
}

const FIELDS = { battery: { capacity: { unit: "kWh", value: "75.500000" } }, materials: { heavy_parts: ["cell"] } };

test("the signature covers the shown fields without the others", async () => {
  const { answer, payload, qrText } = await disclosed();

  const report = verifyDisclosed({ answer, fields: FIELDS, qrText }, [SAMPLE_SIGNER]);

  expect(report.verdict).toBe("valid");
  expect(report.steps.filter(({ verdict }) => verdict === "pass").map(({ name }) => name)).toEqual([
    "canonical form",
    "proof root",
    "fields",
    "receipt",
    "signature",
    "QR code",
  ]);
  const whole = readCanonical(payload);
  expect(canonicalJson(isJsonObject(whole) ? (memberOf(whole, "fields") ?? null) : null)).toContain("NMC");
  expect(answer).not.toContain("NMC");
});

test.each<[string, (answer: string) => string, string]>([
  ["another value", (answer) => answer.replace("75.500000", "95.500000"), "battery.capacity"],
  [
    "another hash of a value",
    (answer) => answer.replace(/"value_hash":"..../, '"value_hash":"0000'),
    "materials.heavy_parts",
  ],
  ["another path", (answer) => answer.replaceAll("battery.capacity", "battery.capacitx"), "battery.capacitx"],
  ["another root", (answer) => answer.replace(/("root":.*?"children_hashes":\[")..../, "$10000"), "root"],
  ["another receipt", (answer) => answer.replace("2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"), "receipt"],
  ["no disclosure", (answer) => answer.replace('"disclosure":{', '"x":{'), "disclosure"],
  ["a node without an id", (answer) => answer.replace(/"id":\d+/, '"id":-1'), "disclosure"],
  ["no JSON", () => "{", "answer"],
])("%s is detected", async (_, change, where) => {
  const { answer } = await disclosed();
  expect(change(answer)).not.toBe(answer);

  const { verdict, steps } = verifyDisclosed({ answer: change(answer) }, [SAMPLE_SIGNER]);

  expect(verdict).toBe("invalid");
  expect(steps.flatMap(({ failures }) => failures.map((failure) => failure.where))).toContain(where);
});

test("the fields that a page shows are compared with the signed ones", async () => {
  const { answer } = await disclosed();
  const shown = [
    { ...FIELDS, battery: { capacity: { unit: "kWh", value: "85.500000" } } },
    { ...FIELDS, extra: true },
    { battery: FIELDS.battery },
  ];

  for (const fields of shown) {
    const read = readJson(canonicalJson(fields));

    expect(verifyDisclosed({ answer, fields: isJsonObject(read) ? read : {} }, [SAMPLE_SIGNER]).verdict).toBe(
      "invalid",
    );
  }
});

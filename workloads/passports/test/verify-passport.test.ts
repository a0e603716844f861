/** Tests that a passport is verified from its bytes alone: every change is detected, even if all hashes are computed again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalJson,
  type CanonicalValue,
  isJsonObject,
  isList,
  type JsonValue,
} from "../src/core/canonical/canonical-json.ts";
import { readJson } from "../src/core/canonical/read-json.ts";
import { sha256Hex } from "../src/core/canonical/sha256.ts";
import { nodeHash } from "../src/core/passport/proof.ts";
import { makeFact } from "../src/core/facts/fact.ts";
import { parseQrText } from "../src/core/qr/qr-text.ts";
import { type PassportFiles, readPassportFile, writePassportFile } from "../src/core/passport/passport-file.ts";
import { verifyPassport } from "../src/verify/verify-passport.ts";
import { replay } from "../src/core/passport/replay.ts";
import type { StepName } from "../src/verify/report.ts";
import { refusalOf } from "./refusal.ts";
import { sampleFiles, sampleInput, SAMPLE_FACTS, SAMPLE_RULES, SAMPLE_SIGNER } from "./sample-passport.ts";

const files = await sampleFiles();
const keys = [SAMPLE_SIGNER];

test("a passport as it was issued is valid in every step", () => {
  const report = verifyPassport(files, keys);

  expect(report.verdict).toBe("valid");
  expect(report.steps.map(({ verdict }) => verdict)).toEqual(report.steps.map(() => "pass"));
});

test("without a snapshot and a QR code, the other steps are still checked", () => {
  const { payload, proof, receipt } = files;
  const report = verifyPassport({ payload, proof, receipt }, keys);

  expect(report.verdict).toBe("valid");
  expect(report.steps.filter(({ verdict }) => verdict === "none").map(({ name }) => name)).toEqual([
    "facts",
    "QR code",
  ]);
});

describe("a changed byte is detected", () => {
  test.each(["payload", "proof", "receipt", "snapshot"] as const)("anywhere in the %s", (name) => {
    const original = files[name];
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Uint8Array.from(original);
        bytes[at] = (bytes[at] ?? 0) ^ change;

        expect(verifyPassport({ ...files, [name]: bytes }, keys).verdict).toBe("invalid");
      }),
      { numRuns: process.env["ROTA_LONG"] === "1" ? 2_000 : 60 },
    );
  });

  test("anywhere in the QR code", () => {
    const text = files.qrText;
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("A", "7", "x", "|"), (at, character) => {
        fc.pre(text[at] !== character);

        expect(
          verifyPassport({ ...files, qrText: text.slice(0, at) + character + text.slice(at + 1) }, keys).verdict,
        ).toBe("invalid");
      }),
      { numRuns: 40 },
    );
  });

  test("also if files are truncated, empty or not text", () => {
    for (const bytes of [
      new Uint8Array(),
      files.proof.subarray(0, 100),
      Uint8Array.of(0xff, 0xfe),
      Buffer.from("[]"),
      Buffer.from("null"),
    ]) {
      for (const name of ["payload", "proof", "receipt", "snapshot"]) {
        expect(verifyPassport({ ...files, [name]: bytes }, keys).verdict).toBe("invalid");
      }
    }
  });
});

describe("a forged proof with correct hashes is detected", () => {
  type Node = { type: string; data: CanonicalValue; children: number[]; id: number };

  test.each<[string, StepName, (nodes: Node[]) => void]>([
    [
      "because the receipt has another root",
      "proof root",
      (nodes) => void (at(nodes, 1).data = { type: "Text", value: "battery:SKU-2" }),
    ],
    [
      "when an assertion is inverted",
      "proof root",
      (nodes) => void (find(nodes, "ASSERT").data = { code: "E001", ok: true, op: "requireSome", x: 1 }),
    ],
    [
      "when a value is changed",
      "fields",
      (nodes) => void (find(nodes, "FIELD_REF").data = { field: "battery.chemistry", role: "def", value: "LFP" }),
    ],
    [
      "when an emission is changed",
      "compliance",
      (nodes) => void (find(nodes, "COMPLIANCE_EMIT").data = { clause: "Art. 77", evidence: "", status: "NO" }),
    ],
    [
      "when a fact replaces another",
      "facts",
      (nodes) => void (find(nodes, "FACT_GET").data = { found: true, payload_hash: "0".repeat(64) }),
    ],
    ["when a node is not connected", "proof root", (nodes) => void (find(nodes, "OP").children = [])],
  ])("%s", (_, step, forge) => {
    const report = verifyPassport({ ...files, proof: forged(forge) }, keys);

    expect(report.verdict).toBe("invalid");
    expect(report.steps.find(({ name }) => name === step)?.verdict).toBe("fail");
    expect(report.steps.find(({ name }) => name === "proof nodes")?.verdict).toBe("pass");
  });

  /** Returns a proof with changed nodes and correct hashes. */
  function forged(forge: (nodes: Node[]) => void): Uint8Array {
    const proof = readJson(Buffer.from(files.proof).toString());
    if (!isJsonObject(proof) || !isList<JsonValue>(proof["nodes"])) throw new Error("no proof");
    const nodes = proof["nodes"].filter(isJsonObject).map((node): Node => {
      const { type, data, children, id } = node;
      if (!isJsonObject(data) || !isList<JsonValue>(children)) throw new Error("no node");
      return { type: canonicalJson(type ?? null).slice(1, -1), data, children: children.map(Number), id: Number(id) };
    });
    forge(nodes);
    const hashes: string[] = [];
    const hashed = nodes.map(({ type, data, children, id }) => {
      const childHashes = children.map((child) => hashes[child] ?? "");
      const known =
        (["CONST", "FACT_GET", "FIELD_REF", "OP", "ASSERT", "COMPLIANCE_EMIT"] as const).find(
          (name) => name === type,
        ) ?? "OP";
      const hash = nodeHash(id, { type: known, data: canonicalJson(data) }, childHashes);
      hashes.push(hash);
      return { type, data, children, id, hash };
    });
    return Buffer.from(canonicalJson({ ...proof, nodes: hashed, root_hash: hashes.at(-1) ?? "" }));
  }
  const at = (nodes: Node[], id: number): Node => {
    const node = nodes[id];
    if (node === undefined) throw new Error("no such node");
    return node;
  };
  const find = (nodes: Node[], type: string): Node =>
    at(
      nodes,
      nodes.findIndex((node) => node.type === type),
    );
});

test("the root covers every node, including those that are asserted, emitted, or bound and not used", async () => {
  const rules = `field x: Int = let unused = 1 + 2; assert(3 > 2, "E", "m"); do emitCompliance("c", "s", "e"); 5;`;

  expect(verifyPassport(await sampleFiles(sampleInput({ rules })), keys).verdict).toBe("valid");
});

test("a passport in one file is verified like its parts", () => {
  const file = Buffer.from(writePassportFile(files));

  expect(verifyPassport(readPassportFile(file), keys)).toEqual(verifyPassport(files, keys));
  expect(() => readPassportFile(Buffer.from("{}"))).toThrow("the file is no BPC-FILE-1");
  expect(() => readPassportFile(Buffer.from('{"file_version":"BPC-FILE-1","payload":"{}"}'))).toThrow(
    "lacks payload, proof or receipt",
  );
});

test("parts of two passports do not make a valid one", async () => {
  const other = await sampleFiles({ ...sampleInput(), passportVersionId: "99999999-4444-4444-8444-444444444444" });
  const changed = await sampleFiles(
    sampleInput({ rules: SAMPLE_RULES.replace("then toDec(2,", "then 0.01 + toDec(2,") }),
  );

  expect(failed({ ...files, receipt: other.receipt })).toEqual(["QR code"]);
  expect(failed({ ...files, payload: changed.payload })).toEqual(["payload", "fields"]);
  expect(failed({ ...files, proof: changed.proof })).toEqual(["proof root", "fields"]);
});

test("keys that are unknown, wrong or compromised vouch for nothing", () => {
  const stepOf = (given: Parameters<typeof verifyPassport>[1]) =>
    verifyPassport(files, given).steps.find(({ name }) => name === "signature");

  expect(stepOf([])?.failures).toEqual([{ where: "key", why: "the key key-1 is not known" }]);
  expect(stepOf([{ ...SAMPLE_SIGNER, publicKey: Buffer.alloc(32, 1).toString("base64") }])?.verdict).toBe("fail");
  expect(stepOf([{ ...SAMPLE_SIGNER, status: "COMPROMISED" }])?.verdict).toBe("fail");
});

describe("a passport is compiled again from its facts and rules", () => {
  const { snapshot, rules, product } = sampleInput();

  test("to the same bytes, also with retired rules and under smaller limits", () => {
    const again = replay(files.receipt, { snapshot, rules: { ...rules, status: "RETIRED" }, product }, keys);

    expect(again.payloadCanonical).toBe(Buffer.from(files.payload).toString());
    expect(again.proofCanonical).toBe(Buffer.from(files.proof).toString());
  });

  test("and another product, other rules or other facts are named by the hash that differs", () => {
    const other = sampleInput({
      facts: SAMPLE_FACTS.map((fact) =>
        fact.factType === "PCF" ? makeFact({ ...fact, payload: { total_gco2e: 1n } }) : fact,
      ),
    });

    const renamed = { ...product, name: "Other" };
    expect(refusalOf(() => replay(files.receipt, { snapshot, rules, product: renamed }, keys))).toMatchObject({
      code: "REPLAY_MISMATCH",
      details: { hash: "payload_hash" },
    });
    expect(() => replay(files.receipt, { snapshot: other.snapshot, rules, product }, keys)).toThrow(
      /another snapshot_hash/,
    );
    const changedRules = sampleInput({ rules: `${SAMPLE_RULES} -- changed` }).rules;
    expect(() => replay(files.receipt, { snapshot, rules: changedRules, product }, keys)).toThrow(/another dsl_sha256/);
  });

  test("and a wrong signature is refused", () => {
    const receipt = Buffer.from(files.receipt)
      .toString()
      .replace(/"signature":"..../, '"signature":"AAAA');

    expect(() => replay(Buffer.from(receipt), { snapshot, rules, product }, keys)).toThrow(
      expect.objectContaining({ code: "SIGNATURE_INVALID" }),
    );
    expect(() => replay(files.receipt, { snapshot, rules, product }, [])).toThrow("the key key-1 is not known");
  });
});

test("the hash of a receipt is that of its bytes without the signature", () => {
  const text = Buffer.from(files.receipt).toString();

  expect(sha256Hex(text.replace(/"signature":"[^"]*",/, ""))).toBe(parseQrText(files.qrText).receiptHash);
});

function failed(changed: PassportFiles): string[] {
  return verifyPassport(changed, keys)
    .steps.filter(({ verdict }) => verdict === "fail")
    .map(({ name }) => name);
}

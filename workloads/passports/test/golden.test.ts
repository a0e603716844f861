/** Tests that the golden files are reproduced byte for byte: canonical forms, a passport from facts to QR code, events, small codes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { formatQrText, fromBase32, parseQrText, toBase32 } from "../src/core/qr/qr-text.ts";
import { canonicalJson } from "../src/core/canonical/canonical-json.ts";
import { readJson } from "../src/core/canonical/read-json.ts";
import { sha256Hex } from "../src/core/canonical/sha256.ts";
import { compile, type CompileInput } from "../src/core/passport/compile.ts";
import {
  chainEvent,
  verifyEventChain,
  type ChainedEvent,
  type PassportEvent,
} from "../src/core/passport/event-chain.ts";
import { makeFact } from "../src/core/facts/fact.ts";
import { sealSnapshot } from "../src/core/facts/snapshot.ts";
import { loadRules } from "../src/core/rules/load-rules.ts";
import { readSigningKey } from "../src/core/node/signing-key.ts";
import { signReceipt } from "../src/core/passport/sign-receipt.ts";
import { goldenOf, readGolden, type Golden } from "./golden.ts";

describeWithTestData("passports/golden", (folder) => {
  test("texts that have a canonical form get it, and its hash", () => {
    const vectors = readGolden(join(folder, "cjson-vectors.json")).list("accept");

    for (const vector of vectors) {
      const canonical = canonicalJson(readJson(vector.text("input_text")));

      expect(Buffer.from(canonical, "utf8").toString("hex")).toBe(vector.text("canonical_utf8_hex"));
      expect(sha256Hex(canonical)).toBe(vector.text("sha256"));
    }
    expect(vectors).toHaveLength(9);
  });

  test("texts that have no canonical form are refused", () => {
    const vectors = readGolden(join(folder, "cjson-vectors.json")).list("reject");

    for (const vector of vectors) {
      expect(() => readJson(vector.text("input_text")), vector.text("reason")).toThrow(
        expect.objectContaining({ code: "VALIDATION_ERROR" }),
      );
    }
    expect(vectors).toHaveLength(11);
  });

  test("facts and a snapshot have the published hashes, whatever the order of the facts", () => {
    const golden = readGolden(join(folder, "compile-minimal.json"));
    const facts = factsOf(golden);

    expect(facts.map(({ payloadCanonical }) => payloadCanonical)).toEqual(
      golden.list("facts").map((fact) => fact.text("payload_canonical")),
    );
    expect(sealSnapshot(golden.text("ids.snapshot_id"), facts.toReversed())).toEqual({
      snapshotCanonical: golden.text("snapshot.canonical"),
      snapshotHash: golden.text("snapshot.hash"),
    });
  });

  test("the minimal passport is compiled to the published payload, proof and receipt", () => {
    const golden = readGolden(join(folder, "compile-minimal.json"));

    const outcome = compile(inputOf(golden));

    expect(outcome).toMatchObject({
      kind: "compiled",
      passport: {
        payloadCanonical: golden.text("payload.canonical"),
        payloadHash: golden.text("payload.hash"),
        proofCanonical: golden.text("proof.canonical"),
        proofRootHash: golden.text("proof.root_hash"),
        nodeCount: golden.integer("proof.node_count"),
        receiptCanonical: golden.text("receipt.unsigned_canonical"),
        receiptHash: golden.text("receipt.receipt_hash"),
      },
    });
    expect(inputOf(golden).rules.package.fields.map(({ path }) => path)).toEqual(
      golden.list("evaluation_order").map(({ value }) => value),
    );
  });

  test("it is signed as published, and its QR text is the published one", async () => {
    const golden = readGolden(join(folder, "compile-minimal.json"));
    const outcome = compile(inputOf(golden));
    if (outcome.kind === "refused") throw outcome.error;
    const { passport } = outcome;
    const signer = readSigningKey({ keyId: "rfc8032-test-1", privateKey: golden.text("signing.seed_base64") });

    const signed = await signReceipt(passport.receipt, [signer]);

    expect(signed.signature).toBe(golden.text("signing.signature_base64"));
    expect(signed.receiptSignedCanonical).toBe(golden.text("receipt.signed_canonical"));
    expect(Buffer.from(signer.publicKey, "base64").toString("hex")).toBe(golden.text("signing.public_key_hex"));
    const text = formatQrText({ ...passport, passportVersionId: passport.receipt.passport_version_id });
    expect(text).toBe(golden.text("qr.payload"));
    expect(text).toHaveLength(golden.integer("qr.length"));
  });

  test("a chain of events has the published hashes, and every change in it is detected", () => {
    const chain: ChainedEvent[] = [];
    for (const golden of readGolden(join(folder, "event-chain.json")).list("events")) {
      chain.push(chainEvent(eventOf(golden), chain.at(-1)));

      expect(chain.at(-1)?.eventHash).toBe(golden.text("event_hash"));
    }

    expect(verifyEventChain(chain)).toBeUndefined();
    const changed = (change: Partial<ChainedEvent>) =>
      chain.map((event, index) => (index === 1 ? { ...event, ...change } : event));
    expect(verifyEventChain(changed({ payloadCanonical: "{}" }))).toMatchObject({ aggregateVersion: 2 });
    expect(verifyEventChain(changed({ eventType: "PASSPORT_REVOKED" }))).toMatchObject({ aggregateVersion: 2 });
    expect(verifyEventChain(changed({ prevEventHash: undefined }))).toMatchObject({ aggregateVersion: 2 });
    expect(verifyEventChain(chain.slice(1))).toMatchObject({ aggregateVersion: 1 });
  });

  test("bytes in Base32 and the QR text of the original's fixture are as published", () => {
    const golden = readGolden(join(folder, "misc.json"));

    for (const vector of golden.list("base32_nopad")) {
      const bytes = new Uint8Array(Buffer.from(vector.text("hex"), "hex"));
      expect(toBase32(bytes)).toBe(vector.text("b32"));
      expect(fromBase32(vector.text("b32"))).toEqual(bytes);
    }
    const fixture = golden.at("qr_fixture_from_original_tests");
    const content = {
      passportVersionId: fixture.text("passport_version_id"),
      payloadHash: fixture.text("payload_hash"),
      proofRootHash: fixture.text("proof_root_hash"),
      receiptHash: fixture.text("receipt_hash"),
    };
    expect(formatQrText(content)).toBe(fixture.text("qr_payload"));
    expect(parseQrText(fixture.text("qr_payload"))).toEqual(content);
  });
});

describeWithTestData("passports/jcs", (folder) => {
  test.each(["arrays", "french", "unicode"])("%s of RFC 8785 has the same form here", (name) => {
    const canonical = canonicalJson(readGolden(join(folder, "input", `${name}.json`)).value);

    expect(canonical).toBe(readFileSync(join(folder, "output", `${name}.json`), "utf8").trimEnd());
  });

  test.each(["structures", "values"])("%s of RFC 8785 contains fractions and is refused", (name) => {
    expect(() => readGolden(join(folder, "input", `${name}.json`))).toThrow(/is not written as an integer/);
  });
});

function factsOf(golden: Golden) {
  return golden
    .list("facts")
    .map((fact) =>
      makeFact({ factType: fact.text("fact_type"), factKey: fact.text("fact_key"), payload: fact.object("payload") }),
    );
}

function inputOf(golden: Golden): CompileInput {
  return {
    snapshot: {
      snapshotId: golden.text("ids.snapshot_id"),
      status: "SEALED",
      snapshotCanonical: golden.text("snapshot.canonical"),
      snapshotHash: golden.text("snapshot.hash"),
      facts: factsOf(golden),
    },
    rules: {
      rulePackageVersionId: golden.text("ids.rule_package_version_id"),
      status: "PUBLISHED",
      package: loadRules({ dslSource: golden.text("dsl_source"), testsSource: golden.text("tests_source") }),
    },
    product: {
      batteryProductId: golden.text("product.battery_product_id"),
      sku: golden.text("product.sku"),
      name: golden.text("product.name"),
    },
    tenantId: golden.text("ids.tenant_id"),
    passportId: golden.text("ids.passport_id"),
    passportVersionId: golden.text("ids.passport_version_id"),
    issuedAt: golden.text("issued_at"),
    compilerBuildId: golden.text("compiler_build_id"),
    signingKeyId: "rfc8032-test-1",
  };
}

function eventOf(golden: Golden): PassportEvent {
  const hashed = goldenOf(readJson(golden.text("hashed_object_canonical")));
  return {
    tenantId: hashed.text("tenant_id"),
    aggregateType: hashed.text("aggregate_type"),
    aggregateId: hashed.text("aggregate_id"),
    aggregateVersion: hashed.integer("aggregate_version"),
    eventType: hashed.text("event_type"),
    occurredAt: hashed.text("occurred_at"),
    actorId: hashed.at("actor_id").value === null ? undefined : hashed.text("actor_id"),
    payloadCanonical: golden.text("payload_canonical"),
  };
}

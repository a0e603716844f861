/** Tests of credentials, with the test vector that the W3C publishes for eddsa-jcs-2022. */
import { createPublicKey, verify } from "node:crypto";
import { canonicalJson, sha256Bytes, sha256Hex } from "@rota/proofs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compiled, SAMPLE_SIGNER, sampleFiles, sampleInput } from "../../../test/sample-passport.ts";
import { makeFact } from "../facts/fact.ts";
import { readSigningKey } from "../node/signing-key.ts";
import {
  didKeyOf,
  fromBase58,
  type JsonDocument,
  objectionToDocument,
  publicKeyOf,
  signDocument,
  toBase58,
  writeCredential,
} from "./passport-credential.ts";

/** Test vector TestVectors/eddsa-jcs-2022 of w3c/vc-di-eddsa, at abb673e. */
const VECTOR = {
  publicKey: "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2",
  privateKey: "z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq",
  document: {
    "@context": ["https://www.w3.org/ns/credentials/v2", "https://www.w3.org/ns/credentials/examples/v2"],
    id: "urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33",
    type: ["VerifiableCredential", "AlumniCredential"],
    name: "Alumni Credential",
    description: "A minimum viable example of an Alumni Credential.",
    issuer: "https://vc.example/issuers/5678",
    validFrom: "2023-01-01T00:00:00Z",
    credentialSubject: { id: "did:example:abcdefgh", alumniOf: "The School of Examples" },
  },
  documentHash: "59b7cb6251b8991add1ce0bc83107e3db9dbbab5bd2c28f687db1a03abc92f19",
  created: "2023-02-24T23:36:38Z",
  proofValue: "z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX",
};
const vectorKey = readSigningKey({
  keyId: "vector",
  privateKey: Buffer.from(fromBase58(VECTOR.privateKey.slice(1))?.subarray(2) ?? []).toString("base64"),
});
const signVector = () => signDocument(VECTOR.document, vectorKey, { created: VECTOR.created });

describe("the published vector", () => {
  test("is signed as published, digit for digit", async () => {
    expect(didKeyOf(vectorKey.publicKey)).toBe(`did:key:${VECTOR.publicKey}`);
    expect(sha256Hex(canonicalJson(VECTOR.document))).toBe(VECTOR.documentHash);
    expect((await signVector())["proof"]).toMatchObject({
      verificationMethod: `did:key:${VECTOR.publicKey}#${VECTOR.publicKey}`,
      proofValue: VECTOR.proofValue,
    });
  });

  test("is valid with its key only", async () => {
    const signed = await signVector();

    expect(objectionToDocument(signed, [SAMPLE_SIGNER.publicKey, vectorKey.publicKey])).toBeUndefined();
    expect(objectionToDocument(signed, [SAMPLE_SIGNER.publicKey])).toBe("it is signed with a key that is not trusted");
    expect(objectionToDocument(signed, [])).toBe("it is signed with a key that is not trusted");
  });

  test.each<[string, (signed: JsonDocument) => JsonDocument, string]>([
    ["a member", (signed) => ({ ...signed, name: "Another" }), "the signature is not of it"],
    ["a member more", (signed) => ({ ...signed, extra: 1 }), "the signature is not of it"],
    ["the time of signing", (signed) => withProof(signed, { created: "2024-01-01T00:00:00Z" }), "the signature is not"],
    ["the context of the proof", (signed) => withProof(signed, { "@context": [] }), "the context of the proof is not"],
    ["the suite", (signed) => withProof(signed, { cryptosuite: "eddsa-rdfc-2022" }), "not of the kind eddsa-jcs-2022"],
    ["the purpose", (signed) => withProof(signed, { proofPurpose: "authentication" }), "not of the kind"],
    ["the signature", (signed) => withProof(signed, { proofValue: "z111" }), "its proof holds no signature"],
    ["the proof", withoutProof, "it has no proof"],
  ])("changing %s is detected", async (_, change, objection) => {
    expect(objectionToDocument(change(await signVector()), [vectorKey.publicKey])).toContain(objection);
  });
});

describe("a passport as a credential", () => {
  const credentialOf = async (input = sampleInput()) => {
    const text = await writeCredential(await sampleFiles(input), SAMPLE_SIGNER);
    return { text, credential: documentOf(JSON.parse(text)) };
  };

  test("names the content, the version, the issuer and the time of issue", async () => {
    const { credential } = await credentialOf();

    expect(credential).toMatchObject({
      "@context": ["https://www.w3.org/ns/credentials/v2", "https://www.w3.org/ns/credentials/undefined-terms/v2"],
      id: "urn:uuid:44444444-4444-4444-8444-444444444444",
      type: ["VerifiableCredential", "BatteryPassportCredential"],
      issuer: didKeyOf(SAMPLE_SIGNER.publicKey),
      validFrom: "2026-01-02T03:04:05Z",
      credentialSubject: {
        id: "urn:uuid:33333333-3333-4333-8333-333333333333",
        fields: documentOf(JSON.parse(compiled(sampleInput()).payloadCanonical))["fields"],
      },
      evidence: [{ type: "BatteryPassportReceipt" }],
    });
    expect(objectionToDocument(credential, [SAMPLE_SIGNER.publicKey])).toBeUndefined();
  });

  test("is the same text each time, and another implementation accepts it", async () => {
    const { text, credential } = await credentialOf();
    const { proofValue, ...options } = documentOf(credential["proof"]);
    const document = withoutProof(credential);

    const key = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(SAMPLE_SIGNER.publicKey, "base64").toString("base64url") },
      format: "jwk",
    });
    const message = Buffer.concat([sha256Bytes(canonicalJson(options)), sha256Bytes(canonicalJson(document))]);
    expect(verify(null, message, key, fromBase58(String(proofValue).slice(1)) ?? Buffer.alloc(0))).toBe(true);
    expect((await credentialOf()).text).toBe(text);
  });

  test("holds integers that do not fit into a floating-point number as text", async () => {
    const facts = [makeFact({ factType: "A", factKey: "a", payload: { big: 2n ** 60n, small: 7n } })];
    const rules = ["big", "small"]
      .map((name) => `field ${name}: Opt(Int) = recordGet(requireSome(getFact("A","a"),"E","m"), "${name}");`)
      .join("\n");

    const { credential } = await credentialOf(sampleInput({ facts, rules }));

    expect(credential).toMatchObject({ credentialSubject: { fields: { big: "1152921504606846976", small: 7 } } });
  });

  test("is not signed with a retired key", async () => {
    const files = await sampleFiles();

    await expect(writeCredential(files, { ...SAMPLE_SIGNER, status: "RETIRED" })).rejects.toThrow(
      "the signing key key-1 is RETIRED: give one that is active",
    );
  });
});

test("bytes come back from Base58 unchanged, with their leading zeros", () => {
  expect(toBase58(Buffer.from("Hello World!"))).toBe("2NEpo7TZRRrLZSi2U");
  expect(toBase58(Buffer.from("0000287fb4cd", "hex"))).toBe("11233QC4");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(fromBase58(toBase58(bytes))).toEqual(bytes);
    }),
  );
  for (const text of ["0", "O", "l", "z".repeat(257), "é"]) expect(fromBase58(text)).toBeUndefined();
});

test("only Ed25519 keys are read from did:key", () => {
  expect(publicKeyOf(didKeyOf(SAMPLE_SIGNER.publicKey))).toBe(SAMPLE_SIGNER.publicKey);
  for (const did of [
    "did:key:z6Mk",
    "did:web:example.org",
    "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme",
    "",
  ]) {
    expect(publicKeyOf(did)).toBeUndefined();
  }
});

function withProof(signed: JsonDocument, change: JsonDocument): JsonDocument {
  return { ...signed, proof: { ...documentOf(signed["proof"]), ...change } };
}

function withoutProof(signed: JsonDocument): JsonDocument {
  return Object.fromEntries(Object.entries(signed).filter(([name]) => name !== "proof"));
}

function documentOf(value: unknown): JsonDocument {
  if (typeof value !== "object" || value === null) throw new Error("it is no object");
  return Object.fromEntries(Object.entries(value));
}

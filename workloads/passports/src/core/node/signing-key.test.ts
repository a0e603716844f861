/** Tests of keys and signatures. */
import { ed25519 } from "@noble/curves/ed25519.js";
import fc from "fast-check";
import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { compiled, sampleInput, SAMPLE_SIGNER } from "../../../test/sample-passport.ts";
import { readSigningKey } from "./signing-key.ts";
import { signReceipt } from "../passport/sign-receipt.ts";
import { isSignatureOf, objectionToKey } from "../passport/verification-key.ts";

const SEED = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
const PUBLIC = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const bytes = (base64: string) => Buffer.from(base64, "base64");
const receipt = compiled(sampleInput()).receipt;

describe("a private key is read", () => {
  test.each([
    ["as a seed", SEED],
    ["as seed and public key", Buffer.concat([bytes(SEED), bytes(PUBLIC)]).toString("base64")],
    [
      "as PKCS#8",
      Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), bytes(SEED)]).toString("base64"),
    ],
  ])("%s", (_, privateKey) => {
    expect(readSigningKey({ keyId: "k", privateKey }).publicKey).toBe(PUBLIC);
  });

  test.each([
    ["nothing", ""],
    ["no base64", "not base64!"],
    ["a PEM in base64", Buffer.from("-----BEGIN PRIVATE KEY-----").toString("base64")],
    ["31 bytes", Buffer.alloc(31, 1).toString("base64")],
    ["a pair that is none", Buffer.concat([bytes(SEED), Buffer.alloc(32, 7)]).toString("base64")],
    [
      "a key of RSA",
      generateKeyPairSync("rsa", { modulusLength: 2048 })
        .privateKey.export({ format: "der", type: "pkcs8" })
        .toString("base64"),
    ],
  ])("and %s is refused without repeating it", (_, privateKey) => {
    const read = () => readSigningKey({ keyId: "k", privateKey });

    expect(read).toThrow(expect.objectContaining({ code: "SIGNING_KEY_MISSING" }));
    if (privateKey.length > 20) expect(read).not.toThrow(privateKey.slice(0, 20));
  });

  test("and appears in nothing that may be logged", () => {
    const key = readSigningKey({ keyId: "k", privateKey: SEED });

    const shown = inspect(key, { depth: 10, showHidden: true }) + JSON.stringify(key);
    expect(shown).toContain(PUBLIC);
    expect(shown).not.toContain(SEED.slice(0, 12));
    expect(shown).not.toContain(bytes(SEED).toString("hex").slice(0, 12));
  });
});

test("signatures are equal to those of another implementation, for every hash", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (hash) => {
      expect(await SAMPLE_SIGNER.sign(hash)).toEqual(ed25519.sign(hash, bytes(SEED)));
    }),
    { numRuns: 20 },
  );
});

test("signing twice gives the same bytes", async () => {
  expect(await signReceipt(receipt, [SAMPLE_SIGNER])).toEqual(await signReceipt(receipt, [SAMPLE_SIGNER]));
});

describe("keys are rotated and revoked", () => {
  const other = readSigningKey({ keyId: "key-2", privateKey: Buffer.alloc(32, 9).toString("base64") });

  test("a receipt is signed with the key that it names, even if that key is retired and another is active", async () => {
    const signed = await signReceipt(receipt, [other, { ...SAMPLE_SIGNER, status: "RETIRED" }]);

    expect(signed.signingKeyId).toBe("key-1");
    expect(isSignatureOf(SAMPLE_SIGNER, signed.receiptHash, signed.signature)).toBe(true);
    expect(isSignatureOf(other, signed.receiptHash, signed.signature)).toBe(false);
  });

  test("nothing is signed if the key is missing or compromised", async () => {
    await expect(signReceipt(receipt, [other])).rejects.toThrow(
      "the signing key key-1 is not here: compile the passport again",
    );
    await expect(signReceipt(receipt, [{ ...SAMPLE_SIGNER, status: "COMPROMISED" }])).rejects.toThrow("is compromised");
  });

  test("a wrong signature of a device is detected at once", async () => {
    const broken = { ...SAMPLE_SIGNER, sign: () => new Uint8Array(64) };

    await expect(signReceipt(receipt, [broken])).rejects.toThrow(
      expect.objectContaining({ code: "SIGNATURE_INVALID" }),
    );
  });

  test("a compromised key vouches for nothing, and other keys vouch only for their time", () => {
    const key = {
      keyId: "k",
      publicKey: PUBLIC,
      status: "ACTIVE",
      notBefore: "2026-01-01T00:00:00Z",
      notAfter: "2026-12-31T23:59:59Z",
    } as const;

    expect(objectionToKey(key, "2026-06-01T00:00:00Z")).toBeUndefined();
    expect(objectionToKey({ ...key, status: "RETIRED" }, "2026-06-01T00:00:00Z")).toBeUndefined();
    expect(objectionToKey({ ...key, status: "COMPROMISED" }, "2026-06-01T00:00:00Z")).toContain("compromised");
    expect(objectionToKey(key, "2025-12-31T23:59:59Z")).toContain("only from");
    expect(objectionToKey(key, "2027-01-01T00:00:00Z")).toContain("only until");
  });

  test("a text that is not a signature is refused for every key", () => {
    for (const signature of ["", "AAAA", "not base64!", `${"A".repeat(86)}==`, "A".repeat(88), "A".repeat(4_000_000)]) {
      expect(isSignatureOf(SAMPLE_SIGNER, "0".repeat(64), signature)).toBe(false);
    }
    expect(isSignatureOf({ publicKey: "AAAA" }, "0".repeat(64), `${"A".repeat(86)}==`)).toBe(false);
    expect(isSignatureOf(SAMPLE_SIGNER, "no hash", `${"A".repeat(86)}==`)).toBe(false);
  });
});

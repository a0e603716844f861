/** Tests of lists of public keys from a file or a server. */
import { expect, test } from "vitest";
import { refusalOf } from "../../../test/refusal.ts";
import { readVerificationKeys } from "./verification-key.ts";

const PUBLIC_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

test("keys are read from a list and from the response of a server", () => {
  const key = { key_id: "k", public_key: PUBLIC_KEY, status: "RETIRED", not_after: "2026-12-31T23:59:59Z" };
  const read = { keyId: "k", publicKey: PUBLIC_KEY, status: "RETIRED", notAfter: "2026-12-31T23:59:59Z" };

  expect(readVerificationKeys(JSON.stringify([key]))).toEqual([{ ...read, notBefore: undefined }]);
  expect(readVerificationKeys(JSON.stringify({ keys: [key] }))).toMatchObject([read]);
  expect(readVerificationKeys(JSON.stringify({ items: [{ ...key, status: null }] }))).toMatchObject([
    { status: "ACTIVE" },
  ]);
});

test.each([
  ["no list", "{}", ""],
  ["a text", '["k"]', "/0"],
  ["a key without an id", JSON.stringify([{ public_key: PUBLIC_KEY }]), "/0/key_id"],
  ["a key of 31 bytes", JSON.stringify([{ key_id: "k", public_key: "AAAA" }]), "/0/public_key"],
  ["an unknown status", JSON.stringify([{ key_id: "k", public_key: PUBLIC_KEY, status: "LOST" }]), "/0/status"],
  ["a day that is a number", JSON.stringify([{ key_id: "k", public_key: PUBLIC_KEY, not_after: 7 }]), "/0/not_after"],
])("%s is refused with its position", (_, text, pointer) => {
  expect(refusalOf(() => readVerificationKeys(text))).toMatchObject({ code: "VALIDATION_ERROR", details: { pointer } });
});

/** Writes and reads receipts (BPC-RECEIPT-1), which name the content, its facts and rules, the time of issue and the signing key. */
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { isSecondTime } from "../canonical/calendar-date.ts";
import { canonicalJson, emptyObject, isJsonObject, type JsonValue } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";

export const RECEIPT_VERSION = "BPC-RECEIPT-1";
export const SIGNATURE_ALGORITHM = "ED25519";

const MEMBERS = [
  "receipt_version",
  "issued_at",
  "tenant_id",
  "passport_version_id",
  "passport_id",
  "battery_product_id",
  "snapshot_id",
  "snapshot_hash",
  "rule_package_version_id",
  "dsl_sha256",
  "tests_sha256",
  "compiler_build_id",
  "payload_hash",
  "proof_root_hash",
  "signature_alg",
  "signing_key_id",
] as const;

type ReceiptMember = (typeof MEMBERS)[number];
export type Receipt = Readonly<Record<ReceiptMember, string>>;
export type SignedReceipt = Receipt & { readonly signature: string };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const HASH = /^[\da-f]{64}$/;
/** Length of the member `,"signature":"…"` with the 88 characters of a signature in base64. */
export const SIGNATURE_MEMBER_BYTES = 103;

/** Returns true for an id in the form of hashed objects: in lower case, with hyphens. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the hash that is signed, which is that of the canonical receipt without its signature. */
export function receiptHash(receipt: Receipt): string {
  return sha256Hex(receiptCanonical(receipt));
}

/** Returns the canonical receipt without its signature. */
export function receiptCanonical(receipt: Receipt): string {
  return canonicalJson(Object.fromEntries(MEMBERS.map((name) => [name, receipt[name]])));
}

export function signedReceiptCanonical(receipt: SignedReceipt): string {
  return canonicalJson({
    ...Object.fromEntries(MEMBERS.map((name) => [name, receipt[name]])),
    signature: receipt.signature,
  });
}

/** Reads a receipt. Throws VALIDATION_ERROR if a member is missing, unknown or in a wrong form. */
export function readReceipt(value: JsonValue): Receipt & { readonly signature?: string } {
  if (!isJsonObject(value)) throw refusal("receipt", "must be an object");
  const known: readonly string[] = [...MEMBERS, "signature"];
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw refusal(unknown, "is no member of a receipt");
  const texts = emptyObject<string>();
  for (const name of known) {
    const member = value[name];
    if (member === undefined && name === "signature") continue;
    if (typeof member !== "string") throw refusal(name, "must be text");
    texts[name] = member;
  }
  const receipt = receiptOf((name) => texts[name] ?? "");
  requireReceipt(receipt);
  return texts["signature"] === undefined ? receipt : { ...receipt, signature: texts["signature"] };
}

/** Refuses members that other programs could write or read differently. */
export function requireReceipt(receipt: Receipt): void {
  if (receipt.receipt_version !== RECEIPT_VERSION) throw refusal("receipt_version", `must be ${RECEIPT_VERSION}`);
  if (receipt.signature_alg !== SIGNATURE_ALGORITHM) throw refusal("signature_alg", `must be ${SIGNATURE_ALGORITHM}`);
  if (!isSecondTime(receipt.issued_at)) throw refusal("issued_at", "must be a time such as 2026-01-02T03:04:05Z");
  for (const name of MEMBERS) {
    const isId = name.endsWith("_id") && name !== "compiler_build_id" && name !== "signing_key_id";
    if (isId && !isUuid(receipt[name])) throw refusal(name, "must be a UUID in lower case");
    const isHash = name.endsWith("_hash") || name.endsWith("_sha256");
    if (isHash && !HASH.test(receipt[name])) throw refusal(name, "must be 64 hexadecimal digits in lower case");
  }
  if (receipt.signing_key_id === "") throw refusal("signing_key_id", "must name a key");
}

function receiptOf(member: (name: ReceiptMember) => string): Receipt {
  return {
    receipt_version: member("receipt_version"),
    issued_at: member("issued_at"),
    tenant_id: member("tenant_id"),
    passport_version_id: member("passport_version_id"),
    passport_id: member("passport_id"),
    battery_product_id: member("battery_product_id"),
    snapshot_id: member("snapshot_id"),
    snapshot_hash: member("snapshot_hash"),
    rule_package_version_id: member("rule_package_version_id"),
    dsl_sha256: member("dsl_sha256"),
    tests_sha256: member("tests_sha256"),
    compiler_build_id: member("compiler_build_id"),
    payload_hash: member("payload_hash"),
    proof_root_hash: member("proof_root_hash"),
    signature_alg: member("signature_alg"),
    signing_key_id: member("signing_key_id"),
  };
}

function refusal(member: string, reason: string): RotaError {
  return new PassportError("VALIDATION_ERROR", `the receipt's ${member} ${reason}`, { member });
}

/** Returns the id of a tenant. A name that is a UUID is the id itself; for any other name the id is derived from the name, so that it can be checked. */
export function tenantIdOf(tenant: string): string {
  if (isUuid(tenant)) return tenant;
  return hashedUuid(`rota.passports.tenant:${tenant}`);
}

/** Returns a UUID that is made of the hash of a text. */
export function hashedUuid(text: string): string {
  const hex = sha256Hex(text);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

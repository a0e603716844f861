/** A passport as a W3C Verifiable Credential 2.0, which wallets and registries read that know nothing of ours. */
import { canonicalJson } from "@rota/proofs";
import { isJsonObject, isList, memberOf, type JsonValue } from "../canonical/json-value.ts";
import { decodeUtf8, readCanonical } from "../canonical/read-json.ts";
import { readReceipt } from "../compile/receipt.ts";
import type { Signer } from "../sign/sign-receipt.ts";
import type { PassportFiles } from "../verify/verify-passport.ts";
import { signDocument, type JsonDocument } from "./data-integrity.ts";
import { didKeyOf } from "./did-key.ts";

export type CredentialOptions = {
  /** Who vouches: a URL or a DID. Default: the key itself, as did:key. */
  readonly issuer?: string;
  /** When the credential is made, such as 2026-01-02T03:04:05Z. Default: when the passport was issued. */
  readonly created?: string;
  /** Default: the key itself, as did:key. */
  readonly verificationMethod?: string;
};

/** The second one gives a meaning to members that no vocabulary defines. */
const CONTEXT = ["https://www.w3.org/ns/credentials/v2", "https://www.w3.org/ns/credentials/undefined-terms/v2"];

/**
 * Canonical JSON (RFC 8785) of the signed credential. The signed receipt goes along as evidence, so that whoever holds
 * the proof can check the content step by step.
 */
export async function writeCredential(
  { payload, receipt: receiptBytes }: Pick<PassportFiles, "payload" | "receipt">,
  signer: Signer,
  { issuer = didKeyOf(signer.publicKey), created, verificationMethod }: CredentialOptions = {},
): Promise<string> {
  const receipt = readReceipt(readCanonical(receiptBytes));
  const content = readCanonical(payload);
  const member = (name: string) => (isJsonObject(content) ? plainJson(memberOf(content, name) ?? null) : null);
  const credential: JsonDocument = {
    "@context": CONTEXT,
    id: `urn:uuid:${receipt.passport_version_id}`,
    type: ["VerifiableCredential", "BatteryPassportCredential"],
    issuer,
    validFrom: receipt.issued_at,
    credentialSubject: {
      id: `urn:uuid:${receipt.passport_id}`,
      type: "BatteryPassport",
      batteryProduct: member("battery_product"),
      fields: member("fields"),
      compliance: member("compliance"),
    },
    evidence: [{ type: "BatteryPassportReceipt", receipt: decodeUtf8(receiptBytes) }],
  };
  const signed = await signDocument(credential, signer, {
    created: created ?? receipt.issued_at,
    ...(verificationMethod === undefined ? {} : { verificationMethod }),
  });
  return canonicalJson(signed);
}

/** Numbers of RFC 8785 are floating: integers that they cannot hold become text. */
function plainJson(value: JsonValue): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (isList<JsonValue>(value)) return value.map(plainJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainJson(member)]));
}

/** Writes a passport as a W3C Verifiable Credential 2.0 with a data integrity proof (eddsa-jcs-2022), and checks such proofs. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { canonicalJson, sha256Bytes } from "@rota/proofs";
import { PassportError } from "../../errors.ts";
import { isJsonObject, isList, type JsonValue, memberOf } from "../canonical/canonical-json.ts";
import { decodeUtf8, readCanonical } from "../canonical/read-json.ts";
import type { PassportFiles } from "./passport-file.ts";
import { readReceipt } from "./receipt.ts";
import type { Signer } from "./sign-receipt.ts";
import { fromBase64, toBase64 } from "./verification-key.ts";

export type CredentialOptions = {
  /** Issuer, as a URL or a DID. Default: the key itself, as did:key. */
  readonly issuer?: string;
  /** Time of creation, such as 2026-01-02T03:04:05Z. Default: the time of issue of the passport. */
  readonly created?: string;
  /** Address of the key. Default: the key itself, as did:key. */
  readonly verificationMethod?: string;
};

/** Contexts of JSON-LD. The second one gives a meaning to members that no vocabulary defines. */
const CONTEXT = ["https://www.w3.org/ns/credentials/v2", "https://www.w3.org/ns/credentials/undefined-terms/v2"];

/**
 * Writes the signed credential as canonical JSON (RFC 8785). It contains the signed receipt as evidence, so that anyone
 * with the proof can check the content step by step.
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

/** Turns integers that do not fit into a floating-point number into text, because RFC 8785 has no other numbers. */
function plainJson(value: JsonValue): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (isList<JsonValue>(value)) return value.map(plainJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainJson(member)]));
}

/** A document as JSON.parse returns it. */
export type JsonDocument = Readonly<Record<string, unknown>>;

export type ProofOptions = {
  /** Time of creation, such as 2026-01-02T03:04:05Z. */
  readonly created: string;
  /** Address where verifiers find the key. Default: the key itself, as did:key. */
  readonly verificationMethod?: string;
};

const SUITE = { type: "DataIntegrityProof", cryptosuite: "eddsa-jcs-2022", proofPurpose: "assertionMethod" };

export async function signDocument(
  document: JsonDocument,
  signer: Signer,
  { created, verificationMethod = methodOf(signer.publicKey) }: ProofOptions,
): Promise<JsonDocument> {
  if (signer.status !== "ACTIVE") {
    const message = `the signing key ${signer.keyId} is ${signer.status}: give one that is active`;
    throw new PassportError("SIGNING_KEY_MISSING", message, { keyId: signer.keyId });
  }
  const context = document["@context"];
  const proof = { ...SUITE, created, verificationMethod, ...(context === undefined ? {} : { "@context": context }) };
  const signature = await signer.sign(bytesToSign(document, proof));
  return { ...document, proof: { ...proof, proofValue: `z${toBase58(signature)}` } };
}

/**
 * Returns why the proof is not valid, or undefined if it is. `publicKeys` are the trusted keys in base64. A proof that
 * names a did:key must name one of them.
 */
export function objectionToDocument(signed: JsonDocument, publicKeys: readonly string[]): string | undefined {
  const { proof, ...document } = signed;
  if (!isDocument(proof)) return "it has no proof";
  const { proofValue, ...options } = proof;
  const isSuite = Object.entries(SUITE).every(([name, value]) => options[name] === value);
  if (!isSuite) return `its proof is not of the kind ${SUITE.cryptosuite}, made as an assertion`;
  const isSameContext = canonicalJson(options["@context"] ?? null) === canonicalJson(document["@context"] ?? null);
  if (!isSameContext) return "the context of the proof is not that of the document";
  const signature =
    typeof proofValue === "string" && proofValue.startsWith("z") ? fromBase58(proofValue.slice(1)) : undefined;
  if (signature?.length !== 64) return "its proof holds no signature";
  const method = options["verificationMethod"];
  const named = typeof method === "string" ? publicKeyOf(method) : undefined;
  const candidates = named === undefined ? publicKeys : publicKeys.filter((key) => key === named);
  if (candidates.length === 0) return "it is signed with a key that is not trusted";
  const message = bytesToSign(document, options);
  return candidates.some((key) => isSignature(signature, message, key)) ? undefined : "the signature is not of it";
}

function bytesToSign(document: JsonDocument, options: JsonDocument): Uint8Array {
  return Uint8Array.from([...sha256Bytes(canonicalJson(options)), ...sha256Bytes(canonicalJson(document))]);
}

function methodOf(publicKey: string): string {
  const did = didKeyOf(publicKey);
  return `${did}#${did.slice("did:key:".length)}`;
}

function isSignature(signature: Uint8Array, message: Uint8Array, key: string): boolean {
  const publicKey = fromBase64(key);
  if (publicKey?.length !== 32) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function isDocument(value: unknown): value is JsonDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Multicodec prefix of an Ed25519 public key. */
const ED25519_PUBLIC = [0xed, 0x01];
const KEY_BYTES = 32;

/** Returns the did:key of a public key, which is 32 bytes in base64. */
export function didKeyOf(publicKey: string): string {
  return `did:key:z${toBase58(Uint8Array.from([...ED25519_PUBLIC, ...(fromBase64(publicKey) ?? [])]))}`;
}

/** Returns the key of `did:key:z6Mk…`, with or without a fragment, as base64, and undefined for any other identifier. */
export function publicKeyOf(did: string): string | undefined {
  const [, value = "", fragment] = /^did:key:z([^#]+)(?:#z(.+))?$/.exec(did) ?? [];
  const bytes = fragment === undefined || fragment === value ? fromBase58(value) : undefined;
  const isKey = bytes?.length === KEY_BYTES + ED25519_PUBLIC.length && ED25519_PUBLIC.every((b, i) => bytes[i] === b);
  return isKey ? toBase64(bytes.subarray(ED25519_PUBLIC.length)) : undefined;
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE = 58n;
/** Maximum number of characters. A signature has at most 88, and the time to read grows with the square. */
const LENGTH_MAX = 256;

/** @example toBase58(new TextEncoder().encode("Hello World!")) === "2NEpo7TZRRrLZSi2U" */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (; number > 0n; number /= BASE) text = (ALPHABET[Number(number % BASE)] ?? "") + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** Returns undefined for text that is not Base58. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > LENGTH_MAX || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return undefined;
  let number = [...text].reduce((sum, digit) => sum * BASE + BigInt(ALPHABET.indexOf(digit)), 0n);
  const bytes: number[] = [];
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes]);
}

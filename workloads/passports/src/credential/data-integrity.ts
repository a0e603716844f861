/** Data integrity proofs of the kind eddsa-jcs-2022: Ed25519 over the hashes of the proof's options and of the document. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { RotaError } from "@rota/engine/errors";
import { canonicalJson, sha256Bytes } from "@rota/proofs";
import { fromBase64 } from "../sign/base64.ts";
import type { Signer } from "../sign/sign-receipt.ts";
import { fromBase58, toBase58 } from "./base58.ts";
import { didKeyOf, publicKeyOf } from "./did-key.ts";

/** As JSON.parse gives it. */
export type JsonDocument = Readonly<Record<string, unknown>>;

export type ProofOptions = {
  /** Such as 2026-01-02T03:04:05Z. */
  readonly created: string;
  /** Where verifiers find the key. Default: the key itself, as did:key. */
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
    throw new RotaError("SIGNING_KEY_MISSING", message, { keyId: signer.keyId });
  }
  const context = document["@context"];
  const proof = { ...SUITE, created, verificationMethod, ...(context === undefined ? {} : { "@context": context }) };
  const signature = await signer.sign(bytesToSign(document, proof));
  return { ...document, proof: { ...proof, proofValue: `z${toBase58(signature)}` } };
}

/**
 * Why the proof does not hold, undefined when it does. `publicKeys` are those that are trusted, in base64; a proof that
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

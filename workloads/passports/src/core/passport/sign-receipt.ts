/** Signs receipts with a key in this process or in a device. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { PassportError } from "../../errors.ts";
import { artefactLimits, type ArtefactLimits, byteLength, requireSize } from "./limits.ts";
import { type Receipt, receiptHash, signedReceiptCanonical } from "./receipt.ts";
import { isSignatureOf, type KeyStatus, toBase64 } from "./verification-key.ts";

/** A signer, whose private key may be in this process or elsewhere. */
export type Signer = {
  readonly keyId: string;
  /** Public key: 32 bytes in base64. */
  readonly publicKey: string;
  readonly status: KeyStatus;
  /** Signs 32 bytes with Ed25519. The same bytes give the same signature. */
  readonly sign: (hash: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Checks a signature of this signer. Default: the portable verifier, which takes longer. */
  readonly accepts?: (hash: Uint8Array, signature: Uint8Array) => boolean;
};

export type SignedPassport = {
  readonly receiptHash: string;
  /** Signature: 64 bytes in base64. */
  readonly signature: string;
  readonly signingKeyId: string;
  readonly receiptSignedCanonical: string;
};

/** Signs only with the key that the receipt names, because keys may have been rotated since the receipt was compiled. */
export async function signReceipt(
  receipt: Receipt,
  signers: readonly Signer[],
  limits: Partial<ArtefactLimits> = {},
): Promise<SignedPassport> {
  const { receiptBytesMax } = artefactLimits(limits);
  const signer = signerFor(receipt.signing_key_id, signers);
  const hash = receiptHash(receipt);
  const bytes = await signer.sign(hexToBytes(hash));
  const signature = toBase64(bytes);
  if (!(signer.accepts?.(hexToBytes(hash), bytes) ?? isSignatureOf(signer, hash, signature))) {
    const message = `the key ${signer.keyId} made a signature that its public key does not accept: check the pair`;
    throw new PassportError("SIGNATURE_INVALID", message, { keyId: signer.keyId });
  }
  const receiptSignedCanonical = signedReceiptCanonical({ ...receipt, signature });
  requireSize("RECEIPT_TOO_LARGE", byteLength(receiptSignedCanonical), receiptBytesMax);
  return { receiptHash: hash, signature, signingKeyId: signer.keyId, receiptSignedCanonical };
}

function signerFor(keyId: string, signers: readonly Signer[]): Signer {
  const signer = signers.find((candidate) => candidate.keyId === keyId);
  if (signer !== undefined && signer.status !== "COMPROMISED") return signer;
  const why = signer === undefined ? "is not here" : "is compromised";
  const message = `the signing key ${keyId} ${why}: compile the passport again for a key that may sign`;
  throw new PassportError("SIGNING_KEY_MISSING", message, { keyId });
}

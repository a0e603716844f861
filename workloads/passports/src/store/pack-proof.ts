/** Packs the pieces of proofs for the database and unpacks them. Each piece is a gzip member, so that together they are a gzip file. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { RotaError } from "@rota/engine";
import { sha256Hex } from "../core/canonical/sha256.ts";
import { LIMIT_CEILINGS } from "../core/passport/limits.ts";
import type { ProofPiece } from "../core/passport/proof.ts";
import { PassportError } from "../errors.ts";

export type ProofBlock = {
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly hash: string;
  readonly content: Uint8Array;
};

/** Level of compression. Half of a proof is hashes, so a higher level saves little. */
const LEVEL = 1;

/** Packed pieces, so that a piece that a compilation reuses is not packed again. */
const packed = new WeakMap<ProofPiece, ProofBlock>();

export function packPiece(piece: ProofPiece): ProofBlock {
  const held = packed.get(piece);
  if (held !== undefined) return held;
  const content = gzipSync(piece.text, { level: LEVEL });
  const block = { hash: sha256Hex(content), content };
  packed.set(piece, block);
  return block;
}

/** Returns the proof. @throws PROOF_DAMAGED if the blocks were changed. */
export function openBlocks(contents: readonly Uint8Array[]): Buffer {
  try {
    return gunzipSync(Buffer.concat(contents), { maxOutputLength: LIMIT_CEILINGS.proofBytesMax });
  } catch (cause) {
    throw damagedProof("it cannot be unpacked", cause);
  }
}

export function damagedProof(reason: string, cause?: unknown): RotaError {
  const message = `the stored proof is damaged: ${reason}; its bytes were changed in the database`;
  return new PassportError("PROOF_DAMAGED", message, { reason }, { cause });
}

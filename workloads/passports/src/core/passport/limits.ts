/** Limits the size of the parts of a passport. The limits are in no hash, so raising them changes no passport. */
import { PassportError, type PassportErrorCode } from "../../errors.ts";

export type ArtefactLimits = {
  /** Default: 131,072. */
  readonly payloadBytesMax: number;
  /** Default: 262,144, which is about 1,500 nodes. */
  readonly proofBytesMax: number;
  /** Maximum size of the signed receipt. Default: 16,384. */
  readonly receiptBytesMax: number;
};

export const LIMIT_DEFAULTS: ArtefactLimits = {
  payloadBytesMax: 131_072,
  proofBytesMax: 262_144,
  receiptBytesMax: 16_384,
};

/** Highest values of the limits. Every passport is replayed under these, whatever its limits were. */
export const LIMIT_CEILINGS: ArtefactLimits = {
  payloadBytesMax: 5_000_000,
  proofBytesMax: 20_000_000,
  receiptBytesMax: 500_000,
};

export function artefactLimits(chosen: Partial<ArtefactLimits>): ArtefactLimits {
  const limits = { ...LIMIT_DEFAULTS, ...chosen };
  for (const name of ["payloadBytesMax", "proofBytesMax", "receiptBytesMax"] as const) {
    const isRight = Number.isInteger(limits[name]) && limits[name] > 0 && limits[name] <= LIMIT_CEILINGS[name];
    if (isRight) continue;
    const message = `${name} (${String(limits[name])}) must be from 1 to ${String(LIMIT_CEILINGS[name])}`;
    throw new PassportError("VALIDATION_ERROR", message, { option: name, max: LIMIT_CEILINGS[name] });
  }
  return limits;
}

export function requireSize(
  code: Extract<PassportErrorCode, "PAYLOAD_TOO_LARGE" | "PROOF_TOO_LARGE" | "RECEIPT_TOO_LARGE">,
  bytes: number,
  bytesMax: number,
): void {
  if (bytes <= bytesMax) return;
  const what = code.slice(0, code.indexOf("_")).toLowerCase();
  const message = `the ${what} has ${String(bytes)} bytes, at most ${String(bytesMax)}: use fewer fields, or raise the limit`;
  throw new PassportError(code, message, { bytes, bytesMax });
}

const encoder = new TextEncoder();
const nodeBuffer = "process" in globalThis ? globalThis.process.getBuiltinModule("node:buffer") : undefined;

/** Returns the length of a text in UTF-8. Node's own function is used where it exists, because it counts the bytes without writing them. */
export const byteLength: (text: string) => number =
  nodeBuffer === undefined ? (text) => encoder.encode(text).length : (text) => nodeBuffer.Buffer.byteLength(text);

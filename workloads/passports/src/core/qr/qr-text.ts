/** Writes and reads BPC-QR-1: the id of a passport version and its three hashes in Base32, in 212 characters. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { isUuid } from "../passport/receipt.ts";

export type QrContent = {
  readonly passportVersionId: string;
  /** Hashes of 64 hexadecimal digits each. */
  readonly payloadHash: string;
  readonly proofRootHash: string;
  readonly receiptHash: string;
};

const FORM = /^BPC1\|pv=([^|]{36})\|ph=([^|]{52})\|pr=([^|]{52})\|rh=([^|]{52})$/;
const HASH = /^[\da-f]{64}$/;

/** @example formatQrText(content) === "BPC1|pv=44444444-…|ph=VFBKN…|pr=SAFNT…|rh=3OAIV…" */
export function formatQrText({ passportVersionId, payloadHash, proofRootHash, receiptHash }: QrContent): string {
  if (!isUuid(passportVersionId)) throw refusal("the id of the version is no UUID in lower case");
  const [ph, pr, rh] = [payloadHash, proofRootHash, receiptHash].map((hash) => {
    if (!HASH.test(hash)) throw refusal("a hash is not 64 hexadecimal digits in lower case");
    return toBase32(hexToBytes(hash));
  });
  return `BPC1|pv=${passportVersionId}|ph=${String(ph)}|pr=${String(pr)}|rh=${String(rh)}`;
}

/** Reads a QR text. Each content has exactly one text, and any other is refused. */
export function parseQrText(text: string): QrContent {
  const [, passportVersionId = "", ...hashes] = FORM.exec(text) ?? [];
  if (!isUuid(passportVersionId)) throw refusal("it is not BPC1|pv=…|ph=…|pr=…|rh=… in 212 characters");
  const [payloadHash = "", proofRootHash = "", receiptHash = ""] = hashes.map((hash) => {
    const bytes = fromBase32(hash);
    if (bytes === undefined) throw refusal("a hash is not written in Base32 as this format has it");
    return bytesToHex(bytes);
  });
  return { passportVersionId, payloadHash, proofRootHash, receiptHash };
}

function refusal(reason: string): RotaError {
  return new PassportError("VALIDATION_ERROR", `the text is no BPC-QR-1: ${reason}. Scan the code again`, { reason });
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Writes bytes as Base32 (RFC 4648) without padding.
 *
 * @example toBase32(Uint8Array.of(0, 1, 2, 3)) === "AAAQEAY"
 */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let waiting = 0;
  let bits = 0;
  for (const byte of bytes) {
    waiting = ((waiting << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((waiting >> (bits - 5)) & 31);
  }
  return bits === 0 ? text : text + ALPHABET.charAt((waiting << (5 - bits)) & 31);
}

/** Reads Base32 without padding. Returns undefined for other characters, impossible lengths, and unused bits that are not 0. */
export function fromBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let waiting = 0;
  let bits = 0;
  let written = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    waiting = ((waiting << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[written++] = waiting >> bits;
  }
  const isWhole = bits < 5 && (waiting & ((1 << bits) - 1)) === 0;
  return isWhole ? bytes : undefined;
}

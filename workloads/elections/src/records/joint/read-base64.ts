/** Numbers and bytes as ElectionGuard 2.0 writes them: in base64, of a length that is known. */
import { RotaError } from "@rota/engine/errors";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { JsonValue } from "../json-reader.ts";

/** Nothing of a ballot that is written so comes near. */
const BYTES_MAX = 65_536;

/** The number that exactly so many bytes spell. */
export function readNumber(json: JsonValue, bytes: number): bigint {
  const digits = readBytes(json);
  if (digits.length === 2 * bytes) return BigInt(`0x${digits}`);
  throw new RotaError("ELECTION_RECORD_INVALID", `${json.path} must be ${String(bytes)} bytes in base64`, {
    path: json.path,
  });
}

/** Any bytes, as hexadecimal digits. */
export function readBytes(json: JsonValue): string {
  const text = json.text();
  const isBase64 = text.length % 4 === 0 && text.length <= BYTES_MAX && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (!isBase64)
    throw new RotaError("ELECTION_RECORD_INVALID", `${json.path} must be bytes in base64`, { path: json.path });
  return bytesToHex(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}

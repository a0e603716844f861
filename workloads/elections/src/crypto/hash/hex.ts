/** Numbers and bytes as ElectionGuard 1 writes them: upper case hexadecimal digits, an even number of them. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";

/** Zero is "00"; there is no further padding. */
export function toHex(value: bigint): string {
  const digits = value.toString(16).toUpperCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** Refuses what is not hexadecimal digits, such as a sign, a point or nothing. */
export function fromHex(text: string, what: string): bigint {
  if (!/^[0-9A-Fa-f]+$/.test(text)) {
    throw new RotaError("CRYPTO_VALUE_INVALID", `${what} must be written in hexadecimal digits`, { what });
  }
  return BigInt(`0x${text}`);
}

/** The bytes of the digits: leading zeros of a number are not kept. */
export function toBytes(value: bigint): Uint8Array {
  return hexToBytes(toHex(value));
}

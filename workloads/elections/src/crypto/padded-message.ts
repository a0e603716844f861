/** Messages of one size, so that their length tells nothing: the count of zeros, the message, the zeros. */
import { RotaError } from "@rota/engine/errors";

export const MESSAGE_BYTES = 512;
const COUNT_BYTES = 2;

export function padMessage(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  const zeros = MESSAGE_BYTES - COUNT_BYTES - message.length;
  if (zeros < 0) {
    const max = MESSAGE_BYTES - COUNT_BYTES;
    throw new RotaError(
      "CRYPTO_VALUE_INVALID",
      `the message has ${String(message.length)} bytes, at most ${String(max)}`,
    );
  }
  const padded = new Uint8Array(MESSAGE_BYTES);
  new DataView(padded.buffer).setUint16(0, zeros);
  padded.set(message, COUNT_BYTES);
  return padded;
}

/** Undefined when the bytes are no padded message. */
export function unpadMessage(padded: Uint8Array): string | undefined {
  if (padded.length !== MESSAGE_BYTES) return undefined;
  const zeros = new DataView(padded.buffer, padded.byteOffset).getUint16(0);
  const end = MESSAGE_BYTES - zeros;
  if (end < COUNT_BYTES || padded.subarray(end).some((byte) => byte !== 0)) return undefined;
  return new TextDecoder().decode(padded.subarray(COUNT_BYTES, end));
}

/** Base32 of RFC 4648 without padding, as BPC-QR-1 writes hashes. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @example toBase32(Uint8Array.of(0, 1, 2, 3)) === "AAAQEAY" */
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

/** Undefined for what no bytes are written as: other characters, impossible lengths, bits left over that are not 0. */
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

/** Base58 as Bitcoin writes it, for multibase values that begin with z. */

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE = 58n;
/** A signature has 88 at most; the time to read grows with the square. */
const LENGTH_MAX = 256;

/** @example toBase58(new TextEncoder().encode("Hello World!")) === "2NEpo7TZRRrLZSi2U" */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (; number > 0n; number /= BASE) text = (ALPHABET[Number(number % BASE)] ?? "") + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** Undefined for what is not written so. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > LENGTH_MAX || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return undefined;
  let number = [...text].reduce((sum, digit) => sum * BASE + BigInt(ALPHABET.indexOf(digit)), 0n);
  const bytes: number[] = [];
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes]);
}

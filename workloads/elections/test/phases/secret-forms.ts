/** Finds secrets in stored content, in every form in which they may be written. */

/**
 * Returns decimal and hexadecimal digits, raw bytes as in MessagePack, and base64 of both alphabets. Digits without a
 * leading zero match digits with one, too.
 */
export function formsOf(secret: bigint | Uint8Array): Buffer[] {
  const digits = typeof secret === "bigint" ? secret.toString(16) : Buffer.from(secret).toString("hex");
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
  const texts = [
    ...(typeof secret === "bigint" ? [String(secret)] : []),
    digits,
    digits.toUpperCase(),
    bytes.toString("base64").replaceAll("=", ""),
    bytes.toString("base64url"),
  ];
  return [...texts.map((text) => Buffer.from(text)), bytes];
}

/** Returns the names of places that contain a secret in any form. */
export function placesWith(secret: bigint | Uint8Array, places: ReadonlyMap<string, Buffer>): string[] {
  const forms = formsOf(secret);
  return [...places].filter(([, content]) => forms.some((form) => content.includes(form))).map(([name]) => name);
}

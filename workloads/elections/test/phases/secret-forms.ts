/** Looks for secrets wherever something was written, in every form that somebody might have written them in. */

/** Decimal and hexadecimal digits, raw bytes as MessagePack holds them, base64 of both alphabets. */
export function formsOf(secret: bigint | Uint8Array): Buffer[] {
  const digits = typeof secret === "bigint" ? evenDigits(secret) : Buffer.from(secret).toString("hex");
  const bytes = Buffer.from(digits, "hex");
  const texts = [
    ...(typeof secret === "bigint" ? [String(secret)] : []),
    digits,
    digits.toUpperCase(),
    bytes.toString("base64").replaceAll("=", ""),
    bytes.toString("base64url"),
  ];
  return [...texts.map((text) => Buffer.from(text)), bytes];
}

/** The names of places that hold a secret in any form. */
export function placesWith(secret: bigint | Uint8Array, places: ReadonlyMap<string, Buffer>): string[] {
  const forms = formsOf(secret);
  return [...places].filter(([, content]) => forms.some((form) => content.includes(form))).map(([name]) => name);
}

function evenDigits(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

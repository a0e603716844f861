/** Builds the web link of a passport, for the QR code that the Regulation requires. */
import { PassportError } from "../../errors.ts";
import type { RotaError } from "@rota/engine/errors";
import { isUuid } from "../passport/receipt.ts";

export type PassportLink = {
  /** Address of the server of passports, such as https://passports.example. */
  readonly publicUrl: string;
  readonly passportVersionId: string;
  /** GTIN of the product. With it, the link is a GS1 Digital Link. */
  readonly gtin?: string | undefined;
  readonly serialNumber?: string | undefined;
};

const SERIAL = /^[\w!"%&'()*+,\-./:;<=>?]{1,20}$/;

/** @example passportLink({ publicUrl: "https://p.example", passportVersionId, gtin: "09506000134352" }) */
export function passportLink({ publicUrl, passportVersionId, gtin, serialNumber }: PassportLink): string {
  const base = baseOf(publicUrl);
  if (gtin === undefined) {
    if (!isUuid(passportVersionId)) throw refusal("passportVersionId", "must be a UUID in lower case");
    return `${base}/p/${passportVersionId}`;
  }
  const digits = gtin14(gtin);
  if (serialNumber !== undefined && !isSerialNumber(serialNumber)) {
    throw refusal("serialNumber", "must have 1 to 20 letters, digits or signs that GS1 allows");
  }
  const serial = serialNumber === undefined ? "" : `/21/${encodeURIComponent(serialNumber)}`;
  return `${base}/01/${digits}${serial}`;
}

/** Returns a GTIN with 14 digits, the form used in links. Throws VALIDATION_ERROR for any other text. */
export function gtin14(gtin: string): string {
  if (!isGtin(gtin)) throw refusal("gtin", "must have 8, 12, 13 or 14 digits, the last a check digit");
  return gtin.padStart(14, "0");
}

/** Returns true for a serial number that a GS1 Digital Link can hold. */
export function isSerialNumber(text: string): boolean {
  return SERIAL.test(text);
}

function baseOf(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.search + url.hash === "";
  if (!isPlain) throw refusal("publicUrl", "must be an address such as https://passports.example");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function isGtin(gtin: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(gtin)) return false;
  const digits = [...gtin.padStart(14, "0")].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

function refusal(member: string, reason: string): RotaError {
  return new PassportError("VALIDATION_ERROR", `${member} ${reason}`, { member });
}

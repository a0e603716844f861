/** Secrets that requests are signed with: `whsec_` and the base64 of 24 to 64 bytes. Pure but for chance. */
import { randomBytes } from "node:crypto";
import { RotaError } from "../../errors.ts";

export const SECRET_BYTES_MIN = 24;
export const SECRET_BYTES_MAX = 64;
const GENERATED_BYTES = 32;
const PREFIX = "whsec_";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export type WebhookSecret = {
  /** As the receiver was told it. */
  readonly shown: string;
  readonly bytes: Uint8Array;
};

export function generateSecret(): WebhookSecret {
  return parseSecret(`${PREFIX}${randomBytes(GENERATED_BYTES).toString("base64")}`);
}

/** What it refuses is not named: it may be a secret with a mistake in it. */
export function parseSecret(shown: string): WebhookSecret {
  const text = shown.startsWith(PREFIX) ? shown.slice(PREFIX.length) : "";
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  // Texts that Node reads loosely would be read otherwise by a verifier.
  const isExact = BASE64.test(text) && Buffer.from(bytes).toString("base64") === text;
  if (isExact && bytes.length >= SECRET_BYTES_MIN && bytes.length <= SECRET_BYTES_MAX) return { shown, bytes };
  throw new RotaError(
    "WEBHOOK_INVALID",
    `secret must be ${PREFIX} and the base64 of ${String(SECRET_BYTES_MIN)} to ${String(SECRET_BYTES_MAX)} bytes, with padding: leave it out to get one`,
    { field: "secret" },
  );
}

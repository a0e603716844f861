/** Creates and parses credentials: a public id and a secret of which only the hash is stored. Pure. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export type Credential = { readonly id: string; readonly secretHash: Uint8Array };

/** Form of a credential: an id, and 256 random bits. */
const FORM = /^rota_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Creates a credential. Its text is shown once, to its owner. */
export function newCredential(): Credential & { readonly text: string } {
  const id = randomBytes(8).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { id, secretHash: hashOf(secret), text: `rota_${id}_${secret}` };
}

/** Reads a credential; undefined when the text has another form. */
export function readCredential(text: string): Credential | undefined {
  const [, id, secret] = FORM.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secretHash: hashOf(secret) };
}

/** Compares two hashes in constant time. */
export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Hashes a secret. A fast hash is enough: the secret is long and random, not chosen by a person. */
function hashOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

/** Seals values with AES-256-GCM so that only processes with the key can open them, under the same name. Pure. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { RotaError } from "../errors.ts";
import { SECRETS_KEY_BYTES } from "./lock-limits.ts";

export type Seal = {
  seal(name: string, value: Uint8Array): Uint8Array;
  /** Opens a sealed value. SECRET_UNREADABLE: it was sealed with another key or under another name, or was changed. */
  open(name: string, sealed: Uint8Array): Uint8Array;
};

const ALGORITHM = "aes-256-gcm";
/** First byte of a sealed value, which distinguishes this format from later ones. */
const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Creates a seal. A sealed value consists of the format, the nonce, the tag and the ciphertext. */
export function createSeal(secretsKey: Uint8Array): Seal {
  checkKey(secretsKey);
  const key = Uint8Array.from(secretsKey); // the caller may overwrite its copy
  return {
    seal(name, value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(value), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.from([FORM]), nonce, cipher.getAuthTag(), text]));
    },
    open(name, sealed) {
      if (sealed[0] !== FORM || sealed.length < HEAD_BYTES) throw unreadable(name);
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      const value = decipher.update(sealed.subarray(HEAD_BYTES));
      try {
        decipher.final(); // checks the tag
      } catch {
        throw unreadable(name);
      }
      return new Uint8Array(value);
    },
  };
}

function checkKey(secretsKey: Uint8Array): void {
  const bytes = secretsKey.byteLength;
  if (bytes === SECRETS_KEY_BYTES) return;
  throw new RotaError(
    "CONFIG_INVALID",
    `secretsKey has ${String(bytes)} bytes, it must have ${String(SECRETS_KEY_BYTES)}: make one with \`openssl rand -base64 ${String(SECRETS_KEY_BYTES)}\``,
    { option: "secretsKey", bytes, wanted: SECRETS_KEY_BYTES },
  );
}

function unreadable(name: string): RotaError {
  return new RotaError(
    "SECRET_UNREADABLE",
    `secret "${name}" cannot be opened: it was sealed with another secretsKey, or was changed; give that key, or drop the secret and put it again`,
    { key: name },
  );
}

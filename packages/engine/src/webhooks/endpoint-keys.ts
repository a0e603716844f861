/** Generates, parses, seals and opens the keys of endpoints: `whsec_` secrets and Ed25519 key pairs. */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from "node:crypto";
import { createSeal, type Seal } from "../locks/seal.ts";
import { RotaError } from "../errors.ts";
import type { SigningKeys } from "./sign-body.ts";

export type EndpointKeys = {
  sealSecret(endpointId: string, secret: WebhookSecret): Uint8Array;
  sealSigningKey(endpointId: string, seed: Uint8Array): Uint8Array;
  open(sealed: SealedSigningKeys): SigningKeys;
};

export type SealedSigningKeys = Pick<SigningKeys, "signatureKey"> & {
  readonly endpointId: string;
  readonly secret: Uint8Array;
  /** Null when no previous secret is valid. */
  readonly previousSecret: Uint8Array | null;
  readonly signingKey: Uint8Array | null;
};

/** Creates the keys from `secretsKey`, which the configuration has as base64. */
export function createEndpointKeys(secretsKey: string | undefined): EndpointKeys {
  let seal: Seal | undefined;
  const sealed = (): Seal => (seal ??= createSeal(readSecretsKey(secretsKey)));
  const openSecret = (endpointId: string, secret: Uint8Array) =>
    parseSecret(Buffer.from(sealed().open(secretName(endpointId), secret)).toString());
  return {
    sealSecret: (endpointId, secret) => sealed().seal(secretName(endpointId), Buffer.from(secret.shown)),
    sealSigningKey: (endpointId, seed) => sealed().seal(keyName(endpointId), seed),
    open: ({ endpointId, secret, previousSecret, signingKey, signatureKey }) => ({
      signatureKey,
      current: openSecret(endpointId, secret),
      previous: previousSecret === null ? undefined : openSecret(endpointId, previousSecret),
      ed25519: signingKey === null ? undefined : readSigningKey(sealed().open(keyName(endpointId), signingKey)),
    }),
  };
}

/** Reads `secretsKey`. Throws SECRETS_NOT_CONFIGURED when it is missing. */
export function readSecretsKey(secretsKey: string | undefined): Uint8Array {
  if (secretsKey !== undefined) return new Uint8Array(Buffer.from(secretsKey, "base64"));
  throw new RotaError(
    "SECRETS_NOT_CONFIGURED",
    "secrets of webhooks cannot be kept without a key to seal them: give secretsKey, 32 random bytes that every process shares",
  );
}

const secretName = (endpointId: string): string => `webhook secret ${endpointId}`;
const keyName = (endpointId: string): string => `webhook signing key ${endpointId}`;

export const WEBHOOK_SECRET_BYTES_MIN = 24;
export const WEBHOOK_SECRET_BYTES_MAX = 64;
const GENERATED_BYTES = 32;
const PREFIX = "whsec_";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export type WebhookSecret = {
  /** Text that was shown to the receiver. */
  readonly shown: string;
  readonly bytes: Uint8Array;
};

export function generateSecret(): WebhookSecret {
  return parseSecret(`${PREFIX}${randomBytes(GENERATED_BYTES).toString("base64")}`);
}

/** Reads a secret. The error does not quote the text: it may be a secret with a typing mistake. */
export function parseSecret(shown: string): WebhookSecret {
  const text = shown.startsWith(PREFIX) ? shown.slice(PREFIX.length) : "";
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  // Node decodes base64 leniently; a verifier would read such a text differently.
  const isExact = BASE64.test(text) && Buffer.from(bytes).toString("base64") === text;
  if (isExact && bytes.length >= WEBHOOK_SECRET_BYTES_MIN && bytes.length <= WEBHOOK_SECRET_BYTES_MAX)
    return { shown, bytes };
  throw new RotaError(
    "WEBHOOK_INVALID",
    `secret must be ${PREFIX} and the base64 of ${String(WEBHOOK_SECRET_BYTES_MIN)} to ${String(WEBHOOK_SECRET_BYTES_MAX)} bytes, with padding: leave it out to get one`,
    { field: "secret" },
  );
}

const SEED_BYTES = 32;
/** Bytes that PKCS #8 puts before the seed of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

export type SigningKey = {
  readonly seed: Uint8Array;
  readonly key: KeyObject;
  /** Public key, with which receivers verify. */
  readonly verificationKey: string;
};

export function generateSigningKey(): SigningKey {
  return readSigningKey(new Uint8Array(randomBytes(SEED_BYTES)));
}

export function readSigningKey(seed: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  const verificationKey = `whpk_${der.subarray(-SEED_BYTES).toString("base64")}`;
  return { seed, key, verificationKey };
}

/** Seals and opens the keys of endpoints: in the database they cannot be read without `secretsKey`. */
import { createSeal, type Seal } from "../../coordinator/seal.ts";
import { RotaError } from "../../errors.ts";
import { readSigningKey } from "../signing/signing-key.ts";
import type { SigningKeys } from "../signing/sign-body.ts";
import { parseSecret, type WebhookSecret } from "../signing/webhook-secret.ts";

export type EndpointKeys = {
  sealSecret(endpointId: string, secret: WebhookSecret): Uint8Array;
  sealSigningKey(endpointId: string, seed: Uint8Array): Uint8Array;
  open(sealed: SealedSigningKeys): SigningKeys;
};

export type SealedSigningKeys = Pick<SigningKeys, "signatureKey"> & {
  readonly endpointId: string;
  readonly secret: Uint8Array;
  /** Null: none is valid any more. */
  readonly previousSecret: Uint8Array | null;
  readonly signingKey: Uint8Array | null;
};

/** `secretsKey` as the configuration has it: base64. */
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

/** Throws SECRETS_NOT_CONFIGURED when there is none. */
export function readSecretsKey(secretsKey: string | undefined): Uint8Array {
  if (secretsKey !== undefined) return new Uint8Array(Buffer.from(secretsKey, "base64"));
  throw new RotaError(
    "SECRETS_NOT_CONFIGURED",
    "secrets of webhooks cannot be kept without a key to seal them: give secretsKey, 32 random bytes that every process shares",
  );
}

const secretName = (endpointId: string): string => `webhook secret ${endpointId}`;
const keyName = (endpointId: string): string => `webhook signing key ${endpointId}`;

/** Secrets on any shelf: checked, and sealed before they are put there. */
import { RotaError } from "../errors.ts";
import * as checks from "./calls/check-secret.ts";
import type { Secrets } from "./coordinator.ts";
import { DEFAULT_SECRET_TTL_MS } from "./limits.ts";
import type { Seal } from "./seal.ts";

/** Keeps sealed bytes for a time. What is over is as if it had never been put. */
export type SecretShelf = {
  put(secret: { readonly key: string; readonly sealed: Uint8Array; readonly ttlMs: number }): Promise<void>;
  read(key: string): Promise<Uint8Array | undefined>;
  /** Reads and forgets, in one step. */
  take(key: string): Promise<Uint8Array | undefined>;
};

export function createSealedSecrets(shelf: SecretShelf, seal: Seal | undefined): Secrets {
  if (seal === undefined) return refusingSecrets;
  const open = (key: string, sealed: Uint8Array | undefined) =>
    sealed === undefined ? undefined : seal.open(key, sealed);
  return {
    async put(secret) {
      checks.checkSecret(secret);
      const { key, value, ttlMs = DEFAULT_SECRET_TTL_MS } = secret;
      await shelf.put({ key, sealed: seal.seal(key, value), ttlMs });
    },
    async read(key) {
      checks.checkSecretKey(key);
      return open(key, await shelf.read(key));
    },
    async take(key) {
      checks.checkSecretKey(key);
      return open(key, await shelf.take(key));
    },
    async drop(key) {
      checks.checkSecretKey(key);
      return (await shelf.take(key)) !== undefined;
    },
  };
}

async function refuse(): Promise<never> {
  throw new RotaError(
    "SECRETS_NOT_CONFIGURED",
    "secrets cannot be kept without a key to seal them: give secretsKey, 32 random bytes that every process shares",
  );
}

const refusingSecrets: Secrets = { put: refuse, read: refuse, take: refuse, drop: refuse };

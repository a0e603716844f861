/** Checks and seals secrets before it stores them, in the database or in another store. */
import { RotaError } from "../errors.ts";
import * as checks from "./check-calls.ts";
import type { LockDatabase } from "./lock-database.ts";
import { DEFAULT_SECRET_TTL_MS } from "./lock-limits.ts";
import * as secretRows from "./locks.sql.ts";
import type { Secrets } from "./locks.ts";
import type { Seal } from "./seal.ts";

/** Store of sealed bytes with a time to live. An expired value counts as missing. */
export type SecretStore = {
  put(secret: { readonly key: string; readonly sealed: Uint8Array; readonly ttlMs: number }): Promise<void>;
  read(key: string): Promise<Uint8Array | undefined>;
  /** Reads and deletes in one step. */
  take(key: string): Promise<Uint8Array | undefined>;
};

export function createSealedSecrets(store: SecretStore, seal: Seal | undefined): Secrets {
  if (seal === undefined) return refusingSecrets;
  const open = (key: string, sealed: Uint8Array | undefined) =>
    sealed === undefined ? undefined : seal.open(key, sealed);
  return {
    async put(secret) {
      checks.checkSecret(secret);
      const { key, value, ttlMs = DEFAULT_SECRET_TTL_MS } = secret;
      await store.put({ key, sealed: seal.seal(key, value), ttlMs });
    },
    async read(key) {
      checks.checkSecretKey(key);
      return open(key, await store.read(key));
    },
    async take(key) {
      checks.checkSecretKey(key);
      return open(key, await store.take(key));
    },
    async drop(key) {
      checks.checkSecretKey(key);
      return (await store.take(key)) !== undefined;
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

/** Stores secrets in the database, as rows of sealed bytes: they cannot be read without the key. */
export function createDatabaseSecretStore(store: LockDatabase): SecretStore {
  return {
    put: async (secret) => void (await store.query(secretRows.putSecret(secret))),
    async read(key) {
      const [row] = await store.query(secretRows.readSecret(key));
      return row?.sealed;
    },
    async take(key) {
      const [row] = await store.query(secretRows.takeSecret(key));
      return row?.is_alive === true ? row.sealed : undefined;
    },
  };
}

/** Secrets as rows of sealed bytes: what lies in the database cannot be read without the key. */
import { RotaError } from "../../errors.ts";
import * as checks from "../calls/check-secret.ts";
import type { Secrets } from "../coordinator.ts";
import * as secretRows from "../coordinator.sql.ts";
import { DEFAULT_SECRET_TTL_MS } from "../limits.ts";
import type { Seal } from "../seal.ts";
import type { Store } from "./store.ts";

export function createDatabaseSecrets(store: Store, seal: Seal | undefined): Secrets {
  if (seal === undefined) return refusingSecrets;
  return {
    async put(secret) {
      checks.checkSecret(secret);
      const { key, value, ttlMs = DEFAULT_SECRET_TTL_MS } = secret;
      await store.query(secretRows.putSecret({ key, sealed: seal.seal(key, value), ttlMs }));
    },
    async read(key) {
      checks.checkSecretKey(key);
      const [row] = await store.query(secretRows.readSecret(key));
      return row === undefined ? undefined : seal.open(key, row.sealed);
    },
    async take(key) {
      checks.checkSecretKey(key);
      const [row] = await store.query(secretRows.takeSecret(key));
      return row?.is_alive === true ? seal.open(key, row.sealed) : undefined;
    },
    async drop(key) {
      checks.checkSecretKey(key);
      const [row] = await store.query(secretRows.takeSecret(key));
      return row?.is_alive === true;
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

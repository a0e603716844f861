/** The shelf of secrets in the database, as rows of sealed bytes: what lies in the database cannot be read without the key. */
import * as secretRows from "../coordinator.sql.ts";
import type { SecretShelf } from "../sealed-secrets.ts";
import type { Store } from "./store.ts";

export function createDatabaseShelf(store: Store): SecretShelf {
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

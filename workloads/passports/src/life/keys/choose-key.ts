/** Chooses the key that a new version is to be signed with, in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { signersOf } from "../settings/signing-keys.ts";
import { addKey } from "./key-registry.ts";
import { lockKeys, selectActiveKey } from "./keys.sql.ts";

/** The key that signs for the tenant; the first time, the one that this process was given. */
export async function chooseKey(
  tx: Transaction,
  { tenant, actor }: { tenant: string; actor: string },
): Promise<string> {
  const [active] = await tx.query(selectActiveKey(tenant));
  if (active !== undefined) return active.key_id;
  // Somebody may be adding or rotating one at this moment: afterwards it is seen.
  await tx.query(lockKeys());
  const [later] = await tx.query(selectActiveKey(tenant));
  if (later !== undefined) return later.key_id;
  const [own] = signersOf();
  if (own !== undefined) {
    const { keyId, publicKey } = own;
    const added = await addKey(tx, { keyId, publicKey, tenant: undefined, actor });
    if (added.status === "ACTIVE") return added.key_id;
  }
  throw new RotaError(
    "SIGNING_KEY_MISSING",
    "no signing key is active: add one with POST /v1/signing-keys, or give BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64",
  );
}

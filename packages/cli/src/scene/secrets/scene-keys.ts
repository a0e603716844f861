/** The keys that the scene asks the server with: one for each tenant, drawn at each start and revoked when it ends. */
import { createClient, type RotaClient } from "@rota/client";
import { createKey, listKeys, revokeKey, type Database } from "@rota/engine";
import { TENANTS } from "../plan.ts";
import type { Stoppable } from "../share-stop.ts";

export type SceneKeys = {
  readonly clientOf: (tenant: string) => RotaClient;
  revoke(): Promise<void>;
};

export const SCENE = "scene";
const KEY_HOURS = 24 * 30;
const HOUR_MS = 3_600_000;
const LISTED = 200;

export type KeysWish = { readonly database: Database; readonly url: string; readonly stoppable: Stoppable };

export async function drawSceneKeys({ database, url, stoppable }: KeysWish): Promise<SceneKeys> {
  const tenants = Object.values(TENANTS);
  await revokeAll(database, tenants); // of a scene that was killed
  const clients = new Map<string, RotaClient>();
  const drawn: string[] = [];
  const send = (request: Request) => stoppable((signal) => fetch(request, { signal }));
  const expiresAt = new Date(Date.now() + KEY_HOURS * HOUR_MS);
  for (const tenant of tenants) {
    const { key, keyId } = await createKey(database, {
      name: SCENE,
      tenant,
      roles: ["admin"],
      expiresAt,
      actor: SCENE,
    });
    drawn.push(keyId);
    clients.set(tenant, createClient({ baseUrl: url, key, fetch: send }));
  }
  return {
    clientOf(tenant) {
      const client = clients.get(tenant);
      if (client === undefined) throw new Error(`no key was drawn for ${tenant}`);
      return client;
    },
    async revoke() {
      for (const keyId of drawn) await revokeKey(database, { keyId, actor: SCENE });
    },
  };
}

async function revokeAll(database: Database, tenants: readonly string[]): Promise<void> {
  for (const tenant of tenants) {
    const { items } = await listKeys(database, { tenant, limit: LISTED });
    const open = items.filter(({ name, revokedAt }) => name === SCENE && revokedAt === undefined);
    for (const { keyId } of open) await revokeKey(database, { keyId, actor: SCENE });
  }
}

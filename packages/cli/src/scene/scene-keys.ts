/** The keys that the scene asks the server with: one for each tenant, drawn at each start and revoked when it ends. */
import { createClient, type RotaClient } from "@rota/client";
import { createKey, listKeys, revokeKey, type Database } from "@rota/engine";
import { TENANTS } from "./plan.ts";

export type SceneKeys = {
  readonly clientOf: (tenant: string) => RotaClient;
  revoke(): Promise<void>;
};

export const SCENE = "scene";
const KEY_HOURS = 24 * 30;
const HOUR_MS = 3_600_000;
const LISTED = 200;

export type KeysWish = { readonly database: Database; readonly url: string; readonly signal: AbortSignal };

export async function drawSceneKeys({ database, url, signal }: KeysWish): Promise<SceneKeys> {
  const tenants = Object.values(TENANTS);
  await revokeAll(database, tenants); // of a scene that was killed
  const clients = new Map<string, RotaClient>();
  const send = sendUntil(signal);
  const expiresAt = new Date(Date.now() + KEY_HOURS * HOUR_MS);
  for (const tenant of tenants) {
    const { key } = await createKey(database, { name: SCENE, tenant, roles: ["admin"], expiresAt, actor: SCENE });
    clients.set(tenant, createClient({ baseUrl: url, key, fetch: send }));
  }
  return {
    clientOf(tenant) {
      const client = clients.get(tenant);
      if (client === undefined) throw new Error(`no key was drawn for ${tenant}`);
      return client;
    },
    revoke: () => revokeAll(database, tenants),
  };
}

/** Each request has a signal of its own: one that lives long would keep a listener for every request there ever was. */
function sendUntil(signal: AbortSignal): (request: Request) => Promise<Response> {
  const open = new Set<AbortController>();
  signal.addEventListener("abort", () => {
    for (const request of open) request.abort();
  });
  return async (request) => {
    signal.throwIfAborted();
    const own = new AbortController();
    open.add(own);
    try {
      return await fetch(request, { signal: own.signal });
    } finally {
      open.delete(own);
    }
  };
}

async function revokeAll(database: Database, tenants: readonly string[]): Promise<void> {
  for (const tenant of tenants) {
    const { items } = await listKeys(database, { tenant, limit: LISTED });
    const open = items.filter(({ name, revokedAt }) => name === SCENE && revokedAt === undefined);
    for (const { keyId } of open) await revokeKey(database, { keyId, actor: SCENE });
  }
}

/** Provides what the steps of the demo share: requests with keys of each tenant, progress, waiting and stopping. */
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@rota/engine";
import { createKey, listKeys, revokeKey } from "@rota/engine/admin";
import type { DemoContext, DemoRequest } from "@rota/engine/workload";

type ContextParts = Pick<DemoContext, "size" | "url" | "folder" | "receiver" | "show" | "stoppable"> & {
  readonly keys: DemoKeys;
};

export function createDemoContext({ keys, ...parts }: ContextParts): DemoContext {
  const { url, stoppable } = parts;
  return {
    ...parts,
    inParallel,
    request: (request) => stoppable((signal) => sendRequest({ url, key: keys.keyOf(request.tenant), signal }, request)),
    fetch: (input, init) => stoppable((signal) => fetch(input, { ...init, signal })),
    pause: (ms) => pause(stoppable, ms),
    until: (find) => until(stoppable, find),
  };
}

const POLL_MS = 200;

export function pause(stoppable: Stoppable, ms: number): Promise<void> {
  return stoppable((signal) => wait(ms, undefined, { signal }));
}

async function until<Found>(stoppable: Stoppable, find: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await pause(stoppable, POLL_MS);
  }
}

async function inParallel<Item>(
  items: Iterable<Item>,
  width: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let hasFailed = false;
  const runner = async () => {
    for (let next = left.next(); !hasFailed && next.done !== true; next = left.next()) {
      try {
        await run(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, runner));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

type Sender = { readonly url: string; readonly key: string; readonly signal: AbortSignal };

async function sendRequest({ url, key, signal }: Sender, request: DemoRequest): Promise<unknown> {
  const { path, query = {}, headers, body, ignore = [] } = request;
  const { method = body === undefined ? "GET" : "POST" } = request;
  const address = new URL(`${url}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  const json = body === undefined ? undefined : { "content-type": "application/json" };
  const response = await fetch(address, {
    method,
    signal,
    headers: { authorization: `Bearer ${key}`, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return text === "" ? undefined : readJson(text);
  if (ignore.includes(response.status)) return undefined;
  throw new Error(`${method} ${path}: status ${String(response.status)}: ${text.slice(0, SHOWN_LENGTH)}`);
}

/** Maximum number of characters of a refusal in an error. */
const SHOWN_LENGTH = 500;

function readJson(text: string): unknown {
  return JSON.parse(text);
}

type Stoppable = DemoContext["stoppable"];

/** Makes a function that runs stoppable work. After the shared signal has aborted nothing more starts. */
export function shareStop(signal: AbortSignal): Stoppable {
  const running = new Set<AbortController>();
  signal.addEventListener("abort", () => {
    for (const own of running) own.abort(signal.reason);
  });
  return async (run) => {
    signal.throwIfAborted();
    const own = new AbortController();
    running.add(own);
    try {
      return await run(own.signal);
    } finally {
      running.delete(own);
    }
  };
}

type DemoKeys = {
  readonly keyOf: (tenant: string) => string;
  revoke(): Promise<void>;
};

const DEMO_ACTOR = "demo";
const KEY_HOURS = 24 * 30;
const HOUR_MS = 3_600_000;
const LISTED = 200;

/** Creates an API key for each tenant of the demo. Keys are created at each start and revoked at its end. */
export async function createDemoKeys(database: Database, tenants: readonly string[]): Promise<DemoKeys> {
  await revokeAll(database, tenants); // keys of a killed demo
  const keys = new Map<string, string>();
  const drawn: string[] = [];
  const expiresAt = new Date(Date.now() + KEY_HOURS * HOUR_MS);
  for (const tenant of new Set(tenants)) {
    const { key, keyId } = await createKey(database, {
      name: DEMO_ACTOR,
      tenant,
      roles: ["admin"],
      expiresAt,
      actor: DEMO_ACTOR,
    });
    drawn.push(keyId);
    keys.set(tenant, key);
  }
  return {
    keyOf(tenant) {
      const key = keys.get(tenant);
      if (key === undefined) throw new Error(`${tenant} is no tenant of the demo: list it in \`tenants\``);
      return key;
    },
    async revoke() {
      for (const keyId of drawn) await revokeKey(database, { keyId, actor: DEMO_ACTOR });
    },
  };
}

async function revokeAll(database: Database, tenants: readonly string[]): Promise<void> {
  for (const tenant of tenants) {
    const { items } = await listKeys(database, { tenant, limit: LISTED });
    const open = items.filter(({ name, revokedAt }) => name === DEMO_ACTOR && revokedAt === undefined);
    for (const { keyId } of open) await revokeKey(database, { keyId, actor: DEMO_ACTOR });
  }
}

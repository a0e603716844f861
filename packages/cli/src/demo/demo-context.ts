/** Provides what the steps of the demo share: API clients with keys of each tenant, progress, waiting and stopping. */
import { setTimeout as wait } from "node:timers/promises";
import { createClient, isRotaProblem, type RotaClient } from "@rota/client";
import type { Database } from "@rota/engine";
import { createKey, listKeys, revokeKey } from "@rota/engine/internal";
import { type DemoPlan, TENANTS } from "./demo-plan.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

export type DemoContext = {
  readonly plan: DemoPlan;
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  /** Returns a client with the key of the tenant. */
  readonly clientOf: (tenant: string) => RotaClient;
  /** Folder in which the demo keeps its secrets. */
  readonly folder: string;
  readonly receiver: WebhookReceiver;
  readonly show: (progress: Progress) => void;
  /** Aborts when the demo must end. */
  readonly signal: AbortSignal;
  /** Runs work that must end with the demo. Waiting code uses the signal from here. */
  readonly stoppable: Stoppable;
};

export type Progress = {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** Name of the phase, such as `voting`. */
  readonly step: string;
  /** Unit of the counts, such as `ballots`. */
  readonly unit: string;
};

/** Result of a verification. */
export type Verdict = { readonly isRight: boolean; readonly text: string };

export type DemoStep = {
  readonly name: string;
  /** Runs the step, resuming where it was, and returns what it verified in the end. */
  play(stage: DemoContext): Promise<Verdict>;
  /** Small piece of work that repeats after the step, so that the dashboard has something to show. */
  readonly after?: { readonly everyMs: number; go(stage: DemoContext): Promise<void> };
};

const POLL_MS = 200;

export function pause({ stoppable }: Pick<DemoContext, "stoppable">, ms: number): Promise<void> {
  return stoppable((signal) => wait(ms, undefined, { signal }));
}

/** Polls `check` until it finds something, and returns it. */
export async function until<Found>(
  stage: Pick<DemoContext, "stoppable">,
  check: () => Promise<Found | undefined>,
): Promise<Found> {
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    await pause(stage, POLL_MS);
  }
}

/** Waits for long work, but not once the demo stops: its outcome is useless then. */
export function unlessStopped<Result>(
  { stoppable }: Pick<DemoContext, "stoppable">,
  running: Promise<Result>,
): Promise<Result> {
  return stoppable((signal) => {
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("the scene was stopped")));
    });
    return Promise.race([running, stopped]);
  });
}

/** Runs the items in order, `width` of them at once. The first failure ends it. */
export async function inParallel<Item>(
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

const CONFLICT = 409;

/** Ignores a conflict: the requested thing exists or runs already. */
export async function unlessDone(ask: Promise<unknown>): Promise<void> {
  try {
    await ask;
  } catch (error) {
    if (!isRotaProblem(error) || error.status !== CONFLICT) throw error;
  }
}

/** Runs stoppable work. After the shared signal has aborted nothing more starts. */
export type Stoppable = <Result>(run: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;

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
  readonly clientOf: (tenant: string) => RotaClient;
  revoke(): Promise<void>;
};

export const DEMO_ACTOR = "scene";
const KEY_HOURS = 24 * 30;
const HOUR_MS = 3_600_000;
const LISTED = 200;

type DemoKeysOptions = { readonly database: Database; readonly url: string; readonly stoppable: Stoppable };

/** Creates an API key for each tenant of the demo. Keys are created at each start and revoked at its end. */
export async function createDemoKeys({ database, url, stoppable }: DemoKeysOptions): Promise<DemoKeys> {
  const tenants = Object.values(TENANTS);
  await revokeAll(database, tenants); // keys of a killed demo
  const clients = new Map<string, RotaClient>();
  const drawn: string[] = [];
  const send = (request: Request) => stoppable((signal) => fetch(request, { signal }));
  const expiresAt = new Date(Date.now() + KEY_HOURS * HOUR_MS);
  for (const tenant of tenants) {
    const { key, keyId } = await createKey(database, {
      name: DEMO_ACTOR,
      tenant,
      roles: ["admin"],
      expiresAt,
      actor: DEMO_ACTOR,
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

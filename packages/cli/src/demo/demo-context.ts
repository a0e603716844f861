/** Provides what the steps of the demo share: API clients with keys of each tenant, progress, waiting and stopping. */
import { setTimeout as wait } from "node:timers/promises";
import { createClient, isRotaProblem, type RotaClient } from "@rota/client";
import type { Database } from "@rota/engine";
import { createKey, listKeys, revokeKey } from "@rota/engine/internal";
import { type DemoPlan, TENANTS } from "./demo-plan.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

export type DemoContext = {
  readonly plan: DemoPlan;
  /** Of the server, without a slash at its end. */
  readonly url: string;
  /** Asks the server with a key of the tenant. */
  readonly clientOf: (tenant: string) => RotaClient;
  /** Folder in which the demo keeps its secrets. */
  readonly folder: string;
  readonly receiver: WebhookReceiver;
  readonly show: (progress: Progress) => void;
  /** Aborts when the demo has to end. */
  readonly signal: AbortSignal;
  /** Runs what has to end then too: whoever waits does it with a signal from here. */
  readonly stoppable: Stoppable;
};

export type Progress = {
  readonly act: string;
  readonly done: number;
  readonly total: number;
  /** What is being done, such as `voting`. */
  readonly step: string;
  /** What is counted, such as `ballots`. */
  readonly unit: string;
};

/** What a verification has found. */
export type Verdict = { readonly isRight: boolean; readonly text: string };

export type DemoStep = {
  readonly name: string;
  /** Goes on where it was, however far that is, and returns what was verified in the end. */
  play(stage: DemoContext): Promise<Verdict>;
  /** A small piece of work, once in a while after the step, so that the dashboard has something to show. */
  readonly after?: { readonly everyMs: number; go(stage: DemoContext): Promise<void> };
};

const LOOK_AGAIN_MS = 200;

export function pause({ stoppable }: Pick<DemoContext, "stoppable">, ms: number): Promise<void> {
  return stoppable((signal) => wait(ms, undefined, { signal }));
}

/** Returns what `look` finds as soon as it finds something. */
export async function until<Found>(
  stage: Pick<DemoContext, "stoppable">,
  look: () => Promise<Found | undefined>,
): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(stage, LOOK_AGAIN_MS);
  }
}

/** Stopping the demo does not wait for long work that has begun: its outcome is of no use then. */
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

/** Does one after the other, `width` of them at once. The first that fails ends it. */
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

/** What is there already, or runs already, is as good as what was asked for. */
export async function unlessDone(ask: Promise<unknown>): Promise<void> {
  try {
    await ask;
  } catch (error) {
    if (!isRotaProblem(error) || error.status !== CONFLICT) throw error;
  }
}

/** Runs what can be stopped. Once the shared signal has aborted nothing is begun any more. */
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

/** Creates an API key for each tenant of the demo. The keys are drawn at each start and revoked at its end. */
export async function createDemoKeys({ database, url, stoppable }: DemoKeysOptions): Promise<DemoKeys> {
  const tenants = Object.values(TENANTS);
  await revokeAll(database, tenants); // of a demo that was killed
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

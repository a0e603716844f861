/** A connection to Redis that comes back by itself, runs scripts, and says clearly when it cannot. */
import type { Redis } from "ioredis";
import { RotaError } from "../../errors.ts";
import { systemClock, type Clock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";
import { explainFailure } from "./explain-failure.ts";
import { createOutageWatch, type Outage } from "./outage.ts";
import { setAll, type RedisScript } from "./scripts.ts";

export type RedisLinkOptions = {
  /** `redis://` or, with TLS, `rediss://`; user, password and number of the database as in `rediss://ann:pw@host:6379/2`. */
  readonly url: string;
  readonly logger: Logger;
  /** Tells what is ours from what another installation keeps in the same Redis. */
  readonly installation: string;
  /** Tells what the database has said from what another said whose place it took: one that was restored may know less. */
  readonly history?: string;
  /** Of connecting and of each command. Default 5 s. */
  readonly timeoutMs?: number;
  /** Put before every key. Default: nothing. */
  readonly keyPrefix?: string;
  /** The certificate authority to trust with `rediss://`, as PEM. Default: those that Node trusts. */
  readonly ca?: string;
  readonly clock?: Clock;
};

export type RedisLink = {
  readonly installation: string;
  readonly history: string;
  /** Runs a script on a key. COORDINATOR_UNAVAILABLE when Redis cannot be used; it may have run if the reply was lost. */
  run(script: RedisScript, key: string, args?: readonly string[]): Promise<unknown>;
  /** The same for what may be left out: undefined when Redis cannot be used, and then without waiting for it each time. */
  tryRun(script: RedisScript, key: string, args?: readonly string[]): Promise<unknown>;
  /**
   * Sets plain keys with a time to live, all in one go, for what may be left out: those of nobody only when `isNewOnly`.
   * False when Redis cannot be used.
   */
  trySetAll(
    pairs: readonly RedisPair[],
    options: { readonly ttlMs: number; readonly isNewOnly: boolean },
  ): Promise<boolean>;
  /** Since when and why Redis cannot be used; undefined when it can. */
  outage(): Outage | undefined;
  close(): Promise<void>;
};

export type RedisPair = { readonly key: string; readonly value: string };

const DEFAULT_TIMEOUT_MS = 5_000;
const RECONNECT_FIRST_MS = 50;
const RECONNECT_MAX_MS = 2_000;
/** Redis does nothing else meanwhile: a millisecond or two. */
const SET_AT_ONCE = 500;

/** Returns when Redis has answered or has failed to for the first time; in the second case it is tried on and on. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, logger, keyPrefix = "", clock = systemClock } = options;
  const where = hostOf(url);
  const client = await newClient(options);
  const outages = createOutageWatch({ logger, clock, where });
  let isClosing = false;
  let lastError: unknown;
  client.on("error", (error) => (lastError = error));
  client.on("close", () => {
    if (!isClosing) outages.begin(explainFailure(lastError ?? "the connection was lost").reason);
  });
  client.on("ready", () => {
    lastError = undefined;
    outages.end();
  });
  await client.connect().catch(() => undefined); // told by the events

  const run: RedisLink["run"] = async (script, key, args = []) => {
    try {
      const reply = await runScript(client, script, [keyPrefix + key], args);
      if (script.isStoring) outages.end(); // one that takes no writes can still be read
      return reply;
    } catch (error) {
      const failure = explainFailure(error);
      if (failure.isOutage) outages.begin(failure.reason);
      throw unavailable(where, client.status === "ready" ? failure.reason : (outages.current() ?? failure).reason);
    }
  };
  return {
    installation: options.installation,
    history: options.history ?? "",
    run,
    async tryRun(script, key, args) {
      if (client.status !== "ready" || !outages.isWorthATry()) return undefined;
      return run(script, key, args).catch(() => undefined); // told by the outage
    },
    async trySetAll(pairs, { ttlMs, isNewOnly }) {
      if (client.status !== "ready" || !outages.isWorthATry()) return false;
      try {
        for (let start = 0; start < pairs.length; start += SET_AT_ONCE) {
          const some = pairs.slice(start, start + SET_AT_ONCE);
          const keys = some.map(({ key }) => keyPrefix + key);
          const values = some.map(({ value }) => value);
          await runScript(client, setAll, keys, [String(ttlMs), isNewOnly ? "1" : "0", ...values]);
        }
        return true;
      } catch (error) {
        const failure = explainFailure(error);
        if (failure.isOutage) outages.begin(failure.reason);
        return false;
      }
    },
    outage: () => outages.current(),
    async close() {
      isClosing = true;
      client.disconnect();
    },
  };
}

/** The client is loaded only where a Redis is named. What cannot be sent at once fails at once: nothing is queued or sent twice. */
async function newClient({ url, timeoutMs = DEFAULT_TIMEOUT_MS, ca }: RedisLinkOptions): Promise<Redis> {
  const { Redis: Client } = await import("ioredis");
  return new Client(url, {
    lazyConnect: true,
    connectionName: "rota",
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RECONNECT_MAX_MS, RECONNECT_FIRST_MS * 2 ** Math.min(attempt, 10)),
    ...(ca === undefined ? {} : { tls: { ca } }),
  });
}

/** The server forgets scripts when it restarts or is told to; then the script is sent whole, which makes it known again. */
async function runScript(
  client: Redis,
  { sha1, lua }: RedisScript,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha1, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.eval(lua, keys.length, ...keys, ...args);
  }
}

/** The client's error is not kept as the cause: it holds the arguments of the command, a password among them at times. */
function unavailable(where: string, reason: string): RotaError {
  return new RotaError("COORDINATOR_UNAVAILABLE", `Redis at ${where} cannot be used: ${reason}`, {
    redis: where,
    reason,
  });
}

function hostOf(url: string): string {
  const { host } = new URL(url);
  return host;
}

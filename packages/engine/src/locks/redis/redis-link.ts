/** Connects to Redis, reconnects by itself, runs scripts and reports outages with their reason. */
import type { Redis } from "ioredis";
import { redactUrls } from "../../config/describe-config.ts";
import { RotaError } from "../../errors.ts";
import { type Clock, systemClock } from "../../runtime/clock.ts";
import { loadPackage } from "../../runtime/load-package.ts";
import type { Logger } from "../../runtime/logger.ts";
import { type RedisScript, setAllScript } from "./redis-scripts.ts";

type RedisLinkOptions = {
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

type RedisPair = { readonly key: string; readonly value: string };

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
          await runScript(client, setAllScript, keys, [String(ttlMs), isNewOnly ? "1" : "0", ...values]);
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
  const redisPackage = { name: "ioredis", neededBy: "redisUrl" };
  const { Redis: Client } = await loadPackage(redisPackage, () => import("ioredis"));
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

/** The words of Redis and of its client, and what they mean. A script of Redis 6 says them in the middle of a sentence. */
const MEANINGS: readonly (readonly [words: RegExp, meaning: string])[] = [
  [/\bREADONLY\b/, "it is a read-only replica: point redisUrl at the primary"],
  [/\bOOM\b/, "it has no memory left: raise its maxmemory, or empty it"],
  [/\bMISCONF\b/, "it cannot save its data and takes no writes: see its log"],
  [/\bNOREPLICAS\b/, "it takes no writes while too few replicas follow it"],
  [/\b(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/, "it is not ready yet"],
  [/^BUSY\b/, "it is busy with a script that does not end"],
  [/\b(WRONGPASS|NOAUTH)\b/, "it refuses the user or the password: see redisUrl and redisPassword"],
  [/\bNOPERM\b/, "its user may not do that: the guide on Redis names the commands and keys to allow"],
  [/Command timed out|Socket timeout|ETIMEDOUT/, "it did not answer in time (redisTimeoutMs)"],
  [/writeable|Connection is closed|aborted due to connection close/i, "the connection was lost"],
];

const MESSAGE_LENGTH_MAX = 200;

/** An outage is what the next command would meet as well. */
type Failure = { readonly reason: string; readonly isOutage: boolean };

/** Explains why a Redis command failed and what to do, without the arguments of the command. Pure. */
function explainFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const known = MEANINGS.find(([words]) => words.test(message));
  if (known !== undefined) return { reason: known[1], isOutage: true };
  return { reason: redactUrls(message).slice(0, MESSAGE_LENGTH_MAX), isOutage: false };
}

export type Outage = { readonly since: Date; readonly reason: string };

type OutageWatch = {
  begin(reason: string): void;
  end(): void;
  current(): Outage | undefined;
  /** Whether something that may be left out is worth a try: during an outage, once in a while. */
  isWorthATry(): boolean;
};

/** How often a Redis that refuses writes is tried by what may be left out. */
const TRY_AGAIN_MS = 1_000;

/** Remembers whether Redis can be used, and logs an outage once when it begins and once when it ends. */
function createOutageWatch({ logger, clock, where }: { logger: Logger; clock: Clock; where: string }) {
  let outage: Outage | undefined;
  let triedMs = 0;
  const watch: OutageWatch = {
    begin(reason) {
      triedMs = clock.monotonicMs();
      if (outage !== undefined) return;
      outage = { since: clock.now(), reason };
      logger.warn(
        { redis: where, reason },
        "Redis cannot be used: locks and once go on in the database, secrets are refused until it returns",
      );
    },
    end() {
      if (outage === undefined) return;
      const awayMs = clock.now().getTime() - outage.since.getTime();
      outage = undefined;
      logger.info({ redis: where, awayMs }, "Redis can be used again");
    },
    current: () => outage,
    isWorthATry: () => outage === undefined || clock.monotonicMs() - triedMs >= TRY_AGAIN_MS,
  };
  return watch;
}

/** Connects to Redis, reconnects by itself, runs scripts and reports outages with their reason. */
import type { Redis } from "ioredis";
import { redactUrls } from "../../config/describe-config.ts";
import { RotaError } from "../../errors.ts";
import { type Clock, systemClock } from "../../runtime/clock.ts";
import { loadPackage } from "../../runtime/load-package.ts";
import type { Logger } from "../../runtime/logger.ts";
import { mirrorScript, type RedisScript } from "./redis-scripts.ts";

type RedisLinkOptions = {
  /** URL, `redis://` or with TLS `rediss://`, with user, password and database number as in `rediss://ann:pw@host:6379/2`. */
  readonly url: string;
  readonly logger: Logger;
  /** Id that distinguishes our records from those of another installation in the same Redis. */
  readonly installation: string;
  /** Id of the history of the database. Records of a database that was replaced by a backup have another one. */
  readonly history?: string;
  /** Time limit of connecting and of each command. Default 5 s. */
  readonly timeoutMs?: number;
  /** Prefix of every key. Default: none. */
  readonly keyPrefix?: string;
  /** Certificate authority to trust with `rediss://`, as PEM. Default: those that Node trusts. */
  readonly ca?: string;
  readonly clock?: Clock;
};

export type RedisLink = {
  readonly installation: string;
  readonly history: string;
  /** Runs a script on a key. COORDINATOR_UNAVAILABLE when Redis cannot be used; it may have run if the reply was lost. */
  run(script: RedisScript, key: string, args?: readonly string[]): Promise<unknown>;
  /** Runs an optional script. Undefined when Redis cannot be used, in which case not every call waits for it. */
  tryRun(script: RedisScript, key: string, args?: readonly string[]): Promise<unknown>;
  /**
   * Mirrors optional plain values in few commands; if `isNewOnly`, only those whose keys do not exist. Returns false when Redis
   * cannot be used. The oldest are deleted when all together need more than `bytesMax`, or half of what Redis may hold.
   */
  tryMirror(pairs: readonly RedisPair[], options: MirrorOptions): Promise<boolean>;
  /** Returns since when and why Redis cannot be used; undefined when it can. */
  outage(): Outage | undefined;
  /** Reads how much Redis may hold, and what it does beyond that. */
  memory(): Promise<RedisMemory>;
  close(): Promise<void>;
};

type RedisPair = { readonly key: string; readonly value: string };
type MirrorOptions = { readonly ttlMs: number; readonly bytesMax: number; readonly isNewOnly: boolean };

const DEFAULT_TIMEOUT_MS = 5_000;
const RECONNECT_FIRST_MS = 50;
const RECONNECT_MAX_MS = 2_000;
/** Number of keys in one command. Redis runs nothing else during it, for a few milliseconds. */
const MIRRORED_AT_ONCE = 500;
/** Part of the memory of Redis that values of the mirror may take: the rest is for locks, answers and secrets. */
const MIRRORED_PART = 0.5;

/** Opens a link; resolves when Redis has answered, or has failed to for the first time. It then keeps reconnecting. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, logger, keyPrefix = "", clock = systemClock } = options;
  const where = hostOf(url);
  const client = await newClient(options);
  const outages = createOutageWatch({ logger, clock, where });
  let isClosing = false;
  let lastError: unknown;
  let mirrorBytesMax = Infinity;
  client.on("error", (error) => (lastError = error));
  client.on("close", () => {
    if (!isClosing) outages.begin(explainFailure(lastError ?? "the connection was lost").reason);
  });
  client.on("ready", () => {
    lastError = undefined;
    outages.end();
    void readMemory(client).then(({ bytesMax }) => (mirrorBytesMax = bytesMax * MIRRORED_PART));
  });
  await client.connect().catch(() => undefined); // the events report it

  const run: RedisLink["run"] = async (script, key, args = []) => {
    try {
      const reply = await runScript(client, script, [keyPrefix + key], args);
      if (script.isStoring) outages.end(); // a Redis that takes no writes can still be read
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
      return run(script, key, args).catch(() => undefined); // the outage reports it
    },
    async tryMirror(pairs, { ttlMs, bytesMax, isNewOnly }) {
      if (client.status !== "ready" || !outages.isWorthATry()) return false;
      const limits = [String(ttlMs), isNewOnly ? "1" : "0", String(Math.floor(Math.min(bytesMax, mirrorBytesMax)))];
      try {
        for (let start = 0; start < pairs.length; start += MIRRORED_AT_ONCE) {
          const some = pairs.slice(start, start + MIRRORED_AT_ONCE);
          const keys = [mirrorListKey(options.installation), ...some.map(({ key }) => key)].map(
            (key) => keyPrefix + key,
          );
          await runScript(client, mirrorScript, keys, [...limits, ...some.map(({ value }) => value)]);
        }
        return true;
      } catch (error) {
        const failure = explainFailure(error);
        if (failure.isOutage) outages.begin(failure.reason);
        return false;
      }
    },
    outage: () => outages.current(),
    memory: () => readMemory(client),
    async close() {
      isClosing = true;
      client.disconnect();
    },
  };
}

/** Returns the key of the list of what is mirrored. */
export function mirrorListKey(installation: string): string {
  return `rota:${installation}:mirror`;
}

/** Limit of the memory of Redis. */
export type RedisMemory = {
  /** Infinity when it has no limit or may not be asked. */
  readonly bytesMax: number;
  /** Reaction to a full memory, such as `noeviction`; empty when it may not be asked. */
  readonly policy: string;
};

async function readMemory(client: Redis): Promise<RedisMemory> {
  const text = await client.info("memory").catch(() => "");
  const read = (name: string): string => new RegExp(`^${name}:(\\S+)`, "m").exec(text)?.[1] ?? "";
  const bytes = Number(read("maxmemory"));
  return { bytesMax: bytes === 0 ? Infinity : bytes, policy: read("maxmemory_policy") };
}

/** Loads the client, only when Redis is configured. A command that cannot be sent fails at once: none is queued or sent twice. */
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

/** Runs a script by its hash. The server loses scripts at a restart or a flush: then sends the text, which it stores again. */
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

/** Makes an error without the client's error as its cause, which contains the arguments of the command, possibly a password. */
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

/** Errors of Redis and of its client with their meaning. For a script, Redis 6 has them in the middle of a message. */
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

/** Failure of a command. It is an outage if the next command would fail too. */
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
  /** Returns whether to try optional commands: during an outage, now and then. */
  isWorthATry(): boolean;
};

/** Interval in which optional commands are tried during an outage. */
const TRY_AGAIN_MS = 1_000;

/** Tracks whether Redis can be used, and logs an outage once when it begins and once when it ends. */
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

/** Keeps the leases of a process, from a thread of its own or, on PGlite, by a timer of the main thread. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Database, SessionAddress } from "../database/database.ts";
import { fromWireError, RotaError } from "../errors.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { FromThread, ThreadSettings, ToThread } from "./keeper-messages.ts";
import { expireLeasesOf } from "./leases.sql.ts";
import { createRenewalLoop, type KeepingTimes } from "./renew-leases.ts";

export type LeaseKeeperOptions = KeepingTimes & {
  readonly database: Database;
  /** The address of the keeper's session, if `database` goes through a pooler that shares sessions. Default: as `database`. */
  readonly connection?: SessionAddress;
  /** The name of the process that holds the leases; no two running processes may share it. */
  readonly owner: string;
  /** How long the main thread may take to answer when a lease is past its time; then the process is ended. */
  readonly graceMs: number;
  readonly logger: Logger;
  /** Is called with leases that were lost or are past their time: their chunks must not be written any more. */
  readonly onLost: (leaseTokens: readonly bigint[]) => void;
  /** Tasks of leased chunks that were cancelled. Reported again with every renewal while the lease is held. */
  readonly onCancelled: (taskIds: readonly bigint[]) => void;
  /** No renewal has worked for as long as a lease lasts, so others may have taken everything. */
  readonly onUnreachable?: () => void;
};

export type LeaseKeeper = {
  /** Whether other processes notice the exit of this one at once. False on PGlite and while the keeper's connection is lost. */
  readonly isWatched: boolean;
  /** Renews the lease from now on. Holding it again changes only until when. */
  hold(leaseToken: bigint, options?: HoldOptions): void;
  /** Nothing runs under the lease any more: it is removed with the next renewal. */
  drop(leaseToken: bigint): void;
  /** Ends renewal and presence. Leases that are still held are left to be rescued. Further calls do nothing. */
  close(): Promise<void>;
};

export type HoldOptions = {
  /** How long from now it is renewed: the time limit of what runs, plus its grace. Default: until it is dropped. */
  readonly untilMs?: number;
};

/** Resolves when the process is seen to live. Throws when the database cannot be reached or the owner lives already. */
export async function createLeaseKeeper(options: LeaseKeeperOptions): Promise<LeaseKeeper> {
  const { leaseMs, renewMs } = options;
  if (renewMs * 2 > leaseMs) {
    const message = `renewMs (${String(renewMs)}) must be at most half of leaseMs (${String(leaseMs)})`;
    throw new RotaError("CONFIG_INVALID", message, { renewMs, leaseMs });
  }
  const address = options.connection ?? options.database.sessionAddress?.();
  if (address !== undefined) return startThreadKeeper(options, address);
  await options.database.query(expireLeasesOf(options.owner));
  return startTimerKeeper(options);
}

/** How long the thread may take to say goodbye to the server before it is ended. */
const CLOSE_MAX_MS = 5_000;

/**
 * Keeps leases from a thread of its own. The main thread only reports what it holds, so it may be busy for as long as
 * it likes.
 */
async function startThreadKeeper(options: LeaseKeeperOptions, address: SessionAddress): Promise<LeaseKeeper> {
  const { owner, leaseMs, renewMs, graceMs } = options;
  const thread = startThread({ address, owner, leaseMs, renewMs, graceMs });
  const send = (message: ToThread): void => thread.postMessage(message);
  let isWatched = false;
  let closing: Promise<void> | undefined;

  await new Promise<void>((resolve, reject) => {
    thread.once("error", reject);
    const begin = (): void => {
      // From here on its error is one of the process: without its keeper it must not continue.
      thread.off("error", reject);
      resolve();
    };
    thread.on("message", (message: FromThread) => {
      if (message.kind === "ready") return begin();
      if (message.kind === "refused") return reject(refusal(message));
      if (message.kind === "presence") return void (isWatched = message.isHeld);
      if (message.kind === "are you alive") return send({ kind: "alive" });
      if (message.kind === "log") return relayLogLine(options.logger, message.line);
      if (closing === undefined) report(options, message);
    });
  });

  return {
    get isWatched() {
      return isWatched && closing === undefined;
    },
    hold: (leaseToken, { untilMs } = {}) => send({ kind: "hold", leaseToken, untilMs }),
    drop: (leaseToken) => send({ kind: "drop", leaseToken }),
    close() {
      closing ??= closeThread(thread);
      return closing;
    },
  };
}

type Report = Extract<FromThread, { kind: "lost" | "cancelled" | "unreachable" }>;

function report({ onLost, onCancelled, onUnreachable }: LeaseKeeperOptions, message: Report): void {
  switch (message.kind) {
    case "lost":
      return onLost(message.leaseTokens);
    case "cancelled":
      return onCancelled(message.taskIds);
    case "unreachable":
      return onUnreachable?.();
  }
}

async function closeThread(thread: Worker): Promise<void> {
  const timer = new AbortController();
  const exited = once(thread, "exit").then(() => timer.abort());
  const message: ToThread = { kind: "close" };
  thread.postMessage(message);
  await systemClock.wait(CLOSE_MAX_MS, timer.signal);
  await thread.terminate();
  await exited;
}

function refusal({ message, error }: Extract<FromThread, { kind: "refused" }>): Error {
  return error === undefined ? new Error(message) : fromWireError(error);
}

/** Keeps leases by a timer of the main thread. For PGlite, where the database has one connection and one process. */
function startTimerKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  const { database, owner, leaseMs, renewMs, logger, onLost, onCancelled, onUnreachable } = options;
  let isClosed = false;
  const renewal = createRenewalLoop({
    owner,
    leaseMs,
    renewMs,
    logger,
    reach: async () => ({ on: database }),
    onLost: (leaseTokens) => isClosed || onLost(leaseTokens),
    onCancelled: (taskIds) => isClosed || onCancelled(taskIds),
    onUnreachable: () => onUnreachable?.(),
    onEnded: onLost,
  });
  return {
    isWatched: false,
    hold: (leaseToken, { untilMs } = {}) => renewal.hold(leaseToken, untilMs),
    drop: (leaseToken) => renewal.drop(leaseToken),
    close() {
      isClosed = true;
      return renewal.stop();
    },
  };
}

const SOURCE_URL = new URL("./keeper-thread.ts", import.meta.url);

/** The build has .js files in the place of .ts files, of this one as well. */
const THREAD_URL = import.meta.url.endsWith(".ts") ? SOURCE_URL : new URL(SOURCE_URL.href.replace(/\.ts$/, ".js"));

/** Starts the keeper's thread, from the build or from the sources. */
function startThread(settings: ThreadSettings): Worker {
  const thread = createThread();
  const message: ToThread = { kind: "start", ...settings };
  thread.postMessage(message);
  return thread;
}

function createThread(): Worker {
  const options = { name: "rota-leases" };
  if (THREAD_URL.href.endsWith(".js") || nodeRunsTypescript()) return new Worker(THREAD_URL, options);
  return new Worker(THROUGH_TSX, { ...options, eval: true });
}

/** Node 20 does not hand the loader of the main thread to others. tsx refuses to be one unless it is given some data. */
const THROUGH_TSX = `
  require("node:module").register("tsx/esm", { parentURL: ${JSON.stringify(THREAD_URL.href)}, data: {} });
  import(${JSON.stringify(THREAD_URL.href)});`;

function nodeRunsTypescript(): boolean {
  const support: unknown = Reflect.get(process.features, "typescript");
  return support !== undefined && support !== false;
}

/** The line is one that `createLogger` wrote as JSON. */
function relayLogLine(logger: Logger, line: string): void {
  const parsed: unknown = JSON.parse(line);
  const fields = new Map<string, unknown>(typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : []);
  const [level, sentence] = [fields.get("level"), String(fields.get("msg"))];
  for (const name of ["level", "time", "msg"]) fields.delete(name); // the other log writes its own
  const rest = Object.fromEntries(fields);
  switch (level) {
    case "debug":
    case "info":
    case "warn":
      return logger[level](rest, sentence);
    default:
      return logger.error(rest, sentence);
  }
}

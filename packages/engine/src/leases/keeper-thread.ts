/** Runs in the keeper's thread: holds the presence lock, renews leases and ends a process that is blocked. */
import assert from "node:assert/strict";
import { isatty } from "node:tty";
import { parentPort } from "node:worker_threads";
import type { SessionAddress } from "../database/database.ts";
import { type DatabaseSession, openSession } from "../database/open-session.ts";
import { isRotaError, toWireError, RotaError } from "../errors.ts";
import { systemClock } from "../runtime/clock.ts";
import { createLogger, type Logger } from "../runtime/logger.ts";
import type { FromThread, ThreadSettings, ToThread } from "./keeper-messages.ts";
import { expireLeasesOf, holdPresence } from "./leases.sql.ts";
import { createRenewalLoop, type RenewalLoop } from "./renew-leases.ts";

assert(parentPort !== null, "this file is the start of a thread");
const port = parentPort;
const send = (message: FromThread): void => port.postMessage(message);
const mainThread = watchMainThread(() => send({ kind: "are you alive" }));
let keeping: Keeping | undefined;

port.on("message", (message: ToThread) => {
  mainThread.answered(); // any message shows that it lives
  switch (message.kind) {
    case "start":
      return void startKeeping(message, { send, mainThread }).then(begin, refuse);
    case "hold":
      return keeping?.hold(message.leaseToken, message.untilMs);
    case "drop":
      return keeping?.drop(message.leaseToken);
    case "alive":
      return;
    case "close":
      return void end();
  }
});

function begin(started: Keeping): void {
  keeping = started;
  send({ kind: "ready" });
}

function refuse(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  send({ kind: "refused", message, ...(isRotaError(error) ? { error: toWireError(error) } : {}) });
  port.close();
}

async function end(): Promise<void> {
  await keeping?.stop();
  port.close();
}

/** How long to wait at a start for the session of a process of the same name that has just exited. */
const PRESENCE_WAIT_MS = 3_000;
/** Shorter than the absence after which others take the leases of a process. */
const PRESENCE_RETRY_MS = 500;

export type MainThread = { readonly send: (message: FromThread) => void; readonly mainThread: MainThreadWatch };
type Keeping = Pick<RenewalLoop, "hold" | "drop" | "stop">;

/** Becomes present, then renews leases on the session that holds the presence lock. */
async function startKeeping(settings: ThreadSettings, { send, mainThread }: MainThread): Promise<Keeping> {
  const { address, owner, leaseMs, renewMs, graceMs } = settings;
  const logger = createLogger({
    level: "debug", // the main thread leaves out what is not wanted
    json: true,
    destination: { write: (line) => send({ kind: "log", line }) },
  });
  const presence = createPresence({
    address,
    owner,
    logger,
    onChange: (isHeld) => send({ kind: "presence", isHeld }),
  });
  await becomePresent(presence, owner);

  const renewal = createRenewalLoop({
    owner,
    leaseMs,
    renewMs,
    logger,
    reach: async () => {
      const on = await presence.reach();
      return presence.isHeld() ? { on } : { on, retryInMs: PRESENCE_RETRY_MS };
    },
    onFailure: () => void presence.close(),
    onLost: (leaseTokens) => send({ kind: "lost", leaseTokens }),
    onCancelled: (taskIds) => send({ kind: "cancelled", taskIds }),
    onUnreachable: () => send({ kind: "unreachable" }),
    // Their handlers should have ended long ago: a main thread that answers is notified, any other ends with its process.
    onEnded: async (leaseTokens) => {
      if (await mainThread.isAlive(graceMs)) send({ kind: "lost", leaseTokens });
      else endProcess({ owner, leaseTokens, graceMs });
    },
  });
  presence.onDisconnected(() => renewal.wake());
  return {
    ...renewal,
    async stop() {
      await renewal.stop();
      await presence.close();
    },
  };
}

async function becomePresent(presence: Presence, owner: string): Promise<void> {
  const deadline = performance.now() + PRESENCE_WAIT_MS;
  try {
    for (await presence.reach(); !presence.isHeld(); await presence.reach()) {
      if (performance.now() >= deadline) throw ownerTaken(owner);
      await systemClock.wait(PRESENCE_RETRY_MS);
    }
    // From now on the presence does not show that an earlier process of the same name has exited.
    await (await presence.reach()).query(expireLeasesOf(owner));
  } catch (error) {
    await presence.close();
    throw error;
  }
}

function ownerTaken(owner: string): RotaError {
  const message = `another process that runs is called "${owner}" (workerId): give each process a name of its own`;
  return new RotaError("WORKER_ID_TAKEN", message, { owner });
}

export type PresenceOptions = {
  readonly address: SessionAddress;
  readonly owner: string;
  readonly logger: Logger;
  readonly onChange: (isHeld: boolean) => void;
};

type Presence = {
  isHeld(): boolean;
  /** Registers a callback for a lost session, which should be opened again at once. */
  onDisconnected(callback: () => void): void;
  /** The session, opened if need be, after trying to take the lock if it is not held. */
  reach(): Promise<DatabaseSession>;
  /** Ends the session; the next `reach` opens another. */
  close(): Promise<void>;
};

/** Holds the session lock that shows that the owner is alive, on a session that is reopened when it is lost. */
function createPresence({ address, owner, logger, onChange }: PresenceOptions): Presence {
  let session: DatabaseSession | undefined;
  let isHeld = false;
  let whenDisconnected: (() => void) | undefined;

  const setHeld = (isHeldNow: boolean): void => {
    if (isHeld === isHeldNow) return;
    isHeld = isHeldNow;
    onChange(isHeld);
  };
  const takeSession = (): DatabaseSession | undefined => {
    const taken = session;
    session = undefined;
    setHeld(false);
    return taken;
  };
  const open = async (): Promise<DatabaseSession> => {
    const opened = await openSession(address, logger);
    opened.onEnd(() => {
      if (session !== opened) return; // it was ended on purpose
      takeSession();
      whenDisconnected?.();
    });
    return opened;
  };

  return {
    isHeld: () => isHeld,
    onDisconnected: (callback) => void (whenDisconnected = callback),
    async reach() {
      session ??= await open();
      const reached = session;
      if (!isHeld) {
        const [row] = await reached.query(holdPresence(owner));
        if (session === reached) setHeld(row?.held === true);
      }
      return reached;
    },
    async close() {
      await takeSession()
        ?.close()
        .catch((error: unknown) => logger.debug({ error }, "a session of the lease keeper did not end in order"));
    },
  };
}

type MainThreadWatch = {
  /** True when it answered within the grace. */
  isAlive(graceMs: number): Promise<boolean>;
  /** Records an answer. */
  answered(): void;
};

/** Asks the main thread whether it is alive, and ends the process when it does not answer. */
function watchMainThread(ask: () => void): MainThreadWatch {
  const waiting = new Set<AbortController>();
  return {
    async isAlive(graceMs) {
      const answer = new AbortController();
      waiting.add(answer);
      ask();
      await systemClock.wait(graceMs, answer.signal);
      waiting.delete(answer);
      return answer.signal.aborted;
    },
    answered() {
      for (const answer of waiting) answer.abort();
    },
  };
}

const STANDARD_ERROR = 2;

/**
 * Says why on standard error, without the main thread, and ends the process with SIGKILL: everything gentler, such as
 * process.exit(), ends only the thread or waits for the main thread.
 */
function endProcess(fields: Record<string, unknown>): void {
  const logger = createLogger({ level: "error", json: !isatty(STANDARD_ERROR) });
  logger.error(fields, "the main thread is blocked and a lease is past its time: the process ends itself");
  process.kill(process.pid, "SIGKILL");
}

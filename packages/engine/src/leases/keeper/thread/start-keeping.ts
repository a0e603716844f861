/** Becomes present, then renews leases on the session that holds the presence. */
import { RotaError } from "../../../errors.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { createLogger } from "../../../runtime/logger.ts";
import { expireLeasesOf } from "../../leases.sql.ts";
import type { FromThread, ThreadSettings } from "../keeper-messages.ts";
import { createRenewalLoop, type RenewalLoop } from "../renewal-loop.ts";
import { createPresence, type Presence } from "./presence.ts";
import { endProcess, type MainThreadWatch } from "./watch-main-thread.ts";

/** How long to wait at a start for the session of a process of the same name that has just gone. */
const PRESENCE_WAIT_MS = 3_000;
/** Shorter than the absence after which others take the leases of a process. */
const PRESENCE_RETRY_MS = 500;

export type MainThread = { readonly send: (message: FromThread) => void; readonly mainThread: MainThreadWatch };
export type Keeping = Pick<RenewalLoop, "hold" | "drop" | "stop">;

export async function startKeeping(settings: ThreadSettings, { send, mainThread }: MainThread): Promise<Keeping> {
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
      return presence.isHeld() ? { on } : { on, lookAgainInMs: PRESENCE_RETRY_MS };
    },
    onFailure: () => void presence.close(),
    onLost: (leaseTokens) => send({ kind: "lost", leaseTokens }),
    onCancelled: (taskIds) => send({ kind: "cancelled", taskIds }),
    onUnreachable: () => send({ kind: "unreachable" }),
    // Their handlers should have ended long ago: a main thread that lives is told, another one ends with its process.
    onEnded: async (leaseTokens) => {
      if (await mainThread.isAlive(graceMs)) send({ kind: "lost", leaseTokens });
      else endProcess({ owner, leaseTokens, graceMs });
    },
  });
  presence.onGone(() => renewal.wake());
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
    // From now on nobody sees by the presence that a process of the same name has gone.
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

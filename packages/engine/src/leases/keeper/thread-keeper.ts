/** Keeps leases from a thread of its own: the main thread only says what it holds, and may be busy for as long as it likes. */
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import type { SessionAddress } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { FromThread, ToThread } from "./keeper-messages.ts";
import type { LeaseKeeper, LeaseKeeperOptions } from "./lease-keeper.ts";
import { relayLogLine } from "./relay-log-line.ts";
import { startThread } from "./thread/start-thread.ts";

/** How long the thread may take to say goodbye to the server before it is ended. */
const CLOSE_MAX_MS = 5_000;

export async function startThreadKeeper(options: LeaseKeeperOptions, address: SessionAddress): Promise<LeaseKeeper> {
  const { owner, leaseMs, renewMs, graceMs } = options;
  const thread = startThread({ address, owner, leaseMs, renewMs, graceMs });
  const send = (message: ToThread): void => thread.postMessage(message);
  let isWatched = false;
  let closing: Promise<void> | undefined;

  await new Promise<void>((resolve, reject) => {
    thread.once("error", reject);
    const begin = (): void => {
      // From here on its error is one of the process: without its keeper it must not go on working.
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
  const gone = once(thread, "exit").then(() => timer.abort());
  const message: ToThread = { kind: "close" };
  thread.postMessage(message);
  await systemClock.wait(CLOSE_MAX_MS, timer.signal);
  await thread.terminate();
  await gone;
}

function refusal({ message, code, details }: Extract<FromThread, { kind: "refused" }>): Error {
  return code === undefined ? new Error(message) : new RotaError(code, message, details);
}

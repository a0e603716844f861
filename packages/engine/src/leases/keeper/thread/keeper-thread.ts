/** The start of the keeper's thread: does what the main thread says, message by message. */
import assert from "node:assert/strict";
import { parentPort } from "node:worker_threads";
import { isRotaError } from "../../../errors.ts";
import type { FromThread, ToThread } from "../keeper-messages.ts";
import { startKeeping, type Keeping } from "./start-keeping.ts";
import { watchMainThread } from "./watch-main-thread.ts";

assert(parentPort !== null, "this file is the start of a thread");
const port = parentPort;
const send = (message: FromThread): void => port.postMessage(message);
const mainThread = watchMainThread(() => send({ kind: "are you alive" }));
let keeping: Keeping | undefined;

port.on("message", (message: ToThread) => {
  mainThread.answered(); // whatever it says, it lives
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
  send({ kind: "refused", message, ...(isRotaError(error) ? { code: error.code, details: error.details } : {}) });
  port.close();
}

async function end(): Promise<void> {
  await keeping?.stop();
  port.close();
}

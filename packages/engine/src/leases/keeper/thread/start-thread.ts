/** Starts the keeper's thread, from the build or from the sources. */
import { Worker } from "node:worker_threads";
import type { ThreadSettings, ToThread } from "../keeper-messages.ts";

const SOURCE_URL = new URL("./keeper-thread.ts", import.meta.url);

/** The build has .js files in the place of .ts files, of this one as well. */
const THREAD_URL = import.meta.url.endsWith(".ts") ? SOURCE_URL : new URL(SOURCE_URL.href.replace(/\.ts$/, ".js"));

export function startThread(settings: ThreadSettings): Worker {
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

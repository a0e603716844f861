/** A receiver of webhooks in a process of its own: it counts what arrives, and tells. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

export type Receiver = {
  readonly url: string;
  /** Takes requests and never answers. */
  readonly silentUrl: string;
  /** Returns when so many requests have arrived in all. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
};

const ROLE = "--receive";
const SILENT_PATH = "/silent";

export async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(import.meta.url), [ROLE], { execArgv: process.execArgv });
  let arrived = 0;
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(Number(message))));
  child.on("message", (count) => {
    arrived = Number(count);
    for (const { count: wanted, resolve } of waiting) if (arrived >= wanted) resolve();
    waiting = waiting.filter(({ count: wanted }) => arrived < wanted);
  });
  const base = `http://127.0.0.1:${String(port)}`;
  return {
    url: `${base}/hooks`,
    silentUrl: `${base}${SILENT_PATH}`,
    received: (count) =>
      new Promise((resolve) => {
        if (arrived >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** What arrived since the last turn is told at once, so that telling costs little. */
function receive(): void {
  let arrived = 0;
  let isTelling = false;
  const tell = (): void => {
    isTelling = false;
    process.send?.(arrived);
  };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === SILENT_PATH) return;
    request.on("end", () => {
      response.end();
      arrived++;
      if (isTelling) return;
      isTelling = true;
      setImmediate(tell);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" && address !== null ? address.port : 0);
  });
}

if (process.argv.includes(ROLE)) receive();

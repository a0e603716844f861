/** A receiver of webhooks in its own process: counts the requests that arrive and reports the count. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

export type Receiver = {
  readonly url: string;
  /** Accepts requests and never answers. */
  readonly silentUrl: string;
  /** Returns when this number of requests has arrived in total. */
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

/** Reports the arrivals of one turn of the event loop together, so that reporting costs little. */
function receive(): void {
  let arrived = 0;
  let isReportDue = false;
  const report = (): void => {
    isReportDue = false;
    process.send?.(arrived);
  };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === SILENT_PATH) return;
    request.on("end", () => {
      response.end();
      arrived++;
      if (isReportDue) return;
      isReportDue = true;
      setImmediate(report);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" && address !== null ? address.port : 0);
  });
}

if (process.argv.includes(ROLE)) receive();

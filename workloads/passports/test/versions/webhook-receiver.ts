/** Starts a receiver of webhooks, and a server that sends them to it. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished, vi } from "vitest";
import { openWorld } from "../life/world.ts";
import { giveKey } from "./version-steps.ts";

type Received = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Starts a receiver that responds to the first requests with 500, and then with 200. */
export async function startReceiver(failures: number) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(received.length <= failures ? 500 : 200).end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { received, url: `http://127.0.0.1:${String(port)}/hooks` };
}

export async function openWebhookWorld() {
  giveKey();
  const world = await openWorld({ isDelivering: true, config: { webhookAllowedHosts: "127.0.0.1" } });
  onTestFinished(async () => {
    await world.dispose();
    vi.unstubAllEnvs();
  });
  return world;
}

export const header = ({ headers }: Received, name: string) => String(headers[name]);

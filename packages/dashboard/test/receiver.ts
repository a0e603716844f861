/** Starts a server that receives webhooks and answers 200 and 503 in turn. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Receiver = { readonly host: string; readonly close: () => Promise<void> };

export async function openReceiver(): Promise<Receiver> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = requests++ % 2 === 0 ? 200 : 503;
    response.end("noted");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    host: `127.0.0.1:${String(port)}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

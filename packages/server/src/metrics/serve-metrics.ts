/** Answers `/metrics` in processes that have no other server: workers, dispatchers, relays. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./create-metrics.ts";

export type MetricsServer = { readonly url: string; close(): Promise<void> };
export type MetricsAddress = { readonly host: string; readonly port: number };

/** Processes of one machine share a setting: each takes the first port of these that is free. */
const PORTS_TRIED = 100;
const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 20;

/** To anybody who reaches it: it tells counts, types and queues, and no payload, tenant or address. */
export async function serveMetrics(metrics: Metrics, address: MetricsAddress): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    const isKnown = request.method === "GET" && request.url?.split("?")[0] === "/metrics";
    if (!isKnown) return void response.writeHead(404).end();
    void metrics.read().then((text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text));
  });
  server.maxConnections = CONNECTIONS_MAX;
  await listen(server, address);
  return {
    url: `http://${hostOf(server.address())}/metrics`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, { host, port }: MetricsAddress): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      server.listen(port === 0 ? 0 : port + tried, host);
      await once(server, "listening");
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || tried + 1 === PORTS_TRIED) throw error;
    }
  }
}

function hostOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === "string") return address ?? "";
  return `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${String(address.port)}`;
}

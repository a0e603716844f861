/**
 * Exposes the counts of an engine and the state of the system to Prometheus, also in processes without a server
 * (`@rota/server/metrics`).
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock, Engine } from "@rota/engine";
import { type SystemWatch, watchSystem } from "@rota/engine/admin";
import { systemClock } from "@rota/engine/internal";
import { ROTA_VERSION } from "@rota/engine/workload";
import { collectDefaultMetrics, Registry } from "prom-client";
import { createInstruments } from "./instruments.ts";
import { EVENT_LOOP_METRICS, eventLoopMetrics, partsMetrics, workMetrics } from "./process-metrics.ts";
import { systemMetrics } from "./system-metrics.ts";

export type MetricsOptions = {
  readonly engine: Pick<Engine, "counts" | "database">;
  /** Includes the state of the whole system; one process per system is enough. Default true. */
  readonly withSystem?: boolean;
  readonly clock?: Clock;
};

export type Metrics = {
  readonly contentType: string;
  /** Returns all metrics in the Prometheus format. Never rejects: without the database they lack the system's state. */
  read(): Promise<string>;
};

/** Minimum time between two queries of the system's state, however often the metrics are read. */
const SYSTEM_KEPT_MS = 5_000;

/**
 * Gauges of prom-client with names of counters, which promtool rejects. Other gauges report the same numbers by kind.
 */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/**
 * Longest delay of a timer. It disables prom-client's own sampling of the event loop, which is more frequent than ours.
 */
const NEVER_MS = 2 ** 31 - 1;

/** Creates the metrics of one engine with their own registry, so that two engines of one process do not mix. */
export function createMetrics({ engine, withSystem = true, clock = systemClock }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const name of [...MISNAMED, ...EVENT_LOOP_METRICS]) registry.removeSingleMetric(name);
  const make = createInstruments(registry);
  const version = make.gauge("rota_info", "The version of Rota that runs here.", ["version"]);
  const fillEventLoop = eventLoopMetrics(make);
  const fillWork = workMetrics(make);
  const fillParts = partsMetrics(make);
  const fillSystem = withSystem ? systemMetrics(make) : undefined;
  const watch = cachedFor(SYSTEM_KEPT_MS, clock, () => watchSystem(engine.database));
  let reading: Promise<string> | undefined;

  const read = async (): Promise<string> => {
    const system = fillSystem && (await watch());
    make.reset();
    version(1, { version: ROTA_VERSION });
    fillEventLoop();
    const counts = engine.counts();
    fillWork(counts);
    fillParts(counts);
    fillSystem?.(system, clock.now());
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    read: () => (reading ??= read().finally(() => (reading = undefined))), // concurrent readers would reset each other's instruments
  };
}

/** Caches a value for some time. Returns undefined when the database did not answer. */
function cachedFor(ms: number, clock: Clock, load: () => Promise<SystemWatch>): () => Promise<SystemWatch | undefined> {
  let kept: { readonly watch: SystemWatch; readonly untilMs: number } | undefined;
  return async () => {
    if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return kept.watch;
    const watch = await load().catch(() => undefined);
    kept = watch && { watch, untilMs: clock.monotonicMs() + ms };
    return watch;
  };
}

export type MetricsServer = { readonly url: string; close(): Promise<void> };
export type MetricsAddress = { readonly host: string; readonly port: number };

/** Number of ports to try. Processes of one machine share a setting, and each takes the first free port. */
const PORTS_TRIED = 100;
const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 20;

/**
 * Serves the metrics without authentication: they contain counts, types and queues, but no payload, tenant or address.
 */
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

/** The public API of the server. */
export { createServer } from "./create-server.ts";
export type { Server, ServerOptions } from "./create-server.ts";
export { defineRoute } from "./define-route.ts";
export { createMetrics } from "./metrics/create-metrics.ts";
export type { Metrics, MetricsOptions } from "./metrics/create-metrics.ts";
export { serveMetrics } from "./metrics/serve-metrics.ts";
export type { MetricsServer } from "./metrics/serve-metrics.ts";

/** What processes without a server import to tell their metrics: `@rota/server/metrics`. */
export { createMetrics } from "./create-metrics.ts";
export type { Metrics, MetricsOptions } from "./create-metrics.ts";
export { serveMetrics } from "./serve-metrics.ts";
export type { MetricsAddress, MetricsServer } from "./serve-metrics.ts";

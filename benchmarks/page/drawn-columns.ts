/** Defines which column of each benchmark's results is drawn, and whether more or less is better. */

export type DrawnColumn = {
  readonly column: string;
  readonly better: "more" | "less";
};

/** In the order of the page. Other benchmarks follow without a picture. */
export const DRAWN_COLUMNS: ReadonlyMap<string, DrawnColumn> = new Map([
  ["burn-down", { column: "jobs/s, median", better: "more" }],
  ["continuous", { column: "jobs/s, median", better: "more" }],
  ["submit", { column: "jobs/s, median", better: "more" }],
  ["noisy-neighbour", { column: "wait p99, ms", better: "less" }],
  ["old-snapshot", { column: "p50 in the last quarter, ms", better: "less" }],
  ["stuck-rows", { column: "jobs/s, median", better: "more" }],
  ["idle-cost", { column: "CPU ms per minute, all processes", better: "less" }],
  ["rescue", { column: "median, s", better: "less" }],
  ["throughput", { column: "jobs/s, median", better: "more" }],
  ["dispatch", { column: "chunks/s, median", better: "more" }],
  ["http", { column: "requests/s, median", better: "more" }],
  ["relay", { column: "events/s, median", better: "more" }],
  ["webhooks", { column: "deliveries/s, median", better: "more" }],
]);

/** Peers that our rows are compared with; the labels of their rows begin with these names. */
export const PEERS = ["graphile-worker", "BullMQ", "pg-boss"] as const;

/** Lists the paths of the dashboard's own pages. The build writes them beside the pages, so that the server refuses others that clash. */

/** Paths in the order of the navigation; `:name` is a parameter. */
export const PAGE_PATHS = [
  "/",
  "/fairness",
  "/tasks",
  "/tasks/:taskId",
  "/schedules",
  "/workers",
  "/locks",
  "/locks/:key",
  "/dead-letters",
  "/dead-letters/:letterId",
  "/webhooks",
  "/webhooks/:endpointId",
  "/webhooks/deliveries/:deliveryId",
  "/audit",
  "/settings",
] as const;

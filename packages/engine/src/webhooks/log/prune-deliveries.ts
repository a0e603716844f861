/** Deletes deliveries that ended long ago, with their bodies and attempts. */
import type { Queryable } from "../../database/database.ts";
import { pruneMessages } from "./delivery-log.sql.ts";

/** Bodies of one statement. */
export const PRUNED_MAX = 1_000;

/** An event goes with all its deliveries, when the last of them has ended so long ago. Returns how many went; 0: all have. */
export async function pruneDeliveries(
  on: Queryable,
  { olderThanMs, limit = PRUNED_MAX }: { readonly olderThanMs: number; readonly limit?: number },
): Promise<number> {
  const [row] = await on.query(pruneMessages({ olderThanMs, limit: Math.min(limit, PRUNED_MAX) }));
  return row?.pruned ?? 0;
}

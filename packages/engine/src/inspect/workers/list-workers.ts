/** Lists worker processes by name: those that note themselves on the roll, and those that only their leases tell of. */
import type { Queryable } from "../../database/database.ts";
import { checkedLimit, readCursor, unreadable, writeCursor, type Page, type PageWish } from "../page.ts";
import type { WorkerView } from "./worker-view.ts";
import { selectWorkers, type WorkerRow } from "./workers.sql.ts";

/** A process notes itself every ten seconds: three times unheard, it counts as absent. */
export const LATE_MS = 35_000;
/** How long one that stopped is still listed. */
const STOPPED_MS = 600_000;

export async function listWorkers(on: Queryable, listing: PageWish = {}): Promise<Page<WorkerView>> {
  const limit = checkedLimit(listing.limit);
  const [after] = readCursor(listing.after) ?? [""];
  if (typeof after !== "string") throw unreadable();
  const wish = { tenant: listing.tenant ?? null, after, lateMs: LATE_MS, stoppedMs: STOPPED_MS, limit };
  const rows = await on.query(selectWorkers(wish));
  const last = rows.at(-1);
  return {
    items: rows.map(viewWorker),
    next: last === undefined || rows.length < limit ? undefined : writeCursor(last.owner),
  };
}

function viewWorker(row: WorkerRow): WorkerView {
  return {
    owner: row.owner,
    state: stateOf(row),
    since: row.started_at ?? undefined,
    lastSeenAt: row.seen_at ?? undefined,
    queues: row.queues,
    slots: row.slots ?? undefined,
    running: row.running,
    leaseExpiresAt: row.lease_expires_at ?? undefined,
    host: row.host ?? undefined,
    pid: row.pid ?? undefined,
    version: row.version ?? undefined,
  };
}

function stateOf({ stopped_at: stoppedAt, is_late: isLate, is_absent: isAbsent }: WorkerRow): WorkerView["state"] {
  if (isAbsent === true) return "absent";
  if (stoppedAt !== null) return "stopped";
  return isLate === true ? "absent" : "present";
}

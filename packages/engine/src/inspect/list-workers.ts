/** Lists worker processes: those that registered themselves, and those known only by their leases. */
import type { Queryable } from "../database/database.ts";
import { selectWorkerProcesses, type WorkerProcessRow } from "./inspect-queues.sql.ts";
import { type Page, type PageQuery, nextCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** A process notes itself every ten seconds: three times unheard, it counts as absent. */
export const WORKER_LATE_MS = 35_000;
/** How long one that stopped is still listed. */
const STOPPED_MS = 600_000;

export async function listWorkers(on: Queryable, listing: PageQuery = {}): Promise<Page<WorkerView>> {
  const limit = paging.limitOf(listing.limit);
  const [after] = paging.placeOf(listing.after) ?? [""];
  if (typeof after !== "string") throw paging.unreadable();
  const wish = { tenant: listing.tenant ?? null, after, lateMs: WORKER_LATE_MS, stoppedMs: STOPPED_MS, limit };
  const rows = await on.query(selectWorkerProcesses(wish));
  return { items: rows.map(viewWorker), next: nextCursor(rows, limit, ({ owner }) => [owner]) };
}

function viewWorker(row: WorkerProcessRow): WorkerView {
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

function stateOf({
  stopped_at: stoppedAt,
  is_late: isLate,
  is_absent: isAbsent,
}: WorkerProcessRow): WorkerView["state"] {
  if (isAbsent === true) return "absent";
  if (stoppedAt !== null) return "stopped";
  return isLate === true ? "absent" : "present";
}

/** Process that runs chunks, as lists show it. */
export type WorkerView = {
  readonly owner: string;
  /** `absent`: it was not heard of for a while, or holds leases and was found to have gone. */
  readonly state: "present" | "absent" | "stopped";
  /** Not known of a process that only its leases tell of. */
  readonly since: Date | undefined;
  readonly lastSeenAt: Date | undefined;
  readonly queues: readonly string[];
  /** How many chunks it may run at once. */
  readonly slots: number | undefined;
  /** Chunks that run under its leases. */
  readonly running: number;
  /** When the first of its leases ends unless it is renewed. */
  readonly leaseExpiresAt: Date | undefined;
  readonly host: string | undefined;
  readonly pid: number | undefined;
  readonly version: string | undefined;
};

/** Lists worker processes: those that registered themselves, and those known only by their leases. */
import type { Queryable } from "../database/database.ts";
import { selectWorkerProcesses, type WorkerProcessRow } from "./inspect-queues.sql.ts";
import { type Page, type PageQuery, nextCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Time after which a process counts as absent. It registers every ten seconds, so it has missed three times then. */
export const WORKER_LATE_MS = 35_000;
/** Time for which a stopped process is still listed. */
const STOPPED_MS = 600_000;

/** Lists processes: since when they run, when they were last seen, their slots, and the chunks that they run. */
export async function listWorkers(on: Queryable, listing: PageQuery = {}): Promise<Page<WorkerView>> {
  const limit = paging.limitOf(listing.limit);
  const [after] = paging.placeOf(listing.after) ?? [""];
  if (typeof after !== "string") throw paging.unreadable();
  const query = { tenant: listing.tenant ?? null, after, lateMs: WORKER_LATE_MS, stoppedMs: STOPPED_MS, limit };
  const rows = await on.query(selectWorkerProcesses(query));
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
  /** State. `absent`: the process has not registered for WORKER_LATE_MS, or it holds leases but has exited. */
  readonly state: "present" | "absent" | "stopped";
  /** Time at which it started; undefined for a process that is known only by its leases. */
  readonly since: Date | undefined;
  readonly lastSeenAt: Date | undefined;
  readonly queues: readonly string[];
  /** Maximum number of chunks that it runs at once. */
  readonly slots: number | undefined;
  /** Number of chunks that run under its leases. */
  readonly running: number;
  /** Time at which the first of its leases expires unless it is renewed. */
  readonly leaseExpiresAt: Date | undefined;
  readonly host: string | undefined;
  readonly pid: number | undefined;
  readonly version: string | undefined;
};

/** Erases the payloads of a tenant's tasks, webhooks and outbox events in short transactions; ids, states and times remain. */
import type { Database } from "../database/database.ts";
import { eraseEvents } from "../outbox/prune-outbox.ts";
import { eraseDeliveries } from "../webhooks/delivery-log.ts";
import { erasePayloadRows, selectTenantTasks, type TenantTaskRow } from "./retention.sql.ts";

/** Maximum number of chunks, or of tasks with few chunks, that one transaction erases. */
const BATCH = 1_000;
/** Maximum number of chunks of a task that is erased together with others. */
const FEW_CHUNKS = 2;

/** Counts of what was erased, deleted or kept. */
export type Erased = {
  /** Tasks that have only ids, states and times left. */
  readonly tasks: number;
  /** Tasks that had not ended and were kept: cancel them, let the sweep end them, and call again. */
  readonly open: number;
  /** Bodies of webhooks whose deliveries have all ended; the answers to them were erased too. */
  readonly webhookBodies: number;
  /** Deleted events of the outbox, which every sink has passed. */
  readonly outboxEvents: number;
};

/**
 * Replaces input, payloads, results, errors and notes of a tenant's tasks by null, erases bodies and answers of its webhooks,
 * and deletes its events from the outbox. Events that sinks and endpoints still wait for are kept. Work that waits or runs is
 * kept and counted, since it could only fail without its payload. The dispatch log contains none of it and is audited as before.
 *
 * @example const { open } = await erasePayloads(database, { tenant: "ann" });
 */
export async function erasePayloads(database: Database, { tenant }: { readonly tenant: string }): Promise<Erased> {
  const tasks = await eraseTasks(database, tenant);
  const outboxEvents = await eraseEvents(database, { tenant });
  const webhookBodies = await eraseDeliveries(database, { tenant });
  return { ...tasks, outboxEvents, webhookBodies };
}

async function eraseTasks(database: Database, tenant: string): Promise<Pick<Erased, "tasks" | "open">> {
  let seen = 0;
  let tasks = 0;
  for (let group = "", taskId = 0n; ;) {
    const page: readonly TenantTaskRow[] = await database.query(
      selectTenantTasks({ tenant, group, taskId, limit: BATCH }),
    );
    const last = page.at(-1);
    if (last === undefined) return { tasks, open: seen - tasks };
    ({ group_name: group, task_id: taskId } = last);
    seen += page.length;
    tasks += await erasePage(database, page);
  }
}

async function erasePage(database: Database, page: readonly TenantTaskRow[]): Promise<number> {
  const few = page.filter(({ chunks }) => chunks <= FEW_CHUNKS).map(({ task_id: taskId }) => taskId);
  let erased = few.length === 0 ? 0 : await erase(database, { taskIds: few, after: 0, limit: FEW_CHUNKS });
  for (const { task_id: taskId, chunks } of page.filter((task) => task.chunks > FEW_CHUNKS)) {
    let isErased = true;
    for (let after = 0; after < chunks && isErased; after += BATCH)
      isErased = (await erase(database, { taskIds: [taskId], after, limit: BATCH })) > 0;
    if (isErased) erased += 1;
  }
  return erased;
}

async function erase(database: Database, erasure: Parameters<typeof erasePayloadRows>[0]): Promise<number> {
  const [row] = await database.query(erasePayloadRows(erasure));
  return row?.erased ?? 0;
}

/** Makes locks of rows, and tells the journal which were found to be over. */
import type { Lock } from "../coordinator.ts";
import type { EndedLock, LockRow } from "../coordinator.sql.ts";
import type { DatabaseLocksOptions } from "./database-locks.ts";

export function readLock(row: LockRow): Lock {
  return {
    key: row.key,
    holder: row.holder,
    operation: row.operation,
    startedAt: row.started_at,
    expectedEndAt: row.expected_end_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    taskId: row.task_id ?? undefined,
    context: row.context ?? undefined,
    progress: row.progress ?? undefined,
  };
}

/** A lock was found to be over: the log and the mirror learn of it. */
export async function tellEnded(
  { journal, mirror }: Pick<DatabaseLocksOptions, "journal" | "mirror">,
  ended: EndedLock,
): Promise<void> {
  if (ended === null) return;
  const { key, holder, operation, with_task: withTask } = ended;
  const startedAt = new Date(ended.started_at);
  journal.foundEnded({ key, holder, operation, startedAt, withTask });
  await mirror.forget({ key, startedAt });
}

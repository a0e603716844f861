/** Makes locks of rows, and tells the journal which were found to be over. */
import type { Lock } from "../coordinator.ts";
import type { EndedLock, LockRow } from "../coordinator.sql.ts";
import type { LockJournal } from "../lock-journal.ts";

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

export function tellEnded(journal: LockJournal, ended: EndedLock): void {
  if (ended === null) return;
  const { key, holder, operation, started_at: startedAt, with_task: withTask } = ended;
  journal.foundEnded({ key, holder, operation, startedAt: new Date(startedAt), withTask });
}

/** Tells of tasks that were submitted or ended and of chunks that failed. */
import type { Queryable } from "../../database/database.ts";
import type { TaskChange } from "./change.ts";
import { selectEnded, selectFailed, selectSubmitted, type Span, type TaskChangeRow } from "./changes.sql.ts";
import { cutAt, placed, type PlacedChange, type Told } from "./placed-change.ts";

export async function taskChanges(on: Queryable, span: Span): Promise<Told> {
  const submitted = await on.query(selectSubmitted(span));
  const ended = await on.query(selectEnded(span));
  const failed = await on.query(selectFailed(span));
  const cuts = [cutAt(ended, span.limit), cutAt(failed, span.limit)].filter((cut) => cut !== undefined);
  return {
    changes: [
      ...submitted.map((row) => tell(row, "submitted")),
      ...ended.map((row) => tell(row, "ended")),
      ...failed.map((row) => tell(row, "chunkFailed")),
    ],
    cutAtUs: cuts.length === 0 ? undefined : cuts.reduce((a, b) => (a < b ? a : b)),
  };
}

function tell(row: TaskChangeRow, event: TaskChange["event"]): PlacedChange {
  const { task_id: taskId, number } = row;
  const name = ["task", event, String(taskId), ...(number === null ? [] : [String(number)])].join(" ");
  return placed(
    { atUs: row.at_us, name },
    {
      kind: "task",
      event,
      tenant: row.tenant,
      taskId,
      taskKey: row.task_key ?? undefined,
      type: row.type,
      group: row.group_name,
      queue: row.queue,
      state: row.state,
      number: number ?? undefined,
      code: row.code ?? undefined,
    },
  );
}

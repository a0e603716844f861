/** Counts the transitions of tasks by watching their rows, as a model of the events that they announce. */
import { expect } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import type { TaskEventType } from "../../src/tasks/task-event.ts";

type WatchedRow = {
  task_id: bigint;
  announce: number;
  state: string;
  chunks: readonly string[];
};

const selectWatched = (queue: string) => sql<WatchedRow>`
  select task_id, announce::integer, rota.task_state(tasks) as state,
         (select array_agg(chunks.state order by number) from rota.chunks where chunks.task_id = tasks.task_id) as chunks
    from rota.tasks where queue = ${queue} order by task_id`;

type EventRow = { task_id: bigint; type: TaskEventType };

const selectEvents = (queue: string) => sql<EventRow>`
  select aggregate_id::bigint as task_id, type from rota.outbox_arrivals
   where aggregate_type = 'TASK' and payload ->> 'queue' = ${queue} order by arrival`;

const ENDS: Readonly<Record<string, TaskEventType>> = {
  COMPLETED: "task.completed",
  FAILED: "task.failed",
  CANCELLED: "task.cancelled",
};
const BITS: Readonly<Record<TaskEventType, number>> = {
  "task.submitted": 1,
  "task.started": 2,
  "task.completed": 4,
  "task.failed": 8,
  "task.cancelled": 16,
  "chunk.dead_lettered": 32,
};

const isDead = (state: string | undefined): boolean => state === "FAILED" || state === "DEAD_LETTER";

export type AnnouncedTransitions = ReturnType<typeof announcedTransitions>;

/** Creates the model of a queue. Between two observations a row may change once. */
export function announcedTransitions(database: Database, queue: string) {
  const seen = new Map<bigint, WatchedRow & { hasStarted: boolean }>();
  const expected: string[] = [];

  const observe = async (): Promise<void> => {
    for (const row of await database.query(selectWatched(queue))) {
      const before = seen.get(row.task_id);
      const hasStarted = before?.hasStarted === true || row.chunks.includes("PROCESSING");
      const died = row.chunks.filter((state, nth) => isDead(state) && !isDead(before?.chunks[nth]));
      const end = row.state === before?.state ? undefined : ENDS[row.state];
      const happened: TaskEventType[] = [
        ...(before === undefined ? (["task.submitted"] as const) : []),
        ...(hasStarted && before?.hasStarted !== true ? (["task.started"] as const) : []),
        ...died.map(() => "chunk.dead_lettered" as const),
        ...(end === undefined ? [] : [end]),
      ];
      const announced = happened.filter((type) => (row.announce & BITS[type]) !== 0);
      expected.push(...announced.map((type) => `${String(row.task_id)} ${type}`));
      seen.set(row.task_id, { ...row, hasStarted });
    }
  };

  return {
    observe,
    /** Expects exactly the events of the transitions that were seen. */
    async check(): Promise<void> {
      await observe();
      const events = await database.query(selectEvents(queue));
      const found = events.map(({ task_id: taskId, type }) => `${String(taskId)} ${type}`);
      expect([...found].sort()).toEqual([...expected].sort());
    },
  };
}

/** Expects of each task at most one start and one end for good, nothing behind that, and as last event the one of its state. */
export async function expectEndsInOrder(database: Database, queue: string): Promise<void> {
  const events = await database.query(selectEvents(queue));
  for (const { task_id: taskId, announce, state } of await database.query(selectWatched(queue))) {
    const types = events.filter((event) => event.task_id === taskId).map(({ type }) => type);
    const ends = types.filter((type) => Object.values(ENDS).includes(type));
    const count = (type: TaskEventType): number => types.filter((other) => other === type).length;
    const end = ENDS[state];
    const name = `task ${String(taskId)} announced ${types.join()}`;
    expect(count("task.submitted"), name).toBe(announce & BITS["task.submitted"]);
    expect(count("task.started"), name).toBeLessThanOrEqual(1);
    expect(count("task.completed") + count("task.cancelled"), name).toBeLessThanOrEqual(1);
    if (end !== undefined && (announce & BITS[end]) !== 0) expect(ends.at(-1), name).toBe(end);
  }
}

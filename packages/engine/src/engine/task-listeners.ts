/** Passes the events that tasks announce to listeners of this process: one loop reads them while there is a listener. */
import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { POLL_AGAIN } from "../outbox/outbox-limits.ts";
import { selectHead, selectPage } from "../outbox/outbox.sql.ts";
import { createArranging } from "../outbox/relay.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop } from "../runtime/loop.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { TASK_AGGREGATE, type TaskEvent, type TaskEventType } from "../tasks/task-event.ts";

/** Tasks whose events a listener receives. Default: all. */
export type ListenedTasks<Given = never, Result = unknown> = {
  /** Definition of the tasks, in any version; it also types the result. */
  readonly task?: TaskDefinition<Given, Result>;
  readonly tenant?: string;
};

/** Calls a listener for the events that tasks announce from now on, until the function that it resolves with is called. */
export type Listen = <Type extends TaskEventType, Given = never, Result = unknown>(
  type: Type,
  listener: (event: TaskEvent<Type, Result>) => unknown,
  of?: ListenedTasks<Given, Result>,
) => Promise<() => void>;

export type TaskListeners = { readonly on: Listen; stop(): Promise<void> };

export type TaskListenersOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** Its `pollIntervalMs` is the longest pause between two polls. */
  readonly config: Pick<Config, "pollIntervalMs">;
  /** Throws when no more listeners are taken. */
  readonly refuseAfterStop: () => void;
};

type TaskListener = {
  readonly type: TaskEventType;
  readonly task: string | undefined;
  readonly tenant: string | undefined;
  /** Method, because its parameter may be of a narrower type. */
  receive(event: TaskEvent): unknown;
};

/** Creates the listeners of a process. Without any, nothing is read and nothing waits for notifications. */
export function createTaskListeners(options: TaskListenersOptions): TaskListeners {
  const { logger } = options;
  const listeners = new Set<TaskListener>();
  let tail: Promise<Tail> | undefined;
  let closed: Promise<unknown> = Promise.resolve();

  const close = (): void => {
    const open = tail;
    tail = undefined;
    closed = Promise.all([closed, open?.then((opened) => opened.stop())]).catch((error: unknown) => {
      logger.warn({ error }, "reading the events of tasks did not end as it should");
    });
  };

  return {
    async on(type, listener, { task, tenant } = {}) {
      options.refuseAfterStop();
      const joined: TaskListener = { type, task: task?.name, tenant, receive: listener };
      listeners.add(joined);
      const leave = (): void => {
        if (listeners.delete(joined) && listeners.size === 0) close();
      };
      try {
        await (tail ??= openTail(options, (event) => pass(event, listeners, logger)));
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    async stop() {
      listeners.clear();
      close();
      await closed;
    },
  };
}

/** Passes an event to the listeners that want it. An error of a listener is logged: it is no concern of the others. */
function pass(event: TaskEvent, listeners: ReadonlySet<TaskListener>, logger: Logger): void {
  for (const listener of [...listeners]) {
    const { type, task = event.data.type, tenant = event.tenant } = listener;
    if (type !== event.type || task !== event.data.type || tenant !== event.tenant) continue;
    const failed = (error: unknown): void =>
      logger.error({ error, eventId: event.eventId, taskId: event.taskId }, `a listener to ${type} failed`);
    void (async () => listener.receive(event))().catch(failed);
  }
}

type Tail = { stop(): Promise<void> };

/** Maximum number of events that one run reads. */
const READ_MAX = 500;

/** Reads the events that get positions after this call, each once and in their order. */
async function openTail(
  { database, logger, config: { pollIntervalMs } }: TaskListenersOptions,
  onEvent: (event: TaskEvent) => void,
): Promise<Tail> {
  const [head] = await database.query(selectHead());
  let after = head?.position ?? 0n;
  const reading = createLoop({
    name: "events of tasks",
    intervalMs: pollIntervalMs,
    logger,
    backoff: POLL_AGAIN,
    async runOnce() {
      const page = { after, limit: READ_MAX, aggregateType: TASK_AGGREGATE };
      const rows = await database.query(selectPage<TaskEvent>(page));
      after = rows.at(-1)?.position ?? after;
      for (const row of rows) if (row.data !== null) onEvent(row);
      return rows.length === READ_MAX ? "again" : "idle";
    },
  });
  // Where no relay runs, no other process gives positions.
  const arranging = createArranging({ database, logger, pollIntervalMs }, () => reading.wake());
  const wakeArranging = (): void => arranging.wake();
  const wakeReading = (): void => reading.wake();
  const ends = [
    await database.listen("events", { onNotification: wakeArranging, onGap: wakeArranging }),
    await database.listen("arranged", { onNotification: wakeReading, onGap: wakeReading }),
  ];
  for (const loop of [arranging, reading]) loop.start();
  return {
    async stop() {
      await Promise.all([arranging, reading].map((loop) => loop.stop()));
      for (const end of ends) await end();
    },
  };
}

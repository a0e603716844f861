/** Opens a database with failed chunks and rejected events of any tenant, for tests of dead letters. */
import type { DeadLetterFilter } from "../../src/dead-letters/dead-letter.ts";
import { listDeadLetters } from "../../src/dead-letters/list-dead-letters.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { settleChunks } from "../../src/worker/settle-chunks.ts";
import { type IntakeBench, openIntakeBench } from "./intake-bench.ts";
import { workedQueue, type WorkedQueue } from "./worked-queue.ts";

export type DeadLetterBench = IntakeBench & {
  readonly work: WorkedQueue;
  /** Submits a task and fails all of its chunks. Returns its id. */
  readonly deadTask: (chunks: number, more?: Partial<NewTask> & { readonly code?: string }) => Promise<bigint>;
  /** Sends an event that its schema refuses. */
  readonly deadEvent: (
    eventId: string,
    more?: { readonly tenant?: string; readonly payload?: unknown },
  ) => Promise<void>;
  /** Returns the ids of all open dead letters, the newest first. */
  readonly openIds: (filter?: DeadLetterFilter) => Promise<string[]>;
};

export async function openDeadLetterBench(on: "pglite" | "postgres"): Promise<DeadLetterBench> {
  const bench = await openIntakeBench({ on });
  const { database, engine, intake } = bench;
  const work = workedQueue(database);
  return {
    ...bench,
    work,
    async deadTask(chunks, { code = "BROKEN", ...more } = {}) {
      const taskId = await work.submit(chunks, more);
      for (let taken = await work.take(1_000); taken.length > 0; taken = await work.take(1_000)) {
        const error = { code, message: "it broke" };
        const ended = taken.map((chunk) => ({ ...chunk, kind: "fail" as const, error }));
        await settleChunks(database, { owner: "worker-1", ended });
      }
      return taskId;
    },
    async deadEvent(eventId, { tenant = "ann", payload = { amount: "much" } } = {}) {
      const answer = await engine.receive(intake, { tenant, eventId, payload });
      if (answer.status !== 422) throw new Error(`event ${eventId} was answered with ${String(answer.status)}`);
    },
    openIds: async (filter) =>
      (await listDeadLetters(database, { ...filter, limit: 1_000 })).letters.map(({ id }) => id),
  };
}

/** Writes a line for each turn that is given, for who wants to see the order of work: at debug level only. */
import type { TicketRow } from "../../dispatch/dispatch.sql.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { Logger } from "../../runtime/logger.ts";

export type TurnLog = {
  /** Turns that a worker took for itself. */
  readonly onTaken: (queue: string, chunks: readonly TakenChunk[]) => void;
  /** Turns that are given to the broker. */
  readonly onQueued: (tickets: readonly TicketRow[]) => void;
};

export function createTurnLog(logger: Logger): TurnLog {
  return {
    onTaken(queue, chunks) {
      for (const { turn, taskId, number, attempt, lane } of chunks)
        logger.debug({ queue, turn, taskId, chunk: number, attempt, lane }, "TAKEN: a chunk has its turn");
    },
    onQueued(tickets) {
      for (const ticket of tickets) {
        const { queue, turn, task_id: taskId, number: chunk, tenant, group_name: group, type } = ticket;
        const chunkId = `${ticket.task_key ?? String(taskId)}_chunk_${String(chunk)}`;
        logger.debug({ queue, turn, taskId, chunk, chunkId, tenant, group, type }, "QUEUED: a chunk has its turn");
      }
    },
  };
}

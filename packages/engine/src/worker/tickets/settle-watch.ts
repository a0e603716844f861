/** Tells when chunks that were started by tickets are over here: settled, or given up. */
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { LeasedChunk } from "../settle-chunks.ts";

export type SettleWatch = {
  /** Returns when the chunk is over. Ask before it is started. */
  over(chunk: TakenChunk): Promise<void>;
  /** These are over. */
  tell(chunks: readonly LeasedChunk[]): void;
};

export function createSettleWatch(): SettleWatch {
  const watched = new Map<string, () => void>();
  return {
    over: (chunk) => new Promise((resolve) => watched.set(nameOf(chunk), resolve)),
    tell(chunks) {
      if (watched.size === 0) return;
      for (const chunk of chunks) {
        const name = nameOf(chunk);
        watched.get(name)?.();
        watched.delete(name);
      }
    },
  };
}

/** With its lease: a chunk that was lost and came back runs twice in one process. */
function nameOf({ taskId, number, leaseToken }: LeasedChunk): string {
  return `${String(taskId)}/${String(number)}/${String(leaseToken)}`;
}

/** The statements by which workers settle what they ran. */
import { sql, type JsonValue } from "../database/sql.ts";

/** The places, from 1, of the chunks that were settled; null: all of them. */
export type SettledRow = { completed: readonly number[] | null; others: readonly number[] | null };

export type Settlements = {
  readonly owner: string;
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly leaseTokens: readonly bigint[];
  /** In the same order; null when no chunk has any. */
  readonly results: JsonValue | null;
  /** As rota.end_attempts() takes them; null when there are none. */
  readonly others: JsonValue | null;
};

/** Settles chunks that are still leased under their tokens, and their tasks with them. Returns one row. */
export const settleChunkRows = ({ owner, taskIds, numbers, leaseTokens, results, others }: Settlements) =>
  sql<SettledRow>`
  select completed, others
    from rota.settle_chunks(${owner}, ${taskIds}::bigint[], ${numbers}::integer[], ${leaseTokens}::bigint[], ${results}::text::jsonb, ${others}::text::jsonb)`;

/** Says that a chunk runs alone in its process from now on. Returns one row: false when its lease was lost. */
export const runAlone = (chunk: { taskId: bigint; number: number; leaseToken: bigint }) => sql<{ is_alone: boolean }>`
  select rota.run_alone(${chunk.taskId}, ${chunk.number}, ${chunk.leaseToken}) as is_alone`;

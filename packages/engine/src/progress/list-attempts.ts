/** Lists what became of the attempts of a chunk that did not complete it. */
import type { Queryable } from "../database/database.ts";
import { selectAttempts, type AttemptOutcome } from "./progress.sql.ts";

/** Of one chunk: snoozes do not count as attempts, so there may be more. */
export const LISTED_ATTEMPTS_MAX = 1_000;

export type PastAttempt = {
  /** Counted from 1; from 1 again after a redrive. */
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
  readonly owner: string | undefined;
  readonly error: unknown;
  readonly endedAt: Date;
};

/** The oldest first; of more than `LISTED_ATTEMPTS_MAX` the newest. Empty for a chunk that never failed or does not exist. */
export async function listAttempts(
  on: Queryable,
  { taskId, number }: { readonly taskId: bigint; readonly number: number },
): Promise<PastAttempt[]> {
  const rows = await on.query(selectAttempts({ taskId, number, limit: LISTED_ATTEMPTS_MAX }));
  return [...rows].reverse().map(({ owner, error, ended_at: endedAt, ...attempt }) => ({
    ...attempt,
    owner: owner ?? undefined,
    error: error ?? undefined,
    endedAt,
  }));
}

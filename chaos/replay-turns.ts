/** Replays the dispatch logs of all queues: whether every turn was given as the rule says, whatever struck meanwhile. */
import type { Database } from "@rota/engine";
import { auditQueue, describeDifference, listAuditedQueues } from "@rota/engine/internal";

export type ReplayedTurns = {
  readonly turns: number;
  /** Of each queue whose log differs from the rule, where it does so first. */
  readonly wrong: readonly string[];
};

export async function replayTurns(database: Database): Promise<ReplayedTurns> {
  let turns = 0;
  const wrong: string[] = [];
  for (const queue of await listAuditedQueues(database)) {
    const { dispatches, difference } = await auditQueue(database, { queue });
    turns += dispatches;
    if (difference !== undefined) wrong.push(`queue ${queue}: ${describeDifference(difference)}`);
  }
  return { turns, wrong };
}

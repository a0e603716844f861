/** Replays the dispatch logs of all queues and checks that every turn followed the rule, through all faults. */
import type { Database } from "@rota/engine";
import { auditQueue, describeDifference, listAuditedQueues } from "@rota/engine/internal";

export type ReplayedTurns = {
  readonly turns: number;
  /** First difference from the rule, for each queue whose log has one. */
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

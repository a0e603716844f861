/** Replays the dispatch logs of all queues: whether every turn was given as the rule says, and how far tenants were apart. */
import { auditQueue, describeDifference, listAuditedQueues, type AuditReport, type Database } from "@rota/engine";
import { nouns } from "../output/one-line.ts";
import type { Verdict } from "./stage.ts";

/** @returns what was found, for a person who reads it. */
export async function replayAudit(database: Database): Promise<Verdict[]> {
  const queues = await listAuditedQueues(database);
  const reports: AuditReport[] = [];
  for (const queue of queues) reports.push(await auditQueue(database, { queue }));
  const wrong = reports.flatMap(({ queue, difference }) =>
    difference === undefined ? [] : [`audit FAILED: queue ${queue}: ${describeDifference(difference)}`],
  );
  if (wrong.length > 0) return wrong.map((text) => ({ isRight: false, text }));
  const turns = nouns(
    reports.reduce((sum, { dispatches }) => sum + dispatches, 0),
    "turn",
    "turns",
  );
  const replayed = `audit replayed: ${turns} of ${nouns(queues.length, "queue", "queues")}, all as the rule says`;
  return [{ isRight: true, text: replayed }, ...reports.flatMap(tellTenants)];
}

/** Where tenants shared a queue. */
function tellTenants({ queue, unfairness }: AuditReport): Verdict[] {
  return unfairness
    .filter(({ level }) => level === "tenant")
    .map(({ between, spread, bound }) => ({
      isRight: spread <= bound,
      text: `queue ${queue}: ${between.join(" and ")} were ${turnsText(spread)} apart at most (promised: ${turnsText(bound)})`,
    }));
}

function turnsText(value: number): string {
  return `${String(Math.round(value * 10) / 10)} ${value === 1 ? "turn" : "turns"}`;
}

/** Plays random histories on a database until one goes wrong. */
import type { Database } from "../../../database/database.ts";
import { findBrokenBound } from "../bounds/check-bounds.ts";
import { makeHistory, type History } from "../history/history.ts";
import { shrinkHistory } from "../history/shrink-history.ts";
import { simulateOnDatabase, type Judge } from "./simulate-on-database.ts";

export type FaultSearch = {
  readonly judge: Judge;
  readonly histories: number;
  readonly firstSeed?: number;
};

export type Fault = { readonly seed: number; readonly reason: string };

export async function findFault(database: Database, search: FaultSearch): Promise<Fault | undefined> {
  const { firstSeed = 1 } = search;
  for (let seed = firstSeed; seed < firstSeed + search.histories; seed++) {
    const queue = `${search.judge}-${String(seed)}`;
    const reason = await judgeHistory(database, makeHistory(seed), { queue, judge: search.judge });
    if (reason !== undefined) return { seed, reason };
  }
  return undefined;
}

/** The history of a fault, as short as it still fails, for a reader: one line for each step. */
export async function describeFault(database: Database, fault: Fault, judge: Judge): Promise<string> {
  let tries = 0;
  const judgeAgain = (history: History): Promise<string | undefined> =>
    judgeHistory(database, history, { queue: `again-${String(fault.seed)}-${String(++tries)}`, judge });
  const short = await shrinkHistory(
    makeHistory(fault.seed),
    async (history) => (await judgeAgain(history)) !== undefined,
  );
  const steps = short.steps.map((step) => JSON.stringify(step));
  return [`seed ${String(fault.seed)}: ${fault.reason}`, ...steps, (await judgeAgain(short)) ?? ""].join("\n");
}

async function judgeHistory(
  database: Database,
  history: History,
  on: { queue: string; judge: Judge },
): Promise<string | undefined> {
  const run = await simulateOnDatabase(database, history, on);
  const broken = findBrokenBound(run.events);
  if (run.difference !== undefined || broken === undefined) return run.difference;
  const lanes = broken.lanes.join(" and ");
  return `turn ${String(broken.turn)}: lanes ${lanes} are ${String(broken.spread)} apart, ${String(broken.bound)} are allowed`;
}

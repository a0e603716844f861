/** Looks at the work itself: whether somebody does it, what failed, whether events go out. */
import { getOutboxStatistics, getSystemStatistics, listDeadLetters, type Database } from "@rota/engine";
import { ago, count, nouns } from "../../../output/one-line.ts";
import { migrateAll } from "../../../workloads.ts";
import { ok, warning, type Finding } from "./finding.ts";

const OLD_WAIT_MS = 300_000;
const LETTERS_LOOKED = 1_000;

/** Nothing is said of a schema that this version does not fit. */
export async function checkWork(database: Database): Promise<Finding[]> {
  if ((await migrateAll(database, { isDryRun: true })).applied.length > 0) return [];
  return [await checkQueues(database), ...(await checkLetters(database)), ...(await checkOutbox(database))];
}

async function checkQueues(database: Database): Promise<Finding> {
  const { chunksByState, workers, oldestWaitingAt } = await getSystemStatistics(database);
  const waiting = chunksByState.PENDING.count + chunksByState.QUEUED.count;
  const running = workers.reduce((sum, { chunks }) => sum + chunks, 0);
  const found = `${nouns(waiting, "chunk waits", "chunks wait")}, ${count(running)} running`;
  const isOld = oldestWaitingAt !== undefined && Date.now() - oldestWaitingAt.getTime() > OLD_WAIT_MS;
  if (waiting > 0 && running === 0 && isOld)
    return warning("work", `${found}, the oldest since ${ago(oldestWaitingAt)}`, "start workers: rota work --tasks …");
  return ok("work", found);
}

async function checkLetters(database: Database): Promise<Finding[]> {
  const { letters, next } = await listDeadLetters(database, { limit: LETTERS_LOOKED });
  if (letters.length === 0) return [];
  const found = `${count(letters.length)}${next === undefined ? "" : " or more"} wait for a decision`;
  return [warning("dead letters", found, "rota dead-letters lists them, replays and discards")];
}

async function checkOutbox(database: Database): Promise<Finding[]> {
  const { arrivals, sinks } = await getOutboxStatistics(database);
  if (arrivals === 0 || sinks.length > 0) return [];
  const found = `${nouns(arrivals, "event waits", "events wait")}, and nobody ever took one`;
  return [warning("outbox", found, "run rota relay, or engines with a broker or webhooks")];
}

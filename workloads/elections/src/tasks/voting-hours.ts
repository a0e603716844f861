/** Opens and closes elections by their hours: one task for each election, which waits for the begin and then for the end. */
import {
  cancelTask,
  defineTask,
  type Engine,
  isRotaError,
  type Outcome,
  planTask,
  type RunContext,
  snooze,
  submitTasks,
  type Transaction,
} from "@rota/engine";
import { selectLatestTask } from "../store/decryption.sql.ts";
import { closeElection, createElection, openElection } from "../store/election-lifecycle.ts";
import { type LifeElection, readElection } from "../store/election.ts";
import { selectHoursWait } from "../store/elections.sql.ts";
import { CHECKS_QUEUE } from "./check-guardian.ts";
import { groupOfElection, ticketFields, workLabel } from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

/** Name of the schedule in the audit log. */
const SCHEDULE = "schedule";

/** Longest wait of one attempt. */
const WAIT_MS_MAX = 30 * 86_400_000;
/** Time until closing is tried again while ballots are being verified. */
const UNVERIFIED_WAIT_MS = 2_000;

/**
 * Opens the election when voting begins, if its ceremony is over, and closes it when voting ends. The hours are read
 * again each time, because the end may have been moved.
 */
export const votingHours = defineTask({
  name: "elections.voting-hours",
  queue: CHECKS_QUEUE,
  retry: ELECTIONS_RETRY,
  priority: 1,
  ticketFields,
  async run({ electionId: id }: { electionId: string }, { database, commit, submit }) {
    const electionId = BigInt(id);
    const { state, tenant, hours } = await readElection(database, { electionId });
    const [wait] = await database.query(selectHoursWait(electionId));
    const isAhead = state === "CEREMONY" || state === "READY" || state === "OPEN";
    if (hours === undefined || wait === undefined || !isAhead) return undefined;
    if (wait.until_start_ms > 0) return waitFor(wait.until_start_ms, "voting has not begun");
    if (wait.until_end_ms <= 0) return state === "OPEN" ? close(commit, electionId) : undefined;
    if (state !== "READY") return waitFor(wait.until_end_ms, "voting has not ended");
    await commit(async (tx) => {
      await openElection(tx, { name: { electionId }, actor: SCHEDULE });
      await submit(tx, [await planVotingHours({ electionId, tenant }, hours.endsAt)]);
    });
    return undefined;
  },
});

function waitFor(ms: number, reason: string): Outcome<never> {
  return snooze(Math.min(WAIT_MS_MAX, Math.ceil(ms)), reason);
}

/** Closes the election, or tries again when the ballots that came before the end are verified. */
async function close(commit: RunContext["commit"], electionId: bigint): Promise<Outcome<never> | undefined> {
  try {
    await commit(async (tx) => {
      await closeElection(tx, { name: { electionId }, actor: SCHEDULE });
    });
    return undefined;
  } catch (error) {
    if (!isRotaError(error, "BALLOTS_UNVERIFIED")) throw error;
    return snooze(UNVERIFIED_WAIT_MS, error.message);
  }
}

function planVotingHours({ electionId, tenant }: Pick<LifeElection, "electionId" | "tenant">, dueAt: Date) {
  const placement = { tenant, group: groupOfElection(electionId), taskKey: { stem: labelOf(electionId) }, dueAt };
  return planTask(votingHours, { electionId: String(electionId) }, placement);
}

function labelOf(electionId: bigint): string {
  return workLabel({ phase: "VOTING", electionId });
}

/** Creates an election that opens and closes by its hours. */
export function createOnSchedule(
  { database, codec }: Engine,
  request: Parameters<typeof createElection>[1],
): ReturnType<typeof createElection> {
  return database.transaction(async (tx) => {
    const created = await createElection(tx, request);
    const { election } = created;
    if (election.hours !== undefined)
      await submitTasks(tx, [await planVotingHours(election, election.hours.startsAt)], { codec });
    return created;
  });
}

/** Closes an election for an official. Its schedule has nothing left to do. */
export function closeNow({ database }: Engine, request: Parameters<typeof closeElection>[1]): Promise<LifeElection> {
  return database.transaction(async (tx) => {
    const election = await closeElection(tx, request);
    const { tenant, electionId } = election;
    const place = { tenant, group: groupOfElection(electionId), type: votingHours.name, label: labelOf(electionId) };
    const [task] = await tx.query(selectLatestTask(place));
    if (task !== undefined) await cancelIfOpen(tx, task.task_id);
    return election;
  });
}

async function cancelIfOpen(tx: Transaction, taskId: bigint): Promise<void> {
  await cancelTask(tx, taskId).catch((error: unknown) => {
    if (!isRotaError(error, "TASK_FINISHED")) throw error;
  });
}

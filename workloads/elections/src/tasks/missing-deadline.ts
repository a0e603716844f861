/** Declares guardians missing, immediately or at a deadline, so that the others decrypt for them. */
import {
  appendAudit,
  cancelTask,
  defineTask,
  type Engine,
  isRotaError,
  submitTasks,
  type Transaction,
} from "@rota/engine";
import { ElectionError } from "../errors.ts";
import { markMissing, selectLatestTask, setDeadline } from "../store/decryption.sql.ts";
import { type DecryptionProgress, readDecryptionProgress } from "../store/decryption.ts";
import { requireState } from "../store/election.ts";
import { guardianNumbered, readPhaseElection, readPhaseGuardians } from "../store/phase-election.ts";
import { movePhase } from "../store/phase-events.ts";
import { lockElection } from "../store/tally.sql.ts";
import { afterShares, compensatedDecryption, credentialClearing } from "./compensated-decryption.ts";
import { partialDecryption } from "./partial-decryption.ts";
import { credentialKey, electionOfTask, groupOfElection, ticketFields, workLabel } from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";
import type { PhaseStart } from "./tally-creation.ts";

/** Name in the guardians' rows for a declaration by the deadline. */
const DEADLINE = "deadline";

export const missingDeadline = defineTask({
  name: "elections.missing-deadline",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  ticketFields,
  run: async ({ electionId: id }: { electionId: string }, { commit, logger }) => {
    const electionId = BigInt(id);
    try {
      await commit((tx) =>
        markGuardiansMissing(tx, { electionId, tenant: undefined, by: DEADLINE, guardians: undefined }),
      );
    } catch (error) {
      // Too few guardians are present, or the outcome is decided already: an official has to check.
      if (!isRotaError(error, "DECRYPTION_INCOMPLETE") && !isRotaError(error, "ELECTION_STATE_WRONG")) throw error;
      logger.warn({ electionId: id, reason: error.message }, "nobody was declared missing at the deadline");
    }
  },
  then: async (context) => {
    const { electionId } = await electionOfTask(context.tx, context.taskId);
    await afterShares(context, electionId, { compensated: compensatedDecryption, clearing: credentialClearing });
  },
});

/** Declares guardians missing and returns their numbers. Workers forget their credentials and stop their chunks. */
export async function declareMissing(engine: Engine, declared: MissingGuardians): Promise<number[]> {
  const missing = await declareNow(engine, declared);
  for (const guardian of missing) await forgetGuardian(engine, declared.electionId, guardian);
  return missing;
}

async function declareNow({ database, codec }: Engine, declared: MissingGuardians): Promise<number[]> {
  const { electionId, by } = declared;
  return database.transaction(async (tx) => {
    const missing = await markGuardiansMissing(tx, declared);
    const submit = (tasks: Parameters<typeof submitTasks>[1]) => submitTasks(tx, tasks, { codec });
    await afterShares({ tx, submit }, electionId, { compensated: compensatedDecryption, clearing: credentialClearing });
    const { tenant } = await readPhaseElection(tx, electionId);
    const subject = { type: "election", id: String(electionId) };
    await appendAudit(tx, { tenant, actor: by, action: "election.guardians-missing", subject, details: { missing } });
    return missing;
  });
}

/**
 * Deletes the credential of a guardian and cancels its work, if workers have its credential. Finished work is not
 * changed.
 */
async function forgetGuardian({ database, secrets }: Engine, electionId: bigint, guardian: number): Promise<void> {
  const { decrypting } = guardianNumbered(await readPhaseGuardians(database, electionId), guardian);
  if (decrypting?.isAtHome !== false) return;
  await secrets.drop(credentialKey(electionId, guardian));
  const { tenant } = await readPhaseElection(database, electionId);
  const label = workLabel({ phase: "PARTIAL_DECRYPT", electionId, guardian });
  const place = { tenant, group: groupOfElection(electionId), type: partialDecryption.name, label };
  const [task] = await database.query(selectLatestTask(place));
  if (task === undefined) return;
  await cancelTask(database, task.task_id).catch((error: unknown) => {
    if (!isRotaError(error, "TASK_FINISHED")) throw error;
  });
}

/**
 * Sets a deadline. Guardians who have not given all shares by then count as missing, if enough others have. A later
 * call adds another deadline.
 */
export async function setMissingDeadline(
  engine: Engine,
  { electionId, tenant, by, at }: PhaseStart & { readonly at: Date },
): Promise<void> {
  const election = await readPhaseElection(engine.database, electionId, tenant);
  requireState(election, ["CLOSED", "TALLYING", "TALLIED", "DECRYPTING"], "a deadline");
  await engine.database.transaction(async (tx) => {
    await tx.query(setDeadline(electionId, at));
    const place = { tenant: election.tenant, group: groupOfElection(electionId), dueAt: at };
    await engine.submit(missingDeadline, { electionId: String(electionId) }, { ...place, in: tx });
    const subject = { type: "election", id: String(electionId) };
    const details = { at: at.toISOString() };
    await appendAudit(tx, { tenant: election.tenant, actor: by, action: "election.deadline-set", subject, details });
  });
}

type MissingGuardians = {
  readonly electionId: bigint;
  readonly tenant: string | undefined;
  readonly by: string;
  /** Numbers of guardians; undefined for all who have not given all their shares. */
  readonly guardians: readonly number[] | undefined;
};

/** Marks guardians as missing and returns their numbers. Runs in the caller's transaction. */
async function markGuardiansMissing(
  tx: Transaction,
  { electionId, tenant, by, guardians }: MissingGuardians,
): Promise<number[]> {
  await tx.query(lockElection(electionId));
  const election = await readPhaseElection(tx, electionId, tenant);
  requireState(election, ["TALLIED", "DECRYPTING"], "declaring a guardian missing");
  const standing = await readDecryptionProgress(tx, election);
  const late = standing.guardians.filter(({ isOwnComplete }) => !isOwnComplete);
  const numbers = guardians ?? late.map((guardian) => guardian.public.sequence);
  for (const number of numbers) refuseMissing(standing, number);
  refuseBelowQuorum(standing, { numbers, quorum: election.context.quorum });
  const rows = await tx.query(markMissing({ electionId, guardians: numbers, by }));
  await movePhase(tx, electionId, { from: "TALLIED", to: "DECRYPTING" });
  return rows.map(({ sequence }) => sequence);
}

function refuseMissing({ guardians }: DecryptionProgress, number: number): void {
  const { isOwnComplete, public: keys } = guardianNumbered(guardians, number);
  if (!isOwnComplete) return;
  const message = `guardian ${keys.guardianId} has given all its shares: it is not missing`;
  throw new ElectionError("ELECTION_STATE_WRONG", message, { guardianId: keys.guardianId });
}

function refuseBelowQuorum(
  { guardians }: DecryptionProgress,
  { numbers, quorum }: { numbers: readonly number[]; quorum: number },
) {
  const left = guardians.filter((guardian) => {
    return guardian.missing === undefined && !numbers.includes(guardian.public.sequence);
  });
  if (left.length >= quorum) return;
  const message = `${String(left.length)} guardians would be left and the quorum is ${String(quorum)}: nothing could be decrypted`;
  throw new ElectionError("DECRYPTION_INCOMPLETE", message, { left: left.length, quorum });
}

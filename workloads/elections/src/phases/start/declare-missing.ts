/** Lets an official declare guardians missing, now or at a deadline. Opens a transaction. */
import { appendAudit, cancelTask, isRotaError, submitTasks, type Engine } from "@rota/engine";
import { compensatedDecryption, credentialClearing } from "../../tasks/decryption/compensated-decryption.ts";
import { partialDecryption } from "../../tasks/decryption/partial-decryption.ts";
import { missingDeadline } from "../../tasks/decryption/missing-deadline.ts";
import { afterShares } from "../decryption/after-shares.ts";
import { markGuardiansMissing, type MissingGuardians } from "../decryption/mark-guardians-missing.ts";
import { selectLatestTask, setDeadline } from "../decryption/decryption.sql.ts";
import { guardianNumbered, readPhaseElection, readGuardians } from "../phase-election.ts";
import { credentialKey, groupOfElection, workLabel } from "../plan/work-key.ts";
import { requireState } from "../../life/elections/election.ts";
import type { PhaseStart } from "./start-tally.ts";

/** Returns the numbers of those who are missing from now on; workers forget their credentials and leave their chunks. */
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

/** Of one whose credential workers had; what has ended is left as it is. */
async function forgetGuardian({ database, secrets }: Engine, electionId: bigint, guardian: number): Promise<void> {
  const { decrypting } = guardianNumbered(await readGuardians(database, electionId), guardian);
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

/** Whoever has not given all shares by then counts as missing, if enough others have. A later call is one more deadline. */
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

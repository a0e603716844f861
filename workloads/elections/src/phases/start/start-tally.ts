/** Starts the tally of a closed election; whoever comes meanwhile learns who started it and how far it is. */
import { planTask, RotaError, startUnderLock, type Engine, type StartAnswer } from "@rota/engine";
import { tallyCreation } from "../../tasks/tally/tally-creation.ts";
import { readPhaseElection } from "../phase-election.ts";
import { moveElection, selectPlan } from "../phases.sql.ts";
import { tallyCost } from "../plan/cost.ts";
import { groupOfElection, tallyLock, workLabel } from "../plan/work-key.ts";
import { noteAct } from "./note-act.ts";
import { requireState } from "../../life/elections/election.ts";

/** Who starts a phase of which election. Without a tenant, of whichever it is. */
export type PhaseStart = { readonly electionId: bigint; readonly tenant: string | undefined; readonly by: string };

export type Started = { readonly answer: StartAnswer; readonly chunks: number };

/** A tally that failed can be started again: what was tallied stays. */
export async function startTally(engine: Engine, { electionId, tenant, by }: PhaseStart): Promise<Started> {
  const { database } = engine;
  const election = await readPhaseElection(database, electionId, tenant);
  requireState(election, ["CLOSED", "TALLYING"], "tallying");
  const [plan] = await database.query(selectPlan(electionId));
  if (plan === undefined || plan.is_unverified) {
    const message = `election ${String(electionId)} is not tallied while a ballot that came in is not verified: wait for it`;
    throw new RotaError("TALLY_INCOMPLETE", message, { electionId: String(electionId) });
  }
  const chunks = Math.max(1, plan.chunks);
  const task = await planTask(
    tallyCreation,
    { electionId: String(electionId), chunks },
    {
      tenant: election.tenant,
      group: groupOfElection(electionId),
      cost: tallyCost(election.manifest, plan.largest),
      taskKey: { stem: workLabel({ phase: "TALLY", electionId }) },
    },
  );
  await database.query(moveElection(electionId, ["CLOSED"], "TALLYING"));
  const lock = { key: tallyLock(electionId), holder: by, operation: "TALLY_CREATION", context: { chunks } };
  const answer = await startUnderLock(engine, { lock, task: { ...task, submittedBy: by } });
  if (answer.kind === "started")
    await noteAct(engine.database, election, { by, action: "election.tally-started", details: { chunks } });
  return { answer, chunks };
}

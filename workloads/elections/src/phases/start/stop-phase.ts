/** Stops a phase that runs, as an official wishes: what was done stays, and it can be started again. */
import { cancelTask, isRotaError, type Engine } from "@rota/engine";
import { compensatedDecryption } from "../../tasks/decryption/compensated-decryption.ts";
import { partialDecryption } from "../../tasks/decryption/partial-decryption.ts";
import { combineDecryption } from "../../tasks/results/combine-decryption.ts";
import { tallyCreation } from "../../tasks/tally/tally-creation.ts";
import { tallyMerge } from "../../tasks/tally/tally-merge.ts";
import { selectLatestTask } from "../decryption/decryption.sql.ts";
import { guardianNumbered, readGuardians, readPhaseElection, type PhaseElection } from "../phase-election.ts";
import { credentialKey, groupOfElection, workLabel, type Work } from "../plan/work-key.ts";
import { noteAct } from "./note-act.ts";
import type { PhaseStart } from "./start-tally.ts";

/** With the number of a guardian where it is that guardian's decryption by the workers. */
export type StoppablePhase =
  | { readonly phase: "tally" }
  | { readonly phase: "decryption"; readonly guardian: number }
  | { readonly phase: "combine" };

/** Returns whether something ran. A guardian's credential is forgotten: it has to be given again. */
export async function stopPhase(
  engine: Engine,
  { electionId, tenant, by }: PhaseStart,
  stopped: StoppablePhase,
): Promise<boolean> {
  const election = await readPhaseElection(engine.database, electionId, tenant);
  if (stopped.phase === "decryption") await engine.secrets.drop(credentialKey(electionId, stopped.guardian));
  const works = await worksOf(engine, election, stopped);
  const ends: boolean[] = [];
  for (const work of works) ends.push(await stopWork(engine, election, work));
  const isStopped = ends.includes(true);
  if (isStopped) await noteAct(engine.database, election, { by, action: `election.${stopped.phase}-stopped` });
  return isStopped;
}

type TypedWork = { readonly work: Work; readonly type: string };

async function worksOf(
  { database }: Engine,
  { electionId }: PhaseElection,
  stopped: StoppablePhase,
): Promise<TypedWork[]> {
  switch (stopped.phase) {
    case "tally":
      return [
        { work: { phase: "TALLY", electionId }, type: tallyCreation.name },
        { work: { phase: "MERGE", electionId }, type: tallyMerge.name },
      ];
    case "combine":
      return [{ work: { phase: "COMBINE", electionId }, type: combineDecryption.name }];
    case "decryption": {
      const { guardian } = stopped;
      const guardians = await readGuardians(database, electionId);
      guardianNumbered(guardians, guardian);
      const missing = guardians.filter((other) => other.missing !== undefined);
      const { name: type } = compensatedDecryption;
      return [
        { work: { phase: "PARTIAL_DECRYPT", electionId, guardian }, type: partialDecryption.name },
        ...missing.map(({ public: { sequence } }) => ({
          work: { phase: "COMPENSATED_DECRYPT", electionId, guardian, missing: sequence } as const,
          type,
        })),
      ];
    }
  }
}

/** What has ended is left as it is. */
async function stopWork({ database }: Engine, election: PhaseElection, { work, type }: TypedWork): Promise<boolean> {
  const { tenant, electionId } = election;
  const place = { tenant, group: groupOfElection(electionId), type, label: workLabel(work) };
  const [task] = await database.query(selectLatestTask(place));
  if (task === undefined) return false;
  try {
    return await cancelTask(database, task.task_id);
  } catch (error) {
    if (isRotaError(error, "TASK_FINISHED")) return false;
    throw error;
  }
}

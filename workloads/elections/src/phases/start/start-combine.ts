/** Fixes whose shares count, for ever, and lets them be put together. */
import { RotaError, startUnderLock, type Database, type Engine } from "@rota/engine";
import { combineDecryption } from "../../tasks/results/combine-decryption.ts";
import { planWork } from "../../tasks/plan-work.ts";
import { freezePresent } from "../decryption/decryption.sql.ts";
import { planDecryption, readStanding, type Standing } from "../decryption/plan-decryption.ts";
import { readPhaseElection, type PhaseElection } from "../phase-election.ts";
import { lockElection } from "../phases.sql.ts";
import { combineCost } from "../plan/cost.ts";
import { SLICE_SIZE } from "../plan/slices.ts";
import { combineLock } from "../plan/work-key.ts";
import { noteAct } from "./note-act.ts";
import { requireState } from "../../life/elections/election.ts";
import type { PhaseStart, Started } from "./start-tally.ts";

/** Combining that failed can be started again: what was combined stays, and so does whose shares count. */
export async function startCombine(engine: Engine, { electionId, tenant, by }: PhaseStart): Promise<Started> {
  const election = await readPhaseElection(engine.database, electionId, tenant);
  requireState(election, ["DECRYPTING", "COMBINING"], "combining");
  const present = await freeze(engine.database, electionId);
  const chunks = await planDecryption(engine.database, election);
  const payloads = chunks.map((slices) => ({ electionId: String(electionId), slices }));
  const missing = election.context.guardians - present;
  const cost = combineCost(SLICE_SIZE, { present, missing });
  const task = await planWork(combineDecryption, election, { work: { phase: "COMBINE", electionId }, payloads, cost });
  const lock = { key: combineLock(electionId), holder: by, operation: "COMBINE_DECRYPTION" };
  const answer = await startUnderLock(engine, { lock, task: { ...task, submittedBy: by } });
  if (answer.kind === "started")
    await noteAct(engine.database, election, {
      by,
      action: "election.combining-started",
      details: { chunks: chunks.length },
    });
  return { answer, chunks: chunks.length };
}

/** Returns how many are present. Opens a transaction. */
async function freeze(database: Database, electionId: bigint): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query(lockElection(electionId));
    const election = await readPhaseElection(tx, electionId);
    if (election.present !== undefined) return election.present.length;
    const standing = await readStanding(tx, election);
    refuseIncomplete(election, standing);
    const present = standing.present.map((guardian) => guardian.public.sequence);
    await tx.query(freezePresent(electionId, present));
    return present.length;
  });
}

function refuseIncomplete({ electionId, context: { quorum } }: PhaseElection, standing: Standing): void {
  const { guardians, present, slices, isComplete } = standing;
  const waiting = guardians.flatMap(({ public: { guardianId }, missing, isOwnComplete, compensated }) => {
    if (missing !== undefined) return [];
    if (!isOwnComplete) return [`guardian ${guardianId} has not given all its shares`];
    const open = [...compensated.values()].filter((given) => given < slices).length;
    return open === 0 ? [] : [`guardian ${guardianId} has not decrypted for ${String(open)} missing ones`];
  });
  const few =
    present.length < quorum ? [`${String(present.length)} are present and the quorum is ${String(quorum)}`] : [];
  if (isComplete && few.length === 0) return;
  const message = `election ${String(electionId)} cannot be combined: ${[...waiting, ...few].join("; ")}; wait, or declare who is missing`;
  throw new RotaError("DECRYPTION_INCOMPLETE", message, { electionId: String(electionId) });
}

/** Lets workers decrypt for a guardian, with the credential that it sealed for them. */
import { RotaError, startUnderLock, type Engine } from "@rota/engine";
import { partialDecryption } from "../../tasks/decryption/partial-decryption.ts";
import { planWork } from "../../tasks/plan-work.ts";
import { markDecrypting } from "../decryption/decryption.sql.ts";
import { planDecryption, readStanding } from "../decryption/plan-decryption.ts";
import { guardianNumbered, readPhaseElection, type PhaseElection } from "../phase-election.ts";
import { moveElection } from "../phases.sql.ts";
import { shareCost } from "../plan/cost.ts";
import { SLICE_SIZE } from "../plan/slices.ts";
import { credentialKey, decryptionLock } from "../plan/work-key.ts";
import { noteAct } from "./note-act.ts";
import { requireState } from "../../life/elections/election.ts";
import type { PhaseStart, Started } from "./start-tally.ts";

/** After this a sealed credential is gone, whatever became of the work. */
const CREDENTIAL_MS = 6 * 3_600_000;

export type DecryptionStart = PhaseStart & {
  /** The guardian's number. */
  readonly guardian: number;
  /** Its keys, sealed to the fleet: opaque here. */
  readonly sealed: Uint8Array;
};

/** Given again while the work waits for a credential that was lost, it goes on. */
export async function startDecryption(engine: Engine, start: DecryptionStart): Promise<Started> {
  const { electionId, tenant, by, guardian, sealed } = start;
  const election = await readPhaseElection(engine.database, electionId, tenant);
  requireState(election, ["TALLIED", "DECRYPTING"], "decrypting");
  await refuseGuardian(engine, election, guardian);
  const chunks = await planDecryption(engine.database, election);
  await engine.database.transaction(async (tx) => {
    await tx.query(moveElection(electionId, ["TALLIED"], "DECRYPTING"));
    await tx.query(markDecrypting({ electionId, guardian, by, isAtHome: false }));
  });
  await keepCredential(engine, { electionId, guardian, sealed });
  const payloads = chunks.map((slices) => ({ electionId: String(electionId), guardian, slices }));
  const work = { phase: "PARTIAL_DECRYPT", electionId, guardian } as const;
  const task = await planWork(partialDecryption, election, { work, payloads, cost: shareCost(SLICE_SIZE) });
  const lock = { key: decryptionLock(electionId, guardian), holder: by, operation: "GUARDIAN_DECRYPTION" };
  const answer = await startUnderLock(engine, { lock, task: { ...task, submittedBy: by } });
  if (answer.kind === "started")
    await noteAct(engine.database, election, {
      by,
      action: "election.decryption-started",
      details: { guardian, chunks: chunks.length },
    });
  return { answer, chunks: chunks.length };
}

export async function refuseGuardian(engine: Engine, election: PhaseElection, guardian: number): Promise<void> {
  const { guardians } = await readStanding(engine.database, election);
  const { missing, public: keys } = guardianNumbered(guardians, guardian);
  if (missing === undefined) return;
  const message = `guardian ${keys.guardianId} was declared missing by ${missing.by} at ${missing.at.toISOString()}: the others decrypt for it`;
  throw new RotaError("ELECTION_STATE_WRONG", message, { guardianId: keys.guardianId });
}

/** While the work runs, a second device changes nothing: its credential is kept only if the first one is gone. */
async function keepCredential(
  { locks, secrets }: Engine,
  { electionId, guardian, sealed }: { electionId: bigint; guardian: number; sealed: Uint8Array },
): Promise<void> {
  const key = credentialKey(electionId, guardian);
  const isRunning = (await locks.inspect(decryptionLock(electionId, guardian))) !== undefined;
  if (isRunning && (await secrets.read(key)) !== undefined) return;
  await secrets.put({ key, value: sealed, ttlMs: CREDENTIAL_MS });
}

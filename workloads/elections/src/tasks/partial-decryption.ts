/** Decrypts for a guardian with the credential that it sealed to the key of the worker fleet. */
import { computeIn, defineTask, type Engine, startUnderLock } from "@rota/engine";
import { type Slice, SLICE_SIZE } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import { markDecrypting } from "../store/decryption.sql.ts";
import { planDecryption, readDecryptionProgress } from "../store/decryption.ts";
import { requireState } from "../store/election.ts";
import { guardianNumbered, type PhaseElection, readPhaseElection } from "../store/phase-election.ts";
import { movePhase } from "../store/phase-events.ts";
import { afterShares, compensatedDecryption, credentialClearing, runShareChunk } from "./compensated-decryption.ts";
import type * as making from "./compute/make-shares.ts";
import {
  credentialKey,
  decryptionLock,
  electionOfTask,
  noteAction,
  PHASE_ENDS,
  planWork,
  shareCost,
  ticketFields,
} from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";
import type { PhaseStart, Started } from "./tally-creation.ts";

const inMaking = computeIn<typeof making>(new URL("./compute/make-shares.ts", import.meta.url));

type PartialChunk = {
  readonly electionId: string;
  readonly guardian: number;
  readonly slices: readonly Slice[];
};

export const partialDecryption = defineTask({
  name: "elections.partial-decryption",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  announce: PHASE_ENDS,
  ticketFields,
  split: (chunk: PartialChunk) => [chunk],
  run: ({ electionId: id, guardian, slices }, context) => {
    const giver = { electionId: BigInt(id), guardian, missing: null };
    return runShareChunk(context, { giver, slices }, (work) => context.compute(inMaking("decryptSlices"), work));
  },
  then: async (context) => {
    const { electionId } = await electionOfTask(context.tx, context.taskId);
    await afterShares(context, electionId, { compensated: compensatedDecryption, clearing: credentialClearing });
  },
});

/** Lifetime of a sealed credential. It is deleted afterwards, whatever the outcome of the work. */
const CREDENTIAL_MS = 6 * 3_600_000;

type DecryptionStart = PhaseStart & {
  /** Number of the guardian. */
  readonly guardian: number;
  /** Keys of the guardian, sealed to the fleet and opaque here. */
  readonly sealed: Uint8Array;
};

/** Starts decrypting for a guardian. A second call resumes work that waits for a lost credential. */
export async function startDecryption(engine: Engine, start: DecryptionStart): Promise<Started> {
  const { electionId, tenant, by, guardian, sealed } = start;
  const election = await readPhaseElection(engine.database, electionId, tenant);
  requireState(election, ["TALLIED", "DECRYPTING"], "decrypting");
  await refuseGuardian(engine, election, guardian);
  const chunks = await planDecryption(engine.database, election);
  await engine.database.transaction(async (tx) => {
    await movePhase(tx, electionId, { from: "TALLIED", to: "DECRYPTING" });
    await tx.query(markDecrypting({ electionId, guardian, by, isAtHome: false }));
  });
  await keepCredential(engine, { electionId, guardian, sealed });
  const payloads = chunks.map((slices) => ({ electionId: String(electionId), guardian, slices }));
  const work = { phase: "PARTIAL_DECRYPT", electionId, guardian } as const;
  const task = await planWork(partialDecryption, election, { work, payloads, cost: shareCost(SLICE_SIZE) });
  const context = { guardian, chunks: chunks.length };
  const lock = { key: decryptionLock(electionId, guardian), holder: by, operation: "GUARDIAN_DECRYPTION", context };
  const answer = await startUnderLock(engine, { lock, task: { ...task, submittedBy: by } });
  if (answer.kind === "started")
    await noteAction(engine.database, election, {
      by,
      action: "election.decryption-started",
      details: { guardian, chunks: chunks.length },
    });
  return { answer, chunks: chunks.length };
}

export async function refuseGuardian(engine: Engine, election: PhaseElection, guardian: number): Promise<void> {
  const { guardians } = await readDecryptionProgress(engine.database, election);
  const { missing, public: keys } = guardianNumbered(guardians, guardian);
  if (missing === undefined) return;
  const message = `guardian ${keys.guardianId} was declared missing by ${missing.by} at ${missing.at.toISOString()}: the others decrypt for it`;
  throw new ElectionError("ELECTION_STATE_WRONG", message, { guardianId: keys.guardianId });
}

/** Stores a credential. While the work runs, that of a second device is stored only if the first one was deleted. */
async function keepCredential(
  { locks, secrets }: Engine,
  { electionId, guardian, sealed }: { electionId: bigint; guardian: number; sealed: Uint8Array },
): Promise<void> {
  const key = credentialKey(electionId, guardian);
  const isRunning = (await locks.inspect(decryptionLock(electionId, guardian))) !== undefined;
  if (isRunning && (await secrets.read(key)) !== undefined) return;
  await secrets.put({ key, value: sealed, ttlMs: CREDENTIAL_MS });
}

/** Requests the public key that guardians seal to. Only workers can compute it, because only they have the seed. */
export const fleetKey = defineTask({
  name: "elections.fleet-key",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  priority: 1,
  run: async (_: object, { compute }) => ({ publicKey: await compute(inMaking("fleetPublicKey"), undefined) }),
});

/** Freezes the guardians whose shares count, combines shares slice by slice, and publishes the results. */
import {
  computeIn,
  type Database,
  defineTask,
  type Engine,
  planTask,
  type Queryable,
  startUnderLock,
  type ThenContext,
} from "@rota/engine";
import { type Slice, SLICE_SIZE, sliceName } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import {
  freezePresent,
  insertDecryption,
  insertReconciliation,
  insertResults,
  selectCombinedSlices,
  selectShares,
  selectTalliedUnits,
} from "../store/decryption.sql.ts";
import { type DecryptionProgress, planDecryption, readDecryptionProgress, readSource } from "../store/decryption.ts";
import { requireState } from "../store/election.ts";
import {
  guardianNumbered,
  type PhaseElection,
  type PhaseGuardian,
  readPhaseElection,
  readPhaseGuardians,
} from "../store/phase-election.ts";
import { readResults } from "../store/results.ts";
import { announcePhase, movePhase } from "../store/phase-events.ts";
import { lockElection } from "../store/tally.sql.ts";
import type * as combining from "./compute/combine-slices.ts";
import {
  combineCost,
  combineLock,
  electionOfTask,
  groupOfElection,
  noteAction,
  PHASE_ENDS,
  planWork,
  ticketFields,
  workKey,
  workLabel,
} from "./phase-work.ts";
import { recordAssembly } from "./record-assembly.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";
import type { PhaseStart, Started } from "./tally-creation.ts";

const inCombining = computeIn<typeof combining>(new URL("./compute/combine-slices.ts", import.meta.url));

type CombineChunk = { readonly electionId: string; readonly slices: readonly Slice[] };

export const combineDecryption = defineTask({
  name: "elections.combine-decryption",
  queue: "combine.decryption",
  retry: ELECTIONS_RETRY,
  announce: PHASE_ENDS,
  ticketFields,
  split: (chunk: CombineChunk) => [chunk],
  run: async ({ electionId: id, slices }, { database, compute, commit }) => {
    const electionId = BigInt(id);
    const election = await readPhaseElection(database, electionId);
    const guardians = await readPhaseGuardians(database, electionId);
    const units = new Map(
      (await database.query(selectTalliedUnits(electionId))).map((row) => [row.unit_id, row.ballots]),
    );
    const work = [];
    for (const slice of slices) {
      const max = slice.subject === "unit" ? (units.get(slice.subjectId) ?? 0) : 1;
      const given = await readGiven(database, { election, guardians, slice });
      work.push({ ...(await readSource(database, electionId, slice)), given, max });
    }
    const { group, manifest, context } = election;
    const everyone = guardians.map((guardian) => guardian.public);
    const combined = await compute(inCombining("combineSlices"), {
      group,
      manifest,
      context,
      guardians: everyone,
      slices: work,
    });
    await commit(async (tx) => {
      for (const [index, slice] of slices.entries())
        await tx.query(insertDecryption(electionId, slice, combined[index]));
    });
  },
  then: finishElection,
});

/** Returns the shares that count: those of the frozen set, for themselves and for all others. */
async function readGiven(
  on: Queryable,
  { election, guardians, slice }: { election: PhaseElection; guardians: readonly PhaseGuardian[]; slice: Slice },
) {
  const present = new Set(election.present);
  const idOf = (number: number) => guardianNumbered(guardians, number).public.guardianId;
  const rows = await on.query(selectShares(election.electionId, slice));
  return rows
    .filter(({ guardian, missing }) => present.has(guardian) && (missing === null || !present.has(missing)))
    .map(({ guardian, missing, shares }) => ({
      guardianId: idOf(guardian),
      missingGuardianId: missing === null ? undefined : idOf(missing),
      shares,
    }));
}

/** Publishes the results, only when everything is combined and the numbers agree. */
async function finishElection({ tx, taskId, submit }: ThenContext): Promise<void> {
  const { electionId, tenant } = await electionOfTask(tx, taskId);
  const election = await readPhaseElection(tx, electionId);
  await refuseIncomplete(tx, election);
  await tx.query(insertResults(electionId));
  await tx.query(insertReconciliation(electionId));
  await readResults(tx, election);
  await movePhase(tx, electionId, { from: "COMBINING", to: "DECRYPTED" });
  const work = { phase: "RECORD", electionId } as const;
  await submit([
    await planTask(
      recordAssembly,
      { electionId: String(electionId) },
      {
        tenant,
        group: groupOfElection(electionId),
        taskKey: { stem: workLabel(work) },
        unique: { key: workKey(work, election.seed), mode: "singleton" },
      },
    ),
  ]);
}

async function refuseIncomplete(on: Queryable, election: PhaseElection): Promise<void> {
  const { electionId } = election;
  const rows = await on.query(selectCombinedSlices(electionId));
  const combined = new Set(rows.map(({ subject_id: subjectId, ...rest }) => sliceName({ ...rest, subjectId })));
  const lacking = (await planDecryption(on, election)).flat().find((slice) => !combined.has(sliceName(slice)));
  if (lacking === undefined) return;
  const message = `election ${String(electionId)} has no results yet: ${sliceName(lacking)} is not combined`;
  throw new ElectionError("DECRYPTION_INCOMPLETE", message, { electionId: String(electionId) });
}

/**
 * Starts combining. After a failure it can be started again: combined slices stay, and so does the set of guardians
 * whose shares count.
 */
export async function startCombine(engine: Engine, { electionId, tenant, by, wait }: PhaseStart): Promise<Started> {
  const election = await requireCombinable(engine.database, { electionId, tenant });
  const present = await freeze(engine.database, electionId);
  const chunks = await planDecryption(engine.database, election);
  const payloads = chunks.map((slices) => ({ electionId: String(electionId), slices }));
  const missing = election.context.guardians - present;
  const cost = combineCost(SLICE_SIZE, { present, missing });
  const task = await planWork(combineDecryption, election, { work: { phase: "COMBINE", electionId }, payloads, cost });
  const context = { chunks: chunks.length };
  const lock = { key: combineLock(electionId), holder: by, operation: "COMBINE_DECRYPTION", context, ...wait };
  const check = async () => void (await requireCombinable(engine.database, { electionId, tenant }));
  const answer = await startUnderLock(engine, { lock, task: { ...task, submittedBy: by }, check });
  if (answer.kind === "started")
    await noteAction(engine.database, election, {
      by,
      action: "election.combining-started",
      details: { chunks: chunks.length },
    });
  return { answer, chunks: chunks.length };
}

async function requireCombinable(
  on: Queryable,
  { electionId, tenant }: Pick<PhaseStart, "electionId" | "tenant">,
): Promise<PhaseElection> {
  const election = await readPhaseElection(on, electionId, tenant);
  requireState(election, ["DECRYPTING", "COMBINING"], "combining");
  return election;
}

/** Freezes the present guardians and returns their number. Opens a transaction. */
async function freeze(database: Database, electionId: bigint): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query(lockElection(electionId));
    const election = await readPhaseElection(tx, electionId);
    if (election.present !== undefined) return election.present.length;
    const standing = await readDecryptionProgress(tx, election);
    refuseMissingShares(election, standing);
    const present = standing.present.map((guardian) => guardian.public.sequence);
    const [frozen] = await tx.query(freezePresent(electionId, present));
    if (frozen !== undefined) await announcePhase(tx, frozen, "COMBINING");
    return present.length;
  });
}

function refuseMissingShares({ electionId, context: { quorum } }: PhaseElection, standing: DecryptionProgress): void {
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
  throw new ElectionError("DECRYPTION_INCOMPLETE", message, { electionId: String(electionId) });
}

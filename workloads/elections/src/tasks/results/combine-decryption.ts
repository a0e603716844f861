/** COMBINE_DECRYPTION: puts the shares of slices together; the last chunk writes the results and lets the record be made. */
import {
  computeIn,
  defineTask,
  ELECTIONS_RETRY,
  planTask,
  RotaError,
  type Queryable,
  type ThenContext,
} from "@rota/engine";
import type * as combining from "../../phases/arithmetic/combine-slices.ts";
import { selectShares, selectTalliedUnits } from "../../phases/decryption/decryption.sql.ts";
import { planDecryption } from "../../phases/decryption/plan-decryption.ts";
import { readSource } from "../../phases/decryption/slice-sources.ts";
import {
  guardianNumbered,
  readPhaseElection,
  readGuardians,
  type PhaseElection,
  type PhaseGuardian,
} from "../../phases/phase-election.ts";
import { moveElection } from "../../phases/phases.sql.ts";
import { sliceName, type Slice } from "../../phases/plan/slices.ts";
import { groupOfElection, workKey, workLabel } from "../../phases/plan/work-key.ts";
import { readResults } from "../../phases/results/read-results.ts";
import {
  insertDecryption,
  insertReconciliation,
  insertResults,
  selectCombinedSlices,
} from "../../phases/results/results.sql.ts";
import { ticketFields } from "../../phases/plan/ticket-fields.ts";
import { electionOfTask } from "../election-of-task.ts";
import { recordAssembly } from "./record-assembly.ts";

const inCombining = computeIn<typeof combining>(new URL("../../phases/arithmetic/combine-slices.ts", import.meta.url));

export type CombineChunk = { readonly electionId: string; readonly slices: readonly Slice[] };

export const combineDecryption = defineTask({
  name: "elections.combine-decryption",
  queue: "combine.decryption",
  retry: ELECTIONS_RETRY,
  ticketFields,
  split: (chunk: CombineChunk) => [chunk],
  run: async ({ electionId: id, slices }, { database, compute, commit }) => {
    const electionId = BigInt(id);
    const election = await readPhaseElection(database, electionId);
    const guardians = await readGuardians(database, electionId);
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

/** The shares that count: those of the frozen set, for themselves and for all others. */
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

/** Results exist only when everything is combined and the numbers agree. */
async function finishElection({ tx, taskId, submit }: ThenContext): Promise<void> {
  const { electionId, tenant } = await electionOfTask(tx, taskId);
  const election = await readPhaseElection(tx, electionId);
  await refuseIncomplete(tx, election);
  await tx.query(insertResults(electionId));
  await tx.query(insertReconciliation(electionId));
  await readResults(tx, election);
  await tx.query(moveElection(electionId, ["COMBINING"], "DECRYPTED"));
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
  throw new RotaError("DECRYPTION_INCOMPLETE", message, { electionId: String(electionId) });
}

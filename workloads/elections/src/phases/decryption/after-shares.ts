/** Decides what follows when shares have come or a guardian is missing, in a transaction that holds the election's row. */
import { planTask, type NewTask, type TaskDefinition, type ThenContext } from "@rota/engine";
import { lockElection } from "../phases.sql.ts";
import { readPhaseElection, type PhaseElection } from "../phase-election.ts";
import { shareCost } from "../plan/cost.ts";
import { groupOfElection, workKey, workLabel } from "../plan/work-key.ts";
import { SLICE_SIZE, type Slice } from "../plan/slices.ts";
import { planWork } from "../../tasks/plan-work.ts";
import { markDecrypted } from "./decryption.sql.ts";
import { planDecryption, readStanding, type Standing } from "./plan-decryption.ts";

export type CompensationChunk = {
  readonly electionId: string;
  readonly guardian: number;
  readonly missing: number;
  readonly slices: readonly Slice[];
};

export type CredentialToClear = { readonly electionId: string; readonly guardian: number };

/** The tasks that may follow. */
export type Followers = {
  readonly compensated: TaskDefinition<CompensationChunk>;
  readonly clearing: TaskDefinition<CredentialToClear>;
};

/** Once everything is there, credentials go; before that, whoever can compensates. Nothing happens twice. */
export async function afterShares(
  { tx, submit }: Pick<ThenContext, "tx" | "submit">,
  electionId: bigint,
  followers: Followers,
): Promise<void> {
  const [locked] = await tx.query(lockElection(electionId));
  if (locked?.state !== "DECRYPTING") return;
  const election = await readPhaseElection(tx, electionId);
  const standing = await readStanding(tx, election);
  const tasks = standing.isComplete
    ? await clearings(election, standing, followers.clearing)
    : await compensations(election, { standing, chunks: await planDecryption(tx, election) }, followers.compensated);
  if (standing.isComplete)
    for (const { public: guardian, decrypting } of standing.present)
      if (decrypting?.isAtHome === true) await tx.query(markDecrypted(electionId, guardian.sequence));
  if (tasks.length > 0) await submit(tasks);
}

async function clearings(
  { electionId, tenant, seed }: PhaseElection,
  { present }: Standing,
  clearing: Followers["clearing"],
): Promise<NewTask[]> {
  const atWorkers = present.filter(({ decrypting }) => decrypting?.isAtHome === false);
  return Promise.all(
    atWorkers.map(({ public: { sequence: guardian } }) => {
      const work = { phase: "CLEAR", electionId, guardian } as const;
      return planTask(
        clearing,
        { electionId: String(electionId), guardian },
        {
          tenant,
          group: groupOfElection(electionId),
          taskKey: { stem: workLabel(work) },
          unique: { key: workKey(work, seed), mode: "singleton" },
        },
      );
    }),
  );
}

/** For each guardian whose key workers may use and each missing one. */
async function compensations(
  election: PhaseElection,
  { standing, chunks }: { standing: Standing; chunks: readonly (readonly Slice[])[] },
  compensated: Followers["compensated"],
): Promise<NewTask[]> {
  const { electionId, seed } = election;
  const pairs = standing.present.flatMap(({ public: { sequence: guardian }, decrypting, compensated: given }) =>
    decrypting?.isAtHome === false
      ? [...given].flatMap(([missing, slices]) => (slices < standing.slices ? [{ guardian, missing }] : []))
      : [],
  );
  return Promise.all(
    pairs.map(async ({ guardian, missing }) => {
      const work = { phase: "COMPENSATED_DECRYPT", electionId, guardian, missing } as const;
      const payloads = chunks.map((slices) => ({ electionId: String(electionId), guardian, missing, slices }));
      const task = await planWork(compensated, election, { work, payloads, cost: shareCost(SLICE_SIZE) });
      return { ...task, unique: { key: workKey(work, seed), mode: "singleton" as const } };
    }),
  );
}

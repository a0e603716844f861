/** Accepts the shares that a guardian made at home, once every one of them was checked. */
import { computeIn, defineTask, type Engine, isRotaError } from "@rota/engine";
import type { ShareForm } from "../core/tally/decryption-shares.ts";
import { type Slice, sliceName } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import { insertShares, markDecrypting, selectGivenSlices } from "../store/decryption.sql.ts";
import { planDecryption, readDecryptionProgress, readSource } from "../store/decryption.ts";
import { requireState } from "../store/election.ts";
import {
  guardianNumbered,
  type PhaseElection,
  readPhaseElection,
  readPhaseGuardians,
} from "../store/phase-election.ts";
import { movePhase } from "../store/phase-events.ts";
import type { Asking } from "./admit-ballot.ts";
import { afterShares, compensatedDecryption, credentialClearing } from "./compensated-decryption.ts";
import type * as checking from "./compute/make-shares.ts";
import { refuseGuardian } from "./partial-decryption.ts";
import { electionOfTask, groupOfElection, shareCost, ticketFields, workLabel } from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

const inChecking = computeIn<typeof checking>(new URL("./compute/make-shares.ts", import.meta.url));

type SharesToAdmit = {
  readonly electionId: string;
  readonly guardian: number;
  readonly missing: number | null;
  readonly slice: Slice;
  readonly shares: readonly ShareForm[];
};

/** Outcome: `objection` is the error; `isNew` is false when there were shares before. */
type ShareVerdict = { readonly objection: string | null; readonly isNew: boolean };

export const shareAdmission = defineTask({
  name: "elections.share-admission",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  ticketFields,
  priority: 1,
  split: (given: SharesToAdmit) => [given],
  run: async (given, { database, compute, commit }): Promise<ShareVerdict> => {
    const electionId = BigInt(given.electionId);
    const { guardian, missing, slice } = given;
    const { group, manifest, context } = await readPhaseElection(database, electionId);
    const guardians = await readPhaseGuardians(database, electionId);
    const work = {
      group,
      manifest,
      context,
      guardian: guardianNumbered(guardians, guardian).public,
      missing: missing === null ? undefined : guardianNumbered(guardians, missing).public,
      slice: await readSource(database, electionId, slice),
      shares: JSON.stringify(given.shares),
    };
    try {
      const checked = await compute(inChecking("checkShares"), work);
      return await commit(async (tx): Promise<ShareVerdict> => {
        const rows = await tx.query(insertShares({ electionId, guardian, missing }, slice, checked));
        return { objection: null, isNew: rows.length > 0 };
      });
    } catch (error) {
      if (!WRONG.some((code) => isRotaError(error, code)) || !(error instanceof Error)) throw error;
      return { objection: error.message, isNew: false };
    }
  },
  finish: ([verdict]): ShareVerdict => verdict ?? { objection: "nothing was given", isNew: false },
  then: async (context) => {
    const { electionId } = await electionOfTask(context.tx, context.taskId);
    await afterShares(context, electionId, { compensated: compensatedDecryption, clearing: credentialClearing });
  },
});

/** Codes of errors in the shares, as opposed to failures of checking. */
const WRONG = ["DECRYPTION_SHARES_INVALID", "CRYPTO_VALUE_INVALID", "ELECTION_RECORD_INVALID"] as const;

type GivenShares = Omit<SharesToAdmit, "electionId"> & { readonly electionId: bigint; readonly by: string };

/**
 * Submits shares. Returns undefined when checking takes longer than the caller waits; the shares are checked anyway.
 */
export async function takeShares(
  { engine, signal, waitMs }: Asking,
  { electionId, by, ...given }: GivenShares,
): Promise<ShareVerdict | undefined> {
  const election = await readPhaseElection(engine.database, electionId);
  requireState(election, ["TALLIED", "DECRYPTING"], "decrypting");
  const { guardian, missing } = given;
  await refuseGuardian(engine, election, guardian);
  await refuseSlice(engine, election, given.slice);
  await engine.database.transaction(async (tx) => {
    await movePhase(tx, electionId, { from: "TALLIED", to: "DECRYPTING" });
    await tx.query(markDecrypting({ electionId, guardian, by, isAtHome: true }));
  });
  const work = { phase: "SHARES", electionId, guardian, ...(missing === null ? {} : { missing }) } as const;
  const task = await engine.submit(
    shareAdmission,
    { electionId: String(electionId), ...given },
    {
      tenant: election.tenant,
      group: groupOfElection(electionId),
      cost: shareCost(given.shares.length),
      taskKey: { stem: workLabel(work) },
    },
  );
  return task.resultWithin({ signal, waitMs });
}

/** A slice for which a guardian has not given shares yet, for itself or for a missing one. */
type OpenSlice = Slice & { readonly missing: number | null };

/** Returns the open slices of a guardian that decrypts at home. */
export async function openSlices(
  { database }: Engine,
  election: PhaseElection,
  guardian: number,
): Promise<OpenSlice[]> {
  const { electionId } = election;
  const slices = (await planDecryption(database, election)).flat();
  const { missing } = await readDecryptionProgress(database, election);
  const wanted = [null, ...missing.map((absent) => absent.public.sequence)];
  const open: OpenSlice[] = [];
  for (const number of wanted) {
    const rows = await database.query(selectGivenSlices({ electionId, guardian, missing: number }));
    const given = new Set(rows.map(({ subject_id: subjectId, ...rest }) => sliceName({ ...rest, subjectId })));
    open.push(
      ...slices.filter((slice) => !given.has(sliceName(slice))).map((slice) => ({ ...slice, missing: number })),
    );
  }
  return open;
}

async function refuseSlice({ database }: Engine, election: PhaseElection, wanted: Slice): Promise<void> {
  const slices = (await planDecryption(database, election)).flat();
  if (slices.some((slice) => sliceName(slice) === sliceName(wanted))) return;
  const message = `election ${String(election.electionId)} has no ${sliceName(wanted)}: ask what is left to decrypt`;
  throw new ElectionError("DECRYPTION_SHARES_INVALID", message);
}

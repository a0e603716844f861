/** Checks shares that a guardian made at home, and keeps them only if every one of them holds. */
import { computeIn, defineTask, ELECTIONS_RETRY, isRotaError } from "@rota/engine";
import type * as checking from "../../phases/arithmetic/check-shares.ts";
import { afterShares } from "../../phases/decryption/after-shares.ts";
import { insertShares } from "../../phases/decryption/decryption.sql.ts";
import { readSource } from "../../phases/decryption/slice-sources.ts";
import { guardianNumbered, readPhaseElection, readGuardians } from "../../phases/phase-election.ts";
import type { ShareForm } from "../../phases/forms/share-form.ts";
import type { Slice } from "../../phases/plan/slices.ts";
import { ticketFields } from "../../phases/plan/ticket-fields.ts";
import { compensatedDecryption, credentialClearing } from "./compensated-decryption.ts";
import { electionOfTask } from "../election-of-task.ts";

const inChecking = computeIn<typeof checking>(new URL("../../phases/arithmetic/check-shares.ts", import.meta.url));

export type SharesToAdmit = {
  readonly electionId: string;
  readonly guardian: number;
  readonly missing: number | null;
  readonly slice: Slice;
  readonly shares: readonly ShareForm[];
};

/** What became of them: `objection` says what is wrong; `isNew` is false where shares were there before. */
export type ShareVerdict = { readonly objection: string | null; readonly isNew: boolean };

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
    const guardians = await readGuardians(database, electionId);
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
      await commit(async (tx): Promise<ShareVerdict> => {
        const rows = await tx.query(insertShares({ electionId, guardian, missing }, slice, checked));
        return { objection: null, isNew: rows.length > 0 };
      });
      return { objection: null, isNew: true };
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

/** What says that the shares are wrong, not that checking failed. */
const WRONG = ["DECRYPTION_SHARES_INVALID", "CRYPTO_VALUE_INVALID", "ELECTION_RECORD_INVALID"] as const;

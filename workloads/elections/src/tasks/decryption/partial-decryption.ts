/** PARTIAL_DECRYPTION: workers make a guardian's own shares with the credential that it sealed for them. */
import { computeIn, defineTask, ELECTIONS_RETRY } from "@rota/engine";
import type * as making from "../../phases/arithmetic/make-shares.ts";
import { afterShares } from "../../phases/decryption/after-shares.ts";
import type { Slice } from "../../phases/plan/slices.ts";
import { ticketFields } from "../../phases/plan/ticket-fields.ts";
import { compensatedDecryption, credentialClearing } from "./compensated-decryption.ts";
import { electionOfTask } from "../election-of-task.ts";
import { runShareChunk } from "./share-chunk.ts";

const inMaking = computeIn<typeof making>(new URL("../../phases/arithmetic/make-shares.ts", import.meta.url));

export type PartialChunk = {
  readonly electionId: string;
  readonly guardian: number;
  readonly slices: readonly Slice[];
};

export const partialDecryption = defineTask({
  name: "elections.partial-decryption",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
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

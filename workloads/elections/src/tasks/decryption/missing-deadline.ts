/** At the deadline: whoever has not given all shares counts as missing, if enough others have. */
import { defineTask, ELECTIONS_RETRY, isRotaError } from "@rota/engine";
import { afterShares } from "../../phases/decryption/after-shares.ts";
import { markGuardiansMissing } from "../../phases/decryption/mark-guardians-missing.ts";
import { ticketFields } from "../../phases/plan/ticket-fields.ts";
import { electionOfTask } from "../election-of-task.ts";
import { compensatedDecryption, credentialClearing } from "./compensated-decryption.ts";

/** What stands in the guardians' rows as the one who declared them missing. */
const DEADLINE = "deadline";

export const missingDeadline = defineTask({
  name: "elections.missing-deadline",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  ticketFields,
  run: async ({ electionId: id }: { electionId: string }, { commit, logger }) => {
    const electionId = BigInt(id);
    try {
      await commit((tx) =>
        markGuardiansMissing(tx, { electionId, tenant: undefined, by: DEADLINE, guardians: undefined }),
      );
    } catch (error) {
      // Too few are there, or all is decided: an official has to look.
      if (!isRotaError(error, "DECRYPTION_INCOMPLETE") && !isRotaError(error, "ELECTION_STATE_WRONG")) throw error;
      logger.warn({ electionId: id, reason: error.message }, "nobody was declared missing at the deadline");
    }
  },
  then: async (context) => {
    const { electionId } = await electionOfTask(context.tx, context.taskId);
    await afterShares(context, electionId, { compensated: compensatedDecryption, clearing: credentialClearing });
  },
});

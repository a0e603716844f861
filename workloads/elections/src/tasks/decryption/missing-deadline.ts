/** At the deadline: whoever has not given all shares counts as missing, if enough others have. */
import { defineTask, ELECTIONS_RETRY, isRotaError, submitTasks } from "@rota/engine";
import { afterShares } from "../../phases/decryption/after-shares.ts";
import { declareIn } from "../../phases/decryption/declare-missing.ts";
import { compensatedDecryption, credentialClearing } from "./compensated-decryption.ts";

/** What stands in the guardians' rows as the one who declared them missing. */
const DEADLINE = "deadline";

export const missingDeadline = defineTask({
  name: "elections.missing-deadline",
  queue: "partial.decryption",
  retry: ELECTIONS_RETRY,
  run: async ({ electionId: id }: { electionId: string }, { commit }) => {
    const electionId = BigInt(id);
    try {
      await commit(async (tx) => {
        const missing = await declareIn(tx, { electionId, tenant: undefined, by: DEADLINE, guardians: undefined });
        const submit = (tasks: Parameters<typeof submitTasks>[1]) => submitTasks(tx, tasks);
        await afterShares({ tx, submit }, electionId, {
          compensated: compensatedDecryption,
          clearing: credentialClearing,
        });
        return { missing };
      });
    } catch (error) {
      // Too few are there, or all is decided: an official has to look.
      if (!isRotaError(error, "DECRYPTION_INCOMPLETE") && !isRotaError(error, "ELECTION_STATE_WRONG")) throw error;
      return { missing: [], reason: error.message };
    }
    return { missing: [] };
  },
});

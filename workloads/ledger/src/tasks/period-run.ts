/** The task that revalues or translates the balances of a period. */
import { defineTask } from "@rota/engine";
import { carryOutRun, type RunName } from "../runs/carry-out-run.ts";
import { LEDGER_QUEUE } from "./queue.ts";

/** Entries and the end of the run are one transaction, so that it happens once however often the task runs. */
export const periodRun = defineTask({
  name: "ledger.period-run",
  queue: LEDGER_QUEUE,
  async run(name: RunName, { commit }) {
    await commit((tx) => carryOutRun(tx, name));
  },
});

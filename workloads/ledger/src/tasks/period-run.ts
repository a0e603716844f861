/** The task that revalues or translates the balances of a period. */
import { defineTask } from "@rota/engine";
import { carryOutRun, type RunName } from "../runs/carry-out-run.ts";
import { LEDGER_QUEUE } from "./queue.ts";
import { planAccruals } from "./reverse-accruals.ts";

/** Entries and the end of the run are one transaction, so that it happens once however often the task runs. */
export const periodRun = defineTask({
  name: "ledger.period-run",
  queue: LEDGER_QUEUE,
  async run({ actor, ...name }: RunName & { readonly actor: string }, { commit, submit }) {
    await commit(async (tx) => {
      await carryOutRun(tx, name);
      await submit(tx, [await planAccruals({ tenant: name.tenant, actor })]);
    });
  },
});

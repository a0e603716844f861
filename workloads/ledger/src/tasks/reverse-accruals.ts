/** The task that mirrors accruals on the first day of the next period, when their period has left OPEN. */
import { defineTask, planTask, submitTasks, type Engine, type Queryable, type TaskDefinition } from "@rota/engine";
import type { Acting } from "../entities/note-change.ts";
import { reverseDueAccruals } from "../runs/reverse-due-accruals.ts";
import { LEDGER_QUEUE } from "./queue.ts";

type Input = { readonly tenant: string; readonly actor: string };

/** However often it runs, an accrual is mirrored once: its event id follows from the entry's. */
export const accrualReversal: TaskDefinition<Input> = defineTask({
  name: "ledger.reverse-accruals",
  queue: LEDGER_QUEUE,
  async run({ tenant, actor }: Input, { commit }) {
    await commit(async (tx) => {
      const { reversed, isFull } = await reverseDueAccruals(tx, { tenant, actor });
      if (isFull) await submitAccruals(tx, { tenant, actor });
      return { reversed };
    });
  },
});

/** In the transaction in which a period is made or changes its status: there may be accruals to mirror after it. */
export async function submitAccruals(
  tx: Queryable,
  { tenant, actor }: Acting,
  { codec }: Partial<Pick<Engine, "codec">> = {},
): Promise<void> {
  const placement = { tenant, group: "ledger", submittedBy: actor };
  await submitTasks(tx, [await planTask(accrualReversal, { tenant, actor }, placement)], { codec });
}

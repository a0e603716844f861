/** The task that mirrors accruals on the first day of the next period, when their period has left OPEN. */
import {
  defineTask,
  planTask,
  submitTasks,
  type Engine,
  type NewTask,
  type Queryable,
  type TaskDefinition,
} from "@rota/engine";
import type { Acting } from "../entities/note-change.ts";
import type { Books } from "../journal/books.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { periodOf } from "../periods/period.ts";
import { reverseDueAccruals } from "../runs/reverse-due-accruals.ts";
import { LEDGER_QUEUE } from "./queue.ts";

/** However often it runs, an accrual is mirrored once: its event id follows from the entry's. */
export const accrualReversal: TaskDefinition<Acting> = defineTask({
  name: "ledger.reverse-accruals",
  queue: LEDGER_QUEUE,
  async run({ tenant, actor }: Acting, { commit, submit }) {
    await commit(async (tx) => {
      const { reversed, isFull } = await reverseDueAccruals(tx, { tenant, actor });
      if (isFull) await submit(tx, [await planAccruals({ tenant, actor })]);
      return { reversed };
    });
  },
});

/** To be submitted in the transaction after which there may be accruals to mirror. */
export function planAccruals({ tenant, actor }: Acting): Promise<NewTask> {
  return planTask(accrualReversal, { tenant, actor }, { tenant, group: "ledger", submittedBy: actor });
}

export type WithCodec = Pick<Engine, "codec">;

export async function submitAccruals(tx: Queryable, acting: Acting, { codec }: WithCodec): Promise<void> {
  await submitTasks(tx, [await planAccruals(acting)], { codec });
}

export type LateAccruals = {
  readonly entries: readonly JournalEntry[];
  readonly books: Books;
  readonly acting: Acting;
};

/** Of entries that were posted into a period that is not open any more: its close has mirrored what was there then. */
export async function submitLateAccruals(tx: Queryable, late: LateAccruals, codec: WithCodec): Promise<void> {
  const { entries, books, acting } = late;
  const isLate = entries.some(
    ({ autoReverse, effectiveDate }) => autoReverse && periodOf(books.periods, effectiveDate)?.status !== "OPEN",
  );
  if (isLate) await submitAccruals(tx, acting, codec);
}

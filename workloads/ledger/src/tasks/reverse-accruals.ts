/** Defines the task that reverses accruals on the first day of the next period, and submits it. */
import {
  defineTask,
  type Engine,
  type NewTask,
  planTask,
  type Queryable,
  submitTasks,
  type TaskDefinition,
} from "@rota/engine";
import type { Books } from "../core/books.ts";
import type { JournalEntry } from "../core/entry.ts";
import { periodOf } from "../core/period.ts";
import { reverseDueAccruals } from "../store/accruals.ts";
import type { Acting } from "../store/entity-store.ts";

/** Queue of the workers that run the tasks of the ledger. */
export const LEDGER_QUEUE = "ledger";

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

type WithCodec = Pick<Engine, "codec">;

export async function submitAccruals(tx: Queryable, acting: Acting, { codec }: WithCodec): Promise<void> {
  await submitTasks(tx, [await planAccruals(acting)], { codec });
}

type LateAccruals = {
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

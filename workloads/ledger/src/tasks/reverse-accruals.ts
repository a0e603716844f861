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
import type { ActionContext } from "../store/entity-store.ts";

/** Queue of the workers that run the tasks of the ledger. */
export const LEDGER_QUEUE = "ledger";

/** Mirrors each accrual once, however often the task runs, since the event id derives from the entry's. */
export const accrualReversal: TaskDefinition<ActionContext> = defineTask({
  name: "ledger.reverse-accruals",
  queue: LEDGER_QUEUE,
  async run({ tenant, actor }: ActionContext, { commit, submit }) {
    return commit(async (tx) => {
      const { reversed, isFull } = await reverseDueAccruals(tx, { tenant, actor });
      if (isFull) await submit(tx, [await planAccruals({ tenant, actor })]);
      return { reversed };
    });
  },
});

/** Plans the task. Submit it in the transaction that makes accruals due. */
export function planAccruals({ tenant, actor }: ActionContext): Promise<NewTask> {
  return planTask(accrualReversal, { tenant, actor }, { tenant, group: "ledger", submittedBy: actor });
}

type WithCodec = Pick<Engine, "codec">;

export async function submitAccruals(tx: Queryable, context: ActionContext, { codec }: WithCodec): Promise<void> {
  await submitTasks(tx, [await planAccruals(context)], { codec });
}

type LateAccruals = {
  readonly entries: readonly JournalEntry[];
  readonly books: Books;
  readonly context: ActionContext;
};

/** Submits the task for entries in a period that is not OPEN, since its close mirrored only the earlier accruals. */
export async function submitLateAccruals(tx: Queryable, late: LateAccruals, codec: WithCodec): Promise<void> {
  const { entries, books, context } = late;
  const isLate = entries.some(
    ({ autoReverse, effectiveDate }) => autoReverse && periodOf(books.periods, effectiveDate)?.status !== "OPEN",
  );
  if (isLate) await submitAccruals(tx, context, codec);
}

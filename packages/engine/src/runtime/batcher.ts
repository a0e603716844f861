/** Batches calls that arrive together, or while another batch runs, into one call. */

export type BatchRun<Item, Answer> = (items: readonly Item[]) => Promise<(item: Item) => Answer>;

/** Items of one batch; more wait for the next. */
export const BATCHED_CALLS_MAX = 200;

/** One batch runs at a time: the busier it is, the larger the next one gets. */
export function createBatcher<Item, Answer>(run: BatchRun<Item, Answer>): (item: Item) => Promise<Answer> {
  type Waiting = {
    readonly item: Item;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (reason: unknown) => void;
  };
  const waiting: Waiting[] = [];
  let isRunning = false;

  const runOne = async (): Promise<void> => {
    const batch = waiting.splice(0, BATCHED_CALLS_MAX);
    try {
      const answerTo = await run(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(answerTo(item));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) await runOne();
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(() => void runAll()); // all calls of this turn of the event loop go together
    });
}

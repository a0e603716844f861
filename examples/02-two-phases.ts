/**
 * Two phases: when the last page is scanned the index is built once, no matter which worker scanned it or which one
 * crashed.
 */
import { createEngine, defineTask, planTask } from "@rota/engine";

const place = { tenant: "library", group: "book-7" };

const buildIndex = defineTask({
  name: "demo.build-index",
  run: (input: { book: number }) => console.log(`index of book ${String(input.book)}`),
});

const scanPages = defineTask({
  name: "demo.scan-pages",
  split: (input: { pages: string[] }) => input.pages,
  run: (page) => console.log(`scan of page ${page}`),
  // Runs in the transaction that ends the first phase. The second phase is a child of the task, so the task ends after
  // it.
  then: async ({ taskId, submit }) => {
    await submit([{ ...(await planTask(buildIndex, { book: 7 }, place)), parentId: taskId }]);
  },
});

const engine = await createEngine({ tasks: [scanPages, buildIndex] });
await engine.start();
const task = await engine.submit(scanPages, { pages: ["i", "ii", "iii"] }, place);
await task.result();
console.log("all done");
await engine.stop();

/** A task in chunks: counts words page by page and adds up the counts. */
import { createEngine, defineTask } from "@rota/engine";

const countWords = defineTask({
  name: "demo.count-words",
  split: (input: { pages: string[] }) => input.pages,
  run: (page) => page.split(/\s+/).length,
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});

const engine = await createEngine({ tasks: [countWords] }); // without a database URL: the bundled PostgreSQL in ./rota-data
await engine.start();
const task = await engine.submit(countWords, { pages: ["to be", "or not to be"] });
console.log(await task.result()); // 6
await engine.stop();

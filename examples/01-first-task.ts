/** A task in chunks: words are counted page by page, and the counts are added up. */
import { createEngine, defineTask } from "@rota/engine";

const countWords = defineTask({
  name: "demo.count-words",
  split: (input: { pages: string[] }) => input.pages,
  run: (page) => page.split(/\s+/).length,
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});

const engine = await createEngine({ tasks: [countWords] }); // no database named: the bundled PostgreSQL in ./rota-data
await engine.start();
const task = await engine.submit(countWords, { pages: ["to be", "or not to be"] });
console.log(await task.result()); // 6
await engine.stop();

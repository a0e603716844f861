// The tasks of this deployment: add your own here. Server and workers load the same file.
import { defineTask } from "@rota/engine";

export const countWords = defineTask({
  name: "demo.count-words",
  split: ({ pages }) => pages,
  run: (page) => page.split(/\s+/).filter(Boolean).length,
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});

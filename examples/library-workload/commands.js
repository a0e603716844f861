/** Describes `rota library import` and runs it. The task is loaded with the first run, so that help stays fast. */
import { readFile } from "node:fs/promises";
import { planTask, submitTasks } from "@rota/engine";
import { LibraryError } from "./errors.js";

/** @type {readonly import("@rota/engine/workload").CommandSpec[]} */
export const commands = [
  {
    name: "library import",
    sentence: "submit the books of a JSON file, which workers then import",
    words: [{ name: "file", sentence: "a list of { isbn, title }" }],
    flags: [{ flag: "--tenant <name>", sentence: "whose books", default: "default" }],
    examples: ["rota library import books.json --tenant acme"],
    run: importFile,
  },
];

/** @param {import("@rota/engine/workload").CommandContext} context */
async function importFile({ words: [file = ""], flags, output, ...context }) {
  const tenant = flags.text("tenant") ?? "default";
  const { importBooks, readImport } = await import("./parts.js");
  const input = readImport({ tenant, books: await readJson(file) });
  const task = await planTask(importBooks, input, { tenant, group: "imports" });
  const submitted = await context.withDatabase((database) => submitTasks(database, [task]));
  output.answer({ taskIds: submitted.map(({ taskId }) => String(taskId)) }, ({ taskIds }) => [
    `task ${taskIds.join()} imports ${output.nouns(input.books.length, "book", "books")}`,
  ]);
}

/**
 * @param {string} file
 * @returns {Promise<unknown>}
 */
async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new LibraryError("BOOKS_INVALID", `${file} is no JSON file that can be read`, { file }, { cause });
  }
}

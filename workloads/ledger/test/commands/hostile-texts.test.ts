/** Tests that texts which no command accepts, or which a terminal interprets, are refused or harmless in commands of the ledger. */
import { afterAll, beforeAll, describe, test } from "vitest";
import {
  type CliSchema,
  makeFolder,
  openCliSchema,
  runHereWith,
  tryEverywhere,
} from "../../../../tools/testing/rota-command.ts";
import ledger from "../../src/workload.ts";

const PLACES = [
  ["ledger", "verify", "--tenant", "?"],
  ["ledger", "verify", "--tenant", "ann", "--head", "?"],
  ["ledger", "export", "--tenant", "?"],
];
const HOSTILE = {
  "a NUL": "a\0b",
  "what a terminal obeys": "\u001b[31mred\u0007",
  "half a character": "\ud800",
  "far too much": "x".repeat(100_000),
  "a prototype": "__proto__",
  "a statement": "'; drop schema rota cascade; --",
  nothing: "",
  "a long number": "9".repeat(40),
};

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema([ledger]);
});
afterAll(async () => {
  await schema.dispose();
  await folder.remove();
});

describe("hostile texts are refused or harmless in every place", () => {
  test.each(Object.entries(HOSTILE))("%s", (_name, text) =>
    tryEverywhere(text, { path: folder.path, schema, places: PLACES, run: runHereWith("ledger") }),
  );
});

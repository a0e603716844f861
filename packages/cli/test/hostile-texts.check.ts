/** Tests more hostile texts with every flag and word of all commands. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { openFilledFolder, type FilledFolder } from "./filled-folder.ts";
import { tryEverywhere } from "./hostile-places.ts";

let folder: FilledFolder;
beforeAll(async () => {
  folder = await openFilledFolder();
});
afterAll(() => folder.dispose());

const HOSTILE = {
  "far too much": "x".repeat(100_000),
  "a prototype": "__proto__",
  "a statement": "'; drop schema rota cascade; --",
  nothing: "",
  "a long number": "9".repeat(40),
};

describe("hostile texts are refused or harmless in every place", () => {
  test.each(Object.entries(HOSTILE))("%s", (_name, text) => tryEverywhere(text, folder));
});

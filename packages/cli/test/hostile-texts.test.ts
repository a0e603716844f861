/** Tests texts that no command accepts, and texts that a terminal would interpret. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { openFilledFolder, type FilledFolder } from "./filled-folder.ts";
import { tryEverywhere } from "./hostile-places.ts";

let folder: FilledFolder;
beforeAll(async () => {
  folder = await openFilledFolder();
});
afterAll(() => folder.dispose());

const HOSTILE = {
  "a NUL": "a\0b",
  "what a terminal obeys": "\u001b[31mred\u0007",
  "half a character": "\ud800",
};

describe("hostile texts are refused or harmless in every place", () => {
  test.each(Object.entries(HOSTILE))("%s", (_name, text) => tryEverywhere(text, folder));
});

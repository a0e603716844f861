/** Tests that the page about the commands matches their table. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allCommands } from "../src/commands/all-commands.ts";
import { REFERENCE_PAGE, referencePage } from "./reference-page.ts";

test("the page about the commands is generated from their table", async () => {
  const path = fileURLToPath(REFERENCE_PAGE);

  await expect(await referencePage(allCommands(), path)).toMatchFileSnapshot(path);
});

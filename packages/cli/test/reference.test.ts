/** Tests that the page about the commands matches their table. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allCommands } from "../src/commands/all-commands.ts";
import { loadWorkloads } from "@rota/engine/workload";
import { workloadModules } from "../../../tools/testing/rota-command.ts";
import { commandsOf } from "../src/workload-commands.ts";
import { REFERENCE_PAGE, referencePage } from "./reference-page.ts";

test("the page about the commands is generated from their table", async () => {
  const path = fileURLToPath(REFERENCE_PAGE);
  const workloads = await loadWorkloads(workloadModules(), { cwd: process.cwd() });

  await expect(await referencePage(allCommands(await commandsOf(workloads)), path)).toMatchFileSnapshot(path);
});

/** Checks that the page about the configuration is up to date. */
import { readFile } from "node:fs/promises";
import { optionTable } from "@rota/engine/internal";
import { expect, test } from "vitest";
import { CONFIG_PAGE, configReference, WRITE_COMMAND } from "./config-reference.ts";

test("the page about the configuration is what the table of options says", async () => {
  const page = await readFile(CONFIG_PAGE, "utf8");

  expect(page, `stale; write it anew: ${WRITE_COMMAND}`).toBe(await configReference());
});

test("the page names every option once", async () => {
  const page = await configReference();
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));

  const described = rows.map((line) => line.split("`")[1]).slice(0, Object.keys(optionTable).length);

  expect(described).toEqual(Object.keys(optionTable));
});

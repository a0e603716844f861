/** Tests that every block of the pages works: each is run here, or its fence says why it cannot be. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTree } from "../../tidy/read-tree.ts";
import { formatViolation } from "../../tidy/violation.ts";
import { readPage } from "../page.ts";
import { checkFences } from "./block-use.ts";
import { removePrograms } from "./programs.ts";
import { loadModules, runPage, type Surroundings } from "./run-page.ts";
import { openPageFiles } from "./world/page-files.ts";
import { openWorld } from "./world/world.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const pages = readTree(root)
  .filter(({ path }) => path.endsWith(".md"))
  .map(readPage);
const withBlocks = pages.filter(({ codeBlocks }) => codeBlocks.length > 0);

/** Time limit: the reference of the commands alone has a hundred blocks. */
const PATIENCE_MS = 1_200_000;

describe("the blocks of the pages", () => {
  let surroundings: Surroundings;

  beforeAll(async () => {
    const world = await openWorld();
    surroundings = { world, files: await openPageFiles(world.filledUrl) };
  }, PATIENCE_MS);
  afterAll(async () => {
    await surroundings.world.dispose();
    await surroundings.files.dispose();
    await removePrograms();
  }, PATIENCE_MS);

  test("say what they are, and why those are not run that are not", () => {
    expect(checkFences(pages, (path) => existsSync(join(root, path))).map(formatViolation)).toEqual([]);
  });

  test(
    "that only declare can be loaded",
    async () => {
      expect(await loadModules(withBlocks, surroundings)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test.each(withBlocks.map((page) => [page.path, page] as const))(
    "of %s run",
    async (_, page) => {
      expect(await runPage(page, surroundings)).toEqual([]);
    },
    PATIENCE_MS,
  );
});

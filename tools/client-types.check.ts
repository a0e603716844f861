/** Checks that the types of the client are up to date. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { clientTypes, TYPES_FILE, WRITE_COMMAND } from "./client-types.ts";

test("the types of the client are those of the OpenAPI document", async () => {
  const types = await readFile(TYPES_FILE, "utf8");

  expect(types === (await clientTypes()), `stale; write them anew: ${WRITE_COMMAND}`).toBe(true);
});

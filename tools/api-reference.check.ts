/** Checks that the page about the API is up to date. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { API_PAGE, apiReference, WRITE_COMMAND } from "./api-reference.ts";

test("the page about the API is what the OpenAPI document says", async () => {
  const page = await readFile(API_PAGE, "utf8");

  expect(page, `stale; write it anew: ${WRITE_COMMAND}`).toBe(await apiReference());
});

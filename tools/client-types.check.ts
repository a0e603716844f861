/** Checks that the types of the client and of the workloads are up to date. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { clientTypes, WRITE_COMMAND } from "./client-types.ts";

test("the types of the client and of the workloads are those of the OpenAPI document", async () => {
  for (const { path, text } of await clientTypes()) {
    const types = await readFile(path, "utf8").catch(() => "");

    expect(types === text, `${path} is stale; write it anew: ${WRITE_COMMAND}`).toBe(true);
  }
});

/** The log of a server that runs for years stays small, and the end of it can be shown. */
import { appendFile, mkdir, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { newDataDir } from "../test/bundled-support.ts";
import { boundServerLog, readLogTail } from "./postgres-server.ts";

test("a log that has grown too large is moved aside while the server goes on writing", async () => {
  const folder = await newDataDir();
  await mkdir(folder);
  const path = join(folder, "postgres.log");
  const server = await open(path, "a");
  await truncate(path, 6 * 1024 * 1024);

  await boundServerLog(path);
  await server.write("after\n");
  await server.close();

  expect((await stat(`${path}.old`)).size).toBe(6 * 1024 * 1024);
  expect(await readLogTail(path, 0)).toBe("after");
});

test("only what was written since a start is shown, and its end if that is much", async () => {
  const folder = await newDataDir();
  await mkdir(folder);
  const path = join(folder, "postgres.log");
  await appendFile(path, `earlier\n`);
  const { size } = await stat(path);
  await appendFile(path, `${"x".repeat(5_000)}\nlast words\n`);

  const tail = await readLogTail(path, size);

  expect(tail).not.toContain("earlier");
  expect(tail.length).toBeLessThanOrEqual(2_000);
  expect(tail.endsWith("last words")).toBe(true);
});

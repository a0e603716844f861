/** Tests commands on the bundled database of a folder. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder, runRota, startRota } from "./run-rota.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

test("a second rota on the same folder uses the same database", async () => {
  const first = startRota(folder.path, ["start"]);
  await first.printed("ready");

  const second = startRota(folder.path, ["start"]);
  await second.printed("up to date");

  first.process.kill("SIGTERM");
  expect((await first.finished).exitCode).toBe(0);
  second.process.kill("SIGTERM");
  expect((await second.finished).exitCode).toBe(0);
});

test("a backup of one folder is restored into another", async () => {
  const other = await makeFolder();
  const file = join(folder.path, "all.rota");
  await runRota(folder.path, ["migrate"]);

  const backup = await runRota(folder.path, ["backup", file]);
  const restore = await runRota(other.path, ["restore", file]);

  expect(backup.out).toMatch(/wrote 3 rows in \d+ tables/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(restore.out).toMatch(/restored 3 rows in \d+ tables/);
  expect([backup.exitCode, restore.exitCode]).toEqual([0, 0]);
  await other.remove();
});

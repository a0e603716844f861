import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { type DataFolder, prepareDataFolder } from "./data-folder.ts";

test("all who start at once find the same folder, and none of them finds it closed to the server", async () => {
  const parent = await newParent();
  const dataDir = join(parent, "of", "several");

  for (let round = 0; round < 20; round++) {
    const folders = await Promise.all(Array.from({ length: 20 }, (_, place) => prepareLater(dataDir, place)));

    const { uid } = await stat(dataDir);
    expect(new Set(folders.map((folder) => folder.path)).size).toBe(1);
    expect(folders.every((folder) => folder.account.ids === undefined || folder.account.ids.uid === uid)).toBe(true);
    expect(await readdir(join(parent, "of"))).toEqual(["several"]);
    await rm(join(parent, "of"), { recursive: true });
  }
});

/** Each a little after the one before, so that some arrive while another makes the folder. */
async function prepareLater(dataDir: string, place: number): Promise<DataFolder> {
  for (let turn = 0; turn < place; turn++) await setImmediate();
  return prepareDataFolder(dataDir);
}

/** Passable for the server's user, which a new temporary folder is not. */
async function newParent(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "rota-folder-"));
  await chmod(parent, 0o755);
  onTestFinished(() => rm(parent, { recursive: true }));
  return parent;
}

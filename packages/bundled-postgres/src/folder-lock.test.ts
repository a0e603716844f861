/** The lock keeps two processes from starting a server at once, also when one of them was killed while it held the lock. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { newDataDir } from "../test/bundled-support.ts";
import { OWN_ACCOUNT } from "./data-folder.ts";
import { newClaim, ownIdentity } from "./process-claim.ts";
import { removeDeadDrafts, takeFolderLock, withFolderLock } from "./folder-sharing.ts";

const exited = { ...ownIdentity(), startTime: "1" };

test("many that want the lock get it one after the other, also after a holder that was killed", async () => {
  const path = await newLockPath();
  await writeFile(path, JSON.stringify(newClaim(exited)));
  let inside = 0;
  let most = 0;

  const turns = Array.from({ length: 20 }, () =>
    withFolderLock({ path, account: OWN_ACCOUNT }, async () => {
      most = Math.max(most, ++inside);
      await readdir(join(path, ".."));
      inside--;
    }),
  );
  await Promise.all(turns);

  expect(most).toBe(1);
  expect(await readdir(join(path, ".."))).toEqual([]);
});

test("whoever waits too long is told who holds the lock", async () => {
  const path = await newLockPath();
  const release = await takeFolderLock({ path, account: OWN_ACCOUNT });

  const second = takeFolderLock({ path, account: OWN_ACCOUNT, waitMaxMs: 50 });

  await expect(second).rejects.toMatchObject({ code: "DATA_FOLDER_HELD", details: { pid: process.pid } });
  await release();
});

test("a holder that was itself killed while it cleared a killed holder's lock blocks nobody", async () => {
  const path = await newLockPath();
  const dead = newClaim(exited);
  await writeFile(path, JSON.stringify(dead));
  await writeFile(`${path}.${dead.token}.clearing`, JSON.stringify(newClaim(exited)));

  const release = await takeFolderLock({ path, account: OWN_ACCOUNT });
  await release();

  expect(await readdir(join(path, ".."))).toEqual([]);
});

test("what a killed waiter left behind is removed, what a living one wrote is not", async () => {
  const path = await newLockPath();
  await writeFile(`${path}.dead.draft`, JSON.stringify(newClaim(exited)));
  await writeFile(`${path}.living.draft`, JSON.stringify(newClaim()));

  await removeDeadDrafts(path);

  expect(await readdir(join(path, ".."))).toEqual(["lock.living.draft"]);
});

test("a lock that nobody can read is named with what to do", async () => {
  const path = await newLockPath();
  await writeFile(path, "no claim");

  const taking = takeFolderLock({ path, account: OWN_ACCOUNT, waitMaxMs: 50 });

  await expect(taking).rejects.toThrow("delete that file");
});

async function newLockPath(): Promise<string> {
  const folder = await newDataDir();
  await mkdir(folder);
  return join(folder, "lock");
}

/** Keeps the binaries of a cluster beside it: reachable for the server's user, and still there after an update of Rota. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { ServerAccount } from "../server-account.ts";
import { giveTo } from "../server-account.ts";
import { majorOf } from "./find-binaries.ts";
import type { PostgresBinaries } from "./find-binaries.ts";
import { restoreLinks } from "./restore-links.ts";

export type KeepBinariesOptions = {
  readonly dataDir: string;
  readonly source: PostgresBinaries;
  readonly account: ServerAccount;
};

/** Copies them into the data folder unless they are there. Call it under the lock of the folder. */
export async function keepBinaries(options: KeepBinariesOptions): Promise<PostgresBinaries> {
  const { dataDir, source, account } = options;
  const path = join(dataDir, `binaries-${source.version}`);
  const files = await listFiles(source.path);
  if (!(await isComplete(source.path, path, files))) await copyWhole({ from: source.path, to: path, files, account });
  return { path, version: source.version, major: source.major };
}

/** The newest kept binaries of a major version; undefined when none were kept. */
export async function findKeptBinaries(dataDir: string, major: number): Promise<PostgresBinaries | undefined> {
  const names = await readdir(dataDir);
  const versions = names.flatMap((name) => /^binaries-(\d[\w.-]*)$/.exec(name)?.[1] ?? []);
  const fitting = versions.filter((version) => majorOf(version) === major && !version.includes(UNFINISHED));
  const version = fitting.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  return version === undefined ? undefined : { path: join(dataDir, `binaries-${version}`), version, major };
}

/** Removes other minor versions of the same major. Call it under the lock, when no server runs. */
export async function removeOtherBinaries(dataDir: string, kept: PostgresBinaries): Promise<void> {
  const others = (await readdir(dataDir)).filter(
    (name) => name.startsWith(`binaries-${String(kept.major)}.`) && join(dataDir, name) !== kept.path,
  );
  for (const name of others) await rm(join(dataDir, name), { recursive: true, force: true });
}

const UNFINISHED = ".new-";

/** Needed to build against PostgreSQL, not to run it. */
const LEFT_OUT = [/\.a$/, /[/\\]pkgconfig[/\\]/, /[/\\]pgxs[/\\]/];

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const relative = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return relative.filter((file) => !LEFT_OUT.some((pattern) => pattern.test(`/${file}`)));
}

/** Sizes are compared, since a power cut may leave files empty that were just written. */
async function isComplete(from: string, to: string, files: readonly string[]): Promise<boolean> {
  const pairs = files.map(async (file) => (await sizeOf(join(from, file))) === (await sizeOf(join(to, file))));
  return (await Promise.all(pairs)).every(Boolean);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.size,
    () => undefined,
  );
}

type CopyOptions = { from: string; to: string; files: readonly string[]; account: ServerAccount };

/** The copy is made under another name, so that a crash in between leaves nothing that looks complete. */
async function copyWhole({ from, to, files, account }: CopyOptions): Promise<void> {
  const draft = `${to}${UNFINISHED}${randomUUID()}`;
  const folders = new Set(files.map((file) => dirname(join(draft, file))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const file of files) await linkOrCopy(join(from, file), join(draft, file));
  await restoreLinks(from, draft);
  for (const folder of [draft, ...folders]) await openUp(folder, account);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}

/** A hard link costs nothing; it must not be used where the file's rights would keep the server's user out. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  const mode = (await stat(from)).mode;
  const isReadableForAll = (mode & 0o444) === 0o444;
  if (isReadableForAll && (await succeeds(link(from, to)))) return;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, (mode & 0o100) === 0 ? 0o644 : 0o755);
}

async function openUp(folder: string, account: ServerAccount): Promise<void> {
  await chmod(folder, 0o755);
  await giveTo(account, folder);
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

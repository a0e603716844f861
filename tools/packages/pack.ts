/** Packs the packages as `npm publish` would, and unpacks them for inspection. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join, sep } from "node:path";
import { readManifest, type Manifest } from "./manifest.ts";
import { PUBLIC_PACKAGES } from "./public-packages.ts";

export type PackedFile = { readonly path: string; readonly text: string };

export type PackedPackage = {
  readonly manifest: Manifest;
  /** Folder in the repository, relative to the root. */
  readonly source: string;
  readonly tarball: string;
  /** Folder of the unpacked content. */
  readonly unpacked: string;
  readonly files: readonly PackedFile[];
};

/** Packs the output of `npm run build`; no scripts run. */
export function packAll(root: string, into: string): PackedPackage[] {
  runPack(
    root,
    into,
    PUBLIC_PACKAGES.map((path) => `--workspace=${path}`),
  );
  return PUBLIC_PACKAGES.map((source) => unpack(root, source, into));
}

/** Packs a folder that is no package of the repository's. */
export function packFolder(root: string, source: string, into: string): PackedPackage {
  runPack(root, into, [`./${source}`]);
  return unpack(root, source, into);
}

function runPack(root: string, into: string, what: readonly string[]): void {
  const words = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", into, ...what];
  const npm = spawnSync("npm", words, { cwd: root, encoding: "utf8" });
  if (npm.status !== 0) throw new Error(`npm pack failed: ${npm.stderr}`);
}

function unpack(root: string, source: string, into: string): PackedPackage {
  const { name, version } = readManifest(fs.readFileSync(join(root, source, "package.json"), "utf8"));
  const tarball = join(into, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  const folder = join(into, source);
  fs.mkdirSync(folder, { recursive: true });
  const tar = spawnSync("tar", ["-xzf", tarball, "-C", folder], { encoding: "utf8" });
  if (tar.status !== 0) throw new Error(`${tarball} cannot be unpacked: ${tar.stderr}`);
  const unpacked = join(folder, "package");
  const files = filesBelow(unpacked);
  const text = files.find(({ path }) => path === "package.json")?.text ?? "{}";
  return { manifest: readManifest(text), source, tarball, unpacked, files };
}

function filesBelow(folder: string): PackedFile[] {
  const entries = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries
    .filter((path) => fs.lstatSync(join(folder, path)).isFile())
    .map((path) => ({ path: path.split(sep).join("/"), text: fs.readFileSync(join(folder, path), "utf8") }));
}

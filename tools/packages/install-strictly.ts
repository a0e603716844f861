/**
 * Installs packed packages into a project so that each finds only what its package.json declares: own packages from
 * their tarballs, dependencies from the node_modules of the repository. The layout is that of pnpm.
 */
import fs from "node:fs";
import { dirname, join } from "node:path";
import { readManifest, type Manifest } from "./manifest.ts";
import type { PackedPackage } from "./pack.ts";

/** A package to install into the project. */
type Wanted = {
  readonly manifest: Manifest;
  readonly content: string;
  /** Folder from which its dependencies are resolved, as Node does. */
  readonly origin: string;
};

export type StrictInstall = {
  readonly root: string;
  readonly project: string;
  readonly packages: readonly PackedPackage[];
  /** External packages that the project itself depends on. */
  readonly others: readonly string[];
};

export function installStrictly({ root, project, packages, others }: StrictInstall): void {
  const own = new Map(packages.map((packed) => [packed.manifest.name, wantedOf(packed)]));
  const asked = new Set(packages.flatMap(({ manifest }) => Object.keys(manifest.dependencies)));
  const placed = new Map<string, string>();
  const modules = join(project, "node_modules");
  for (const wanted of own.values()) link(place(wanted), modules, wanted.manifest.name);
  for (const name of others) link(place(demand(name, root, "the project")), modules, name);
  for (const { manifest } of packages) linkCommands(manifest, modules);

  function wantedOf({ manifest, unpacked, source }: PackedPackage): Wanted {
    return { manifest, content: unpacked, origin: join(root, source) };
  }

  /** Returns the installed folder, with its dependencies beside it. */
  function place(wanted: Wanted): string {
    const { name, version } = wanted.manifest;
    const store = join(modules, ".store", `${name.replace("/", "+")}@${version}`, "node_modules");
    const known = placed.get(store);
    if (known !== undefined) return known;
    const folder = join(store, name);
    placed.set(store, folder);
    linkFiles(wanted.content, folder);
    for (const dependency of dependenciesOf(wanted)) link(place(dependency), store, dependency.manifest.name);
    return folder;
  }

  /** An optional peer is there when another package of the project asks for it. */
  function dependenciesOf({ manifest, origin }: Wanted): Wanted[] {
    const isNeeded = (name: string) => !manifest.optionalPeers.includes(name) || asked.has(name);
    const peers = Object.keys(manifest.peerDependencies).filter(isNeeded);
    const optional = new Set(Object.keys(manifest.optionalDependencies));
    const needed = [...new Set([...Object.keys(manifest.dependencies), ...peers])].filter(
      (name) => !optional.has(name),
    );
    return [
      ...needed.map((name) => own.get(name) ?? demand(name, origin, manifest.name)),
      ...[...optional].flatMap((name) => find(name, origin) ?? []),
    ];
  }

  function demand(name: string, origin: string, asking: string): Wanted {
    const found = find(name, origin);
    if (found === undefined) throw new Error(`${asking} needs ${name}, which is not installed here: run npm install`);
    return found;
  }

  /** Resolves a name as Node does, but ignores aliases of the repository. */
  function find(name: string, origin: string): Wanted | undefined {
    for (let folder = origin; folder.startsWith(root.replace(/\/$/, "")); folder = dirname(folder)) {
      const content = join(folder, "node_modules", name);
      const description = join(content, "package.json");
      if (fs.existsSync(description))
        return { manifest: readManifest(fs.readFileSync(description, "utf8")), content, origin: content };
    }
    return undefined;
  }
}

function link(folder: string, modules: string, name: string): void {
  const path = join(modules, name);
  if (path === folder) return;
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.symlinkSync(folder, path, "dir");
}

function linkCommands({ name, bin }: Manifest, modules: string): void {
  fs.mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const [command, file] of Object.entries(bin)) {
    const target = join(modules, name, file);
    fs.chmodSync(target, 0o755);
    fs.symlinkSync(target, join(modules, ".bin", command));
  }
}

/**
 * Links the files, so that a package resolves its own name. Uses hard links where possible, because nothing writes into
 * packages.
 */
function linkFiles(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== "node_modules") linkFiles(source, target);
    if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    if (entry.isFile()) linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch {
    fs.copyFileSync(source, target); // another file system
  }
}

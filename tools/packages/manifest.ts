/** Reads the parts of a package.json that the checks of packages need. Pure. */

export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  /** Names of the optional peer dependencies. */
  readonly optionalPeers: readonly string[];
  /** Maps a subpath ("./errors") to its file, or to its types if it has no module. */
  readonly exports: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
};

export function readManifest(text: string): Manifest {
  const read = recordOf(JSON.parse(text));
  return {
    name: String(read["name"]),
    version: String(read["version"]),
    dependencies: textsOf(read["dependencies"]),
    optionalDependencies: textsOf(read["optionalDependencies"]),
    peerDependencies: textsOf(read["peerDependencies"]),
    optionalPeers: Object.keys(recordOf(read["peerDependenciesMeta"])),
    exports: exportsOf(read["exports"]),
    bin: textsOf(read["bin"]),
  };
}

/** Returns the names under which users import its modules, without files and patterns of files. */
export function entryPointsOf({ name, exports }: Manifest): string[] {
  const modules = Object.entries(exports).filter(([subpath, file]) => file.endsWith(".js") && !subpath.includes("*"));
  return modules.map(([subpath]) => name + subpath.slice(1));
}

/** The source file of each module that a package of this repository exports, by subpath. */
export function readSources(text: string): {
  readonly name: string;
  readonly sources: Readonly<Record<string, string>>;
} {
  const read = recordOf(JSON.parse(text));
  const sources = Object.entries(recordOf(read["exports"])).flatMap(([subpath, target]): [string, unknown][] => {
    const source = recordOf(target)["rota-source"];
    return source === undefined ? [] : [[subpath, source]];
  });
  return { name: String(read["name"]), sources: textsOf(Object.fromEntries(sources)) };
}

function exportsOf(value: unknown): Record<string, string> {
  const targets = Object.entries(recordOf(value)).map(([subpath, target]): [string, unknown] => [
    subpath,
    typeof target === "string" ? target : (recordOf(target)["default"] ?? recordOf(target)["types"]),
  ]);
  return textsOf(Object.fromEntries(targets));
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([key, text]) => [key, String(text)]));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

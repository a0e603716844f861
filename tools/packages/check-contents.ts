/** A published package contains what its users need, and nothing else. Pure. */
import { posix } from "node:path";
import type { Manifest } from "./manifest.ts";
import type { PackedFile } from "./pack.ts";
import { unreachedFiles } from "./unreached-files.ts";

export type Content = { readonly manifest: Manifest; readonly files: readonly PackedFile[] };

const NEEDED = ["README.md", "LICENSE", "package.json"];
const OF_TESTS = /(^|\/)(test|tests|conformance)\/|\.(test|test-d|conformance|check|bench)\.(d\.)?[jt]sx?(\.map)?$/;
const OF_TOOLS = /(^|\/)\.|\.(tsbuildinfo|log|tgz)$|(^|\/)(node_modules|coverage|rota-data)\//;
const SECRETS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{40}/ },
  { what: "a token of npm", pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { what: "a token of GitHub", pattern: /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40})/ },
  { what: "a key of AWS", pattern: /\bAKIA[0-9A-Z]{16}\b/ },
];

/** Returns one line for each problem. `root` is the folder of the repository, `version` that of all packages. */
export function checkContents({ manifest, files }: Content, root: string, version: string): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const problems = [
    ...NEEDED.filter((path) => !paths.has(path)).map((path) => `${path} is missing`),
    ...checkVersions(manifest, version),
    ...files.flatMap((file) => objectionsTo(file, root)),
    ...files.filter(({ path }) => path.endsWith(".map")).flatMap((file) => checkSourceMap(file, paths)),
    ...unreachedFiles({ manifest, files }).map(
      (path) => `${path} is reached from no export and no command: build again, or leave it out`,
    ),
  ];
  return problems.map((problem) => `${manifest.name}: ${problem}`);
}

/** Packages are built, tested and published together: other combinations of versions are untested. */
function checkVersions({ version, ...manifest }: Manifest, common: string): string[] {
  const sisters = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith("@rota/"));
  return [
    ...(version === common ? [] : [`has version ${version}, the repository ${common}`]),
    ...sisters
      .filter(([, range]) => range !== common)
      .map(([name, range]) => `asks for ${name} ${range}, not ${common}`),
  ];
}

function objectionsTo({ path, text }: PackedFile, root: string): string[] {
  const secrets = SECRETS.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${path} holds ${what}`);
  return [
    ...(OF_TESTS.test(path) ? [`${path} belongs to the tests: leave it out`] : []),
    ...(OF_TOOLS.test(path) ? [`${path} belongs to a tool: leave it out`] : []),
    ...(text.includes(`${root}/`) ? [`${path} names the folder that it was built in`] : []),
    ...secrets,
  ];
}

/** Debuggers and editors go from a built file to its source. */
function checkSourceMap({ path, text }: PackedFile, paths: ReadonlySet<string>): string[] {
  const map: unknown = JSON.parse(text);
  const sources = typeof map === "object" && map !== null && "sources" in map ? map.sources : [];
  const missing = (Array.isArray(sources) ? sources : [])
    .map((source) => posix.join(posix.dirname(path), String(source)))
    .filter((source) => !paths.has(source));
  return missing.map((source) => `${path} leads to ${source}, which is not packed`);
}

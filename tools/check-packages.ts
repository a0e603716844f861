/**
 * Checks that the packages work for their users: packed, inspected, installed into an empty project and used there.
 * With ROTA_LONG=1 also with Are The Types Wrong, and installed by npm from the registry.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { checkCommandAlone } from "./packages/check-command-alone.ts";
import { checkContents } from "./packages/check-contents.ts";
import { checkExampleWorkload } from "./packages/check-example-workload.ts";
import { checkEngineAlone } from "./packages/check-engine-alone.ts";
import { checkProject } from "./packages/check-project.ts";
import { installByNpm } from "./packages/install-by-npm.ts";
import { installStrictly } from "./packages/install-strictly.ts";
import { linksOutside } from "./packages/links-outside.ts";
import { entryPointsOf, readManifest } from "./packages/manifest.ts";
import { packAll, type PackedPackage } from "./packages/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const { version } = readManifest(fs.readFileSync(join(root, "package.json"), "utf8"));
const isLong = process.env["ROTA_LONG"] === "1";
const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "rota-packages-")));
fs.chmodSync(folder, 0o755); // the user of a bundled server can reach it

try {
  const packages = packAll(root, folder);
  const problems = [
    ...packages.flatMap((packed) => checkContents(packed, root, version)),
    ...(await Promise.all(packages.map(checkExports))).flat(),
    ...(isLong ? packages.flatMap(checkTypes) : []),
  ];
  if (problems.length === 0) await useEngineAlone(packages);
  if (problems.length === 0) useCommandAlone(packages);
  if (problems.length === 0) await useStrictly(packages);
  if (problems.length === 0) await useExample(packages);
  if (problems.length === 0 && isLong) await useByNpm(packages);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

async function checkExports({ manifest, tarball }: PackedPackage): Promise<string[]> {
  const bytes = new Uint8Array(fs.readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => `${manifest.name}: ${formatMessage(message, pkg) ?? message.code}`);
}

/** Packages that export no module contain a program, or files for browsers. */
function checkTypes({ manifest, tarball }: PackedPackage): string[] {
  if (entryPointsOf(manifest).length === 0) return [];
  const words = [tarball, "--profile", "esm-only", "--no-definitely-typed"];
  const types = spawnSync("node_modules/.bin/attw", words, { cwd: root, encoding: "utf8" });
  return types.status === 0 ? [] : [types.stdout + types.stderr];
}

async function useStrictly(packages: readonly PackedPackage[]): Promise<void> {
  const project = makeProject("strict");
  installStrictly({ root, project, packages, others: ["@types/node"] });
  await use(project, packages);
}

async function useEngineAlone(all: readonly PackedPackage[]): Promise<void> {
  const project = makeProject("alone");
  const packages = all.filter(({ manifest: { name } }) => ["@rota/engine", "@rota/proofs"].includes(name));
  installStrictly({ root, project, packages, others: ["@types/node"] });
  await checkEngineAlone({ root, project });
}

function useCommandAlone(all: readonly PackedPackage[]): void {
  const project = makeProject("command");
  const packages = all.filter(({ source }) => source.startsWith("packages/"));
  installStrictly({ root, project, packages, others: [] });
  checkCommandAlone({ root, project });
}

async function useExample(packages: readonly PackedPackage[]): Promise<void> {
  await checkExampleWorkload({ root, project: makeProject("example"), into: folder, packages });
}

async function useByNpm(packages: readonly PackedPackage[]): Promise<void> {
  const project = makeProject("npm");
  installByNpm({ project, packages, others: ["@types/node@20"] });
  await use(project, packages);
}

async function use(project: string, packages: readonly PackedPackage[]): Promise<void> {
  const [outside] = linksOutside(project);
  if (outside !== undefined) throw new Error(`${outside} leads out of the project`);
  const entryPoints = packages.flatMap(({ manifest }) => entryPointsOf(manifest));
  await checkProject({ root, project, version, entryPoints, isThorough: isLong });
}

function makeProject(name: string): string {
  const project = join(folder, "projects", name);
  fs.mkdirSync(project, { recursive: true });
  return project;
}

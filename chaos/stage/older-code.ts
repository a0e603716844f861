/** Checks an older commit of this repository out of its history and compiles it, to run it beside the current one. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";

/** The oldest state with the migrations of version 0.1.0, from which databases move over. */
const OLDER_COMMIT = "074edbc7";
const OWN_SCOPE = "@rota";
/** Root of the repository, relative to the compiled form of this file. */
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const COMPILE = 'import { compileSources } from "./tools/compiled/compile-sources.ts"; await compileSources();';

let compiled: Promise<string> | undefined;

/** Returns undefined if this clone contains the commit. */
export function obstacleToOlderCode(): string | undefined {
  const found = spawnSync("git", ["cat-file", "-e", `${OLDER_COMMIT}^{commit}`], { cwd: ROOT });
  return found.status === 0 ? undefined : `commit ${OLDER_COMMIT} is not in the history of this clone`;
}

/** Returns the folder of the compiled form, which is deleted with this process. All callers share one compilation. */
export function compileOlderCode(): Promise<string> {
  compiled ??= compileCommit(OLDER_COMMIT);
  return compiled;
}

async function compileCommit(commit: string): Promise<string> {
  const folder = makeServerFolder("older-code");
  const archive = join(folder, "archive.tar");
  execFileSync("git", ["archive", "--output", archive, commit], { cwd: ROOT });
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  linkPackages(folder);
  const words = ["--conditions=rota-source", "--import", "tsx", "--input-type=module", "--eval", COMPILE];
  await promisify(execFile)(process.execPath, words, { cwd: folder });
  return join(folder, ".cache/compiled");
}

/** Links the installed external packages; our own packages are the older ones. */
function linkPackages(folder: string): void {
  const [installed, own] = [join(ROOT, "node_modules"), join(folder, "node_modules", OWN_SCOPE)];
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== OWN_SCOPE) symlinkSync(join(installed, name), join(folder, "node_modules", name));
  for (const name of readdirSync(join(installed, OWN_SCOPE))) {
    const place = readlinkSync(join(installed, OWN_SCOPE, name)); // relative: ../../packages/engine
    symlinkSync(place, join(own, name));
    const [from, to] = [join(installed, OWN_SCOPE, place), join(own, place)].map((path) => join(path, "node_modules"));
    if (from !== undefined && to !== undefined && existsSync(from)) symlinkSync(from, to);
  }
}

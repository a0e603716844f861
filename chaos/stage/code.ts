/** The code that the processes of a stage run: a link that they resolve at their start, as deployments do. */
import { execFile } from "node:child_process";
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";

export type StageCode = {
  /** Path of a program that runs the command `rota` through the link, with every workload. */
  readonly command: string;
  /** Returns the path of a module of this repository, through the link. */
  module(path: string): string;
  /** Applies the migrations of the current code and returns the names of their files. */
  migrate(databaseUrl: string): Promise<readonly string[]>;
  /** Switches the link to the current code; processes that start afterwards run it. */
  upgrade(): void;
  remove(): void;
};

/** The compiled form of this repository, which starts much faster than through tsx. */
const CURRENT = fileURLToPath(new URL("../../", import.meta.url));
const COMMAND = "packages/cli/src/bin.js";
const WORKLOADS = ["elections", "passports", "ledger"]
  .map((name) => join(CURRENT, `workloads/${name}/src/workload.js`))
  .join(",");

/** `older` is the folder of the code to start with. */
export function makeCode(older: string | undefined): StageCode {
  if (!existsSync(join(CURRENT, COMMAND))) throw new Error("start with npm run chaos, which compiles what it starts");
  const folder = makeServerFolder("code");
  const link = join(folder, "code");
  symlinkSync(older ?? CURRENT, link);
  const command = join(folder, "bin.mjs");
  writeLauncher(command, { link, namesWorkloads: older === undefined });
  return {
    command,
    module: (path) => join(link, path),
    async migrate(databaseUrl) {
      const env = { ...process.env, ROTA_DATABASE_URL: databaseUrl, ROTA_WORKLOADS: WORKLOADS };
      const words = [join(CURRENT, COMMAND), "migrate", "--json"];
      return readApplied((await promisify(execFile)(process.execPath, words, { env })).stdout);
    },
    upgrade() {
      rmSync(link);
      symlinkSync(CURRENT, link);
      writeLauncher(command, { link, namesWorkloads: true });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Launched = { readonly link: string; readonly namesWorkloads: boolean };

/** Older code has all workloads built in, and refuses an option that it does not know. */
function writeLauncher(path: string, { link, namesWorkloads }: Launched): void {
  const naming = namesWorkloads ? `process.env.ROTA_WORKLOADS = ${JSON.stringify(WORKLOADS)};` : "";
  writeFileSync(path, `${naming} await import(${JSON.stringify(pathToFileURL(join(link, COMMAND)).href)});\n`);
}

function readApplied(json: string): string[] {
  const answer: unknown = JSON.parse(json);
  const applied: unknown = new Map(Object.entries(answer ?? {})).get("applied");
  return Array.isArray(applied) ? applied.map(String) : [];
}

/** The code that the processes of a stage run: a link that they resolve at their start, as deployments do. */
import { execFile } from "node:child_process";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";

export type StageCode = {
  /** Path of the command `rota`, through the link. */
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

/** `older` is the folder of the code to start with. */
export function makeCode(older: string | undefined): StageCode {
  if (!existsSync(join(CURRENT, COMMAND))) throw new Error("start with npm run chaos, which compiles what it starts");
  const folder = makeServerFolder("code");
  const link = join(folder, "code");
  symlinkSync(older ?? CURRENT, link);
  return {
    command: join(link, COMMAND),
    module: (path) => join(link, path),
    async migrate(databaseUrl) {
      const env = { ...process.env, ROTA_DATABASE_URL: databaseUrl };
      const words = [join(CURRENT, COMMAND), "migrate", "--json"];
      return readApplied((await promisify(execFile)(process.execPath, words, { env })).stdout);
    },
    upgrade() {
      rmSync(link);
      symlinkSync(CURRENT, link);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function readApplied(json: string): string[] {
  const answer: unknown = JSON.parse(json);
  const applied: unknown = new Map(Object.entries(answer ?? {})).get("applied");
  return Array.isArray(applied) ? applied.map(String) : [];
}

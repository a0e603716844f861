/** Runs the rota command as a user would, compiled, in a folder of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledPath } from "../../../tools/compiled/compiled-url.ts";

const SOURCE_URL = new URL("../src/bin.ts", import.meta.url);
export const COMPILED = [compiledPath(SOURCE_URL)];
/** Arguments that run the sources, as `npm run rota` does. */
export const FROM_SOURCES = [
  "--conditions=rota-source",
  "--import",
  import.meta.resolve("tsx"),
  fileURLToPath(SOURCE_URL),
];

export type Finished = { readonly exitCode: number | null; readonly out: string; readonly err: string };
export type RunningRota = {
  readonly process: ChildProcess;
  printed(text: string): Promise<void>;
  /** Returns everything printed so far. */
  output(): string;
  finished: Promise<Finished>;
};

/** Creates a folder that the unprivileged user of a bundled server can reach, with its removal. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "rota-cli-"));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function runRota(cwd: string, words: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return startRota(cwd, words, env).finished;
}

export function startRota(
  cwd: string,
  words: readonly string[],
  env: Record<string, string> = {},
  command: readonly string[] = COMPILED,
): RunningRota {
  const child = spawn(process.execPath, [...command, ...words], {
    cwd,
    env: { ...withoutRota(process.env), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const finished = new Promise<Finished>((resolve) => child.on("close", (exitCode) => resolve({ exitCode, out, err })));
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (out.includes(text)) resolve();
      };
      child.stdout.on("data", check);
      child.on("close", () => reject(new Error(`rota ended without printing ${text}: ${out}${err}`)));
      check();
    });
  return { process: child, printed, output: () => out, finished };
}

/** Removes the variables of the test services, which are no configuration of the command. */
function withoutRota(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("ROTA_")));
}

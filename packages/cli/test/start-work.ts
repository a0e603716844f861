/** Starts `rota work` with a module that has one task. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineTask } from "@rota/engine";
import { onTestFinished } from "vitest";
import { compiledUrl } from "../../../tools/compiled/compiled-url.ts";
import { COMPILED, FROM_SOURCES, startRota, type RunningRota } from "./run-rota.ts";

export const SOURCES = { command: FROM_SOURCES, engineUrl: import.meta.resolve("@rota/engine") };
export const BUILD = { command: COMPILED, engineUrl: compiledUrl(SOURCES.engineUrl).href };
/** Option that the command's message advises where Node.js does not read TypeScript itself. */
const READS_TYPESCRIPT = { NODE_OPTIONS: `--import ${import.meta.resolve("tsx")}` };

/** Task of the module, for the engine that submits it. */
export const say = defineTask({ name: "demo.say", run: (word: string) => ({ word, pid: 0 }) });

type Work = {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly build: typeof BUILD;
  /** Language of the module. Node.js reads JavaScript without a loader, which starts faster. */
  readonly language: "js" | "ts";
};

/** Starts the processes and resolves when they are ready. */
export async function startWork({ folder, env, build, language }: Work, ...words: string[]): Promise<RunningRota> {
  const path = join(folder, language === "ts" ? "tasks.ts" : "tasks.mjs");
  const type = language === "ts" ? ": string" : "";
  await writeFile(
    path,
    `import { defineTask } from "${build.engineUrl}";
     export const say = defineTask({
       name: "demo.say",
       run: async (word${type}, { compute }) => ({ word: await compute((w${type}) => w, word), pid: process.pid }),
     });
     export const notATask = 7;`,
  );
  const surroundings = { ...env, ...(language === "ts" ? READS_TYPESCRIPT : {}) };
  const rota = startRota(folder, ["work", "--tasks", path, ...words], surroundings, build.command);
  onTestFinished(() => void rota.process.kill("SIGKILL"));
  await rota.printed("ready");
  return rota;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

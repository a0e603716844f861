/** Runs the rota command inside the test, one at a time: a process for each of many commands would take a minute. */
import { vi } from "vitest";
import { runCommandLine } from "../src/command-line.ts";
import type { Finished } from "./run-rota.ts";

type Surroundings = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> };

export async function runHere(words: readonly string[], surroundings: Surroundings = {}): Promise<Finished> {
  const out: string[] = [];
  const err: string[] = [];
  const spies = [
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void out.push(`${String(line)}\n`)),
    vi.spyOn(console, "error").mockImplementation((line: unknown) => void err.push(`${String(line)}\n`)),
  ];
  const before = process.exitCode;
  const leave = enter(surroundings);
  try {
    const exitCode = (await runCommandLine(words)) ?? (process.exitCode === before ? 0 : Number(process.exitCode));
    return { exitCode, out: out.join(""), err: err.join("") };
  } finally {
    leave();
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Sets the working folder and environment. Returns a function that restores them. */
function enter({ cwd, env = {} }: Surroundings): () => void {
  const cwdBefore = process.cwd();
  const envBefore = Object.keys(env).map((name) => [name, process.env[name]] as const);
  if (cwd !== undefined) process.chdir(cwd);
  Object.assign(process.env, env);
  return () => {
    process.chdir(cwdBefore);
    for (const [name, value] of envBefore) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

/** Starts a benchmark again as a process with another role, which arguments of its command line name. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export function forkBench(url: string, words: Readonly<Record<string, string>>): ChildProcess {
  const given = Object.entries(words).map(([name, value]) => `--${name}=${value}`);
  return fork(fileURLToPath(url), given, { execArgv: process.execArgv });
}

export async function killBench(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

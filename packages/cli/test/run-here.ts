/** Runs the rota command inside the test, one at a time: a process for each of many commands would take a minute. */
import { vi } from "vitest";
import { runCommandLine } from "../src/run-command-line.ts";
import type { Finished } from "./run-rota.ts";

export async function runHere(words: readonly string[]): Promise<Finished> {
  const out: string[] = [];
  const err: string[] = [];
  const spies = [
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void out.push(`${String(line)}\n`)),
    vi.spyOn(console, "error").mockImplementation((line: unknown) => void err.push(`${String(line)}\n`)),
  ];
  const before = process.exitCode;
  try {
    const exitCode = (await runCommandLine(words)) ?? (process.exitCode === before ? 0 : Number(process.exitCode));
    return { exitCode, out: out.join(""), err: err.join("") };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

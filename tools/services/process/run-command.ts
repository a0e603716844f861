/** Runs a short command with a time limit and returns its output. */
import { execFile } from "node:child_process";

export type CommandResult = { readonly succeeded: boolean; readonly output: string };

/** Never rejects: a command that is missing, fails or times out has not succeeded, and its output says why. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: { timeoutMs: number; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void },
): Promise<CommandResult> {
  const settings = { timeout: options.timeoutMs, env: options.env ?? process.env, maxBuffer: OUTPUT_BYTES_MAX };
  return new Promise((resolve) => {
    const child = execFile(file, args, settings, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      resolve({ succeeded: error === null, output: output === "" && error !== null ? error.message : output });
    });
    child.stdout?.on("data", options.onOutput ?? (() => undefined));
  });
}

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Returns the last lines of a longer text, for an error message. */
export function lastLines(text: string, count = 15): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

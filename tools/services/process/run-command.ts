/** Runs a short command to its end, bounded in time, and gives back what it wrote. */
import { execFile } from "node:child_process";

export type CommandResult = { readonly succeeded: boolean; readonly output: string };

/** Never rejects: a command that is not there, fails or takes too long has not succeeded and says why in its output. */
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

/** The last lines of a longer text, for an error message. */
export function lastLines(text: string, count = 15): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

/** Runs programs in a user's project, without the environment of this repository, its services or its npm. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";

/**
 * A program that runs longer has failed and is killed. Seconds would be enough, but in the gate tests have priority.
 */
const TIME_LIMIT_MS = 900_000;

/** Returns the output. Throws when the program fails or exceeds the time limit. */
export function runIn(project: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const [program = "", ...words] = command;
  const given = { ...surroundings(project), ...env };
  const { status, signal, stdout, stderr } = spawnSync(program, words, {
    cwd: project,
    env: given,
    encoding: "utf8",
    timeout: TIME_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  if (status === 0) return stdout;
  throw new Error(`${command.join(" ")} ended with ${String(status ?? signal)}:\n${stdout}${stderr}`);
}

export type Running = {
  readonly process: ChildProcess;
  /** Resolves with everything that was printed, once it matches. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<number | null>;
};

export function startIn(project: string, command: readonly string[]): Running {
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    cwd: project,
    env: surroundings(project),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIME_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (pattern.test(output)) resolve(output);
      };
      child.stdout.on("data", check);
      child.on("close", () => reject(new Error(`${command.join(" ")} ended early:\n${output}`)));
    });
  return { process: child, printed, ended };
}

function surroundings(project: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: project, NO_COLOR: "1" };
}

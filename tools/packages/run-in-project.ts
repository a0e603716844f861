/** Runs programs in a project of a user: nothing of this repository, its services or its npm is around them. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";

/** What does not end is a fault, and is ended. Seconds would do, but in the gate tests go first. */
const TIME_LIMIT_MS = 900_000;

/** What it prints. Throws when it fails or does not end. */
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
  /** Resolves with all that was printed, once that matches. */
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
      const look = (): void => {
        if (pattern.test(output)) resolve(output);
      };
      child.stdout.on("data", look);
      child.on("close", () => reject(new Error(`${command.join(" ")} ended early:\n${output}`)));
    });
  return { process: child, printed, ended };
}

function surroundings(project: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: project, NO_COLOR: "1" };
}

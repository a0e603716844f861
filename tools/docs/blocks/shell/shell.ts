/** Runs the lines of a page in bash; calls of `rota` and `npm` are sent to this process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Finished } from "../../../testing/rota-command.ts";
import { callFrom, type Call } from "./call.ts";

export type ShellRun = {
  readonly script: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** If false, only command lines are checked and no program runs. */
  readonly isRun: boolean;
  readonly answer: (call: Call) => Promise<Finished>;
};

/** Returns the failures, line by line; empty if there were none. */
export async function runInShell({ script, cwd, env, isRun, answer }: ShellRun): Promise<string[]> {
  const folder = join(cwd, ".shell");
  await mkdir(folder);
  const problems: string[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void reply(socket, answer).then((problem) => problems.push(...problem));
  });
  const socketPath = join(folder, "asked");
  server.listen(socketPath);
  await once(server, "listening");
  try {
    await writeOurs(folder, socketPath);
    if (isRun) await writeOthers(folder);
    const path = isRun ? `${folder}:${process.env["PATH"] ?? ""}` : folder;
    const said = await bash(`${isRun ? RUN : PARSE}\n${script}\n`, { cwd, env: { ...env, PATH: path } });
    return [...problems, ...(isRun ? said : [])];
  } finally {
    server.close();
  }
}

/** Reports failing lines with their number and output, and continues with the next line. */
const RUN = "set -o pipefail; exec 9>&2; trap 'echo \"a line ended with $?: $BASH_COMMAND\" >&9' ERR";
const PARSE = "command_not_found_handle() { return 0; }";

async function bash(script: string, given: { cwd: string; env: Record<string, string> }): Promise<string[]> {
  const child = spawn("/bin/bash", ["-c", script], { ...given, stdio: ["ignore", "pipe", "pipe"] });
  const [, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return err.split("\n").filter((line) => line !== "");
}

async function reply(socket: Socket, answer: ShellRun["answer"]): Promise<string[]> {
  const asked: Buffer[] = [];
  socket.on("data", (part: Buffer) => asked.push(part)); // as a stream it would be closed before the answer
  await once(socket, "end");
  const call = callFrom(JSON.parse(Buffer.concat(asked).toString()));
  const finished = await answer(call).catch((error: unknown) => ({ exitCode: 70, out: "", err: String(error) }));
  socket.end(JSON.stringify(finished));
  if (finished.exitCode === 0) return [];
  return [`${call.program} ${call.words.join(" ")} ended with ${String(finished.exitCode)}: ${finished.err}`];
}

/** Writes the replacement programs. Each sends its call over the socket and exits with the code of the answer. */
async function writeOurs(folder: string, socketPath: string): Promise<void> {
  const ask = (program: string) => `#!${process.execPath}
const socket = require("node:net").connect({ path: ${JSON.stringify(socketPath)}, allowHalfOpen: true });
const call = { program: "${program}", words: process.argv.slice(2), cwd: process.cwd(), env: process.env };
socket.end(JSON.stringify(call));
let said = "";
socket.on("data", (part) => (said += part));
socket.on("end", () => {
  const { exitCode, out } = JSON.parse(said);
  process.stdout.write(out, () => process.exit(exitCode));
});
`;
  await writeFile(join(folder, "package.json"), '{ "type": "commonjs" }');
  for (const program of ["rota", "npm"]) await write(join(folder, program), ask(program));
}

async function writeOthers(folder: string): Promise<void> {
  await write(join(folder, "curl"), CURL);
  for (const program of OF_SERVERS) await write(join(folder, program), "#!/bin/sh\n");
}

/** Programs that query the servers of a reader. */
const OF_SERVERS = ["createdb", "rabbitmqctl", "rabbitmqadmin", "redis-cli"];

/** Fails on an error status; a stream is read until its first data. */
const CURL = `#!/bin/bash
PATH="\${PATH#*:}"
case " $* " in
  *" -N "*) exec 3< <(curl --fail-with-body -sS "$@"); read -r -n 1 -t 120 -u 3; status=$?; kill $!; exit $status ;;
  *) exec curl --fail-with-body -sS "$@" ;;
esac
`;

async function write(path: string, content: string): Promise<void> {
  await writeFile(path, content);
  await chmod(path, 0o755);
}

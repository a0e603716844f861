/** Starts one of PostgreSQL's programs as the server's user, with an environment of its own. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";

import { executableName } from "../binaries/find-binaries.ts";
import type { PostgresBinaries } from "../binaries/find-binaries.ts";
import type { ServerAccount } from "../server-account.ts";

export type RunOptions = {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly program: "initdb" | "postgres" | "pg_ctl";
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Where its output goes: a pipe, or an open file. */
  readonly output: "pipe" | number;
  /** In a session of its own, so that Ctrl-C in our terminal does not reach it. */
  readonly detached: boolean;
};

export function runBinary(options: RunOptions): ChildProcess {
  const { binaries, account, program, output } = options;
  return spawn(join(binaries.path, "bin", executableName(program)), options.arguments, {
    cwd: options.cwd,
    detached: options.detached,
    stdio: ["ignore", output, output],
    windowsHide: true,
    env: cleanEnvironment(),
    ...account.ids,
  });
}

/** Without PGDATA, PGPORT and the like, which would change what the programs do. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = new Set(["PATH", "TMPDIR", "SystemRoot", "TEMP", "TMP"]);
  const entries = Object.entries(process.env).filter(([name]) => kept.has(name));
  return { ...Object.fromEntries(entries), LC_ALL: "C", TZ: "UTC" };
}
